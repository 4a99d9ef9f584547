import Foundation
import Glibc
import Testing

/// `till archive` as a whole: what is moved, what stays, and what every other command says afterwards; also killed, and
/// on full disks.
@Suite struct ArchiveCommandTests {
    private struct Document: Decodable {
        struct Hold: Decodable { let reason: String }

        let moved: Bool
        let entries: Int64?
        let lastEntry: Int64?
        let transactions: Int?
        let sha256: String?
        let heldBack: [Hold]?
        let bytesBefore: Int?
    }

    private struct Verified: Decodable {
        struct Archive: Decodable { let state: String }

        let intact: Bool
        let archives: [Archive]
    }

    /// In production entries stay for 400 days.
    private static let all = ["TILL_TEST_ARCHIVE": "all"]
    private static let tomorrow = (Date.now + 2 * 86_400).formatted(.iso8601.year().month().day())

    private static func read<T: Decodable>(_ type: T.Type, _ ending: Ending) throws -> T {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: Data(ending.output.utf8))
    }

    private func archive(
        _ kiosk: Kiosk, _ more: [String] = [], _ environment: [String: String] = [:]
    ) async throws -> Ending {
        try await kiosk.startTill(
            ["archive", "--before", Self.tomorrow, "--with-open-days"] + more,
            environment: Self.all.merging(environment) { $1 }
        ).end()
    }

    private func file(_ kiosk: Kiosk) -> String { "\(kiosk.data)/archive-\(Self.tomorrow).sqlite" }

    private func entries(_ kiosk: Kiosk) async throws -> Int {
        try await kiosk.till("journal", "export").output.split(separator: "\n").count
    }

    @Test func finishedEntriesMoveIntoAFileThatVerifiesByItself() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let paid = try await kiosk.startTill(kiosk.paymentToFile() + ["--key", "k-1"]).end()
            #expect(paid.code == 0, "\(paid)")
            let before = try await entries(kiosk)
            let planned = try await archive(kiosk, ["--dry-run", "--json"])
            #expect(
                try !Self.read(Document.self, planned).moved && !FileManager.default.fileExists(atPath: file(kiosk)))
            let moved = try await archive(kiosk, ["--json"])
            #expect(moved.code == 0, "\(moved)")
            let document = try Self.read(Document.self, moved)
            #expect(document.moved && document.entries == Int64(before) && document.transactions == 1, "\(moved)")
            #expect(try await entries(kiosk) == 2, "what was archived, and who the till is")

            let alone = try await kiosk.till("journal", "verify", "--archive", file(kiosk), "--json")
            #expect(try Self.read(Verified.self, alone).archives.map(\.state) == ["continued"], "\(alone)")
            let live = try await kiosk.till("journal", "verify", "--json")
            #expect(live.code == 0, "\(live)")
            #expect(try Self.read(Verified.self, live).archives.map(\.state) == ["unchanged"])

            let again = try await kiosk.startTill(kiosk.paymentToFile() + ["--key", "k-1"]).end()
            #expect(again.code == 0, "the same key tells what became of it: \(again)")
            let order = try await kiosk.startTill(kiosk.paymentToFile()).end()
            #expect(order.code == 8 && order.errors.contains("order.alreadyPaid"), "\(order)")
            let refund = try await kiosk.till(
                "refund", "1042", "--reader", kiosk.reader, "--printer", "file:" + kiosk.path("paper.bin"))
            #expect(refund.code == 8 && refund.errors.contains("payment.archived"), "\(refund)")
            #expect(try kiosk.terminalJournal().requests.count == 1)
            let why = try await kiosk.till("why", "1042")
            #expect(why.code == 0 && why.output.contains("Its entries are in the archive"), "\(why)")
            #expect(try await kiosk.till("receipts", "show", "1042").code == 0)
            let reprint = try await kiosk.till("reprint", "1042", "--printer", "file:" + kiosk.path("paper.bin"))
            #expect(reprint.code == 8 && reprint.errors.contains("receipt.archived"), "\(reprint)")
            let doctor = try await kiosk.till("doctor")
            #expect(doctor.output.contains("journal"), "\(doctor)")
            try await kiosk.expectTheTruth(charges: 1, again)
        }
    }

    @Test func anArchiveThatWasEditedForgedOrTakenAwayIsNamed() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            #expect(try await archive(kiosk).code == 0)
            let archived = file(kiosk)
            let whole = try #require(FileManager.default.contents(atPath: archived))
            var edited = whole
            let place = try #require(edited.range(of: Data("payment.settled".utf8)))
            edited[place.lowerBound] = UInt8(ascii: "P")
            try edited.write(to: URL(filePath: archived))
            let live = try await kiosk.till("journal", "verify")
            #expect(live.code == 65 && live.output.contains("is not the file that was written"), "\(live)")
            let alone = try await kiosk.till("journal", "verify", "--archive", archived)
            #expect(alone.code == 65 && alone.errors.contains("does not verify at entry"), "\(alone)")
            unlink(archived)
            let gone = try await kiosk.till("journal", "verify")
            #expect(gone.code == 0 && gone.output.contains("it is not there"), "\(gone)")
            try whole.write(to: URL(filePath: kiosk.path("elsewhere.sqlite")))
            let moved = try await kiosk.till("journal", "verify", "--archive", kiosk.path("elsewhere.sqlite"))
            #expect(moved.code == 0 && moved.output.contains("the journal continues it"), "\(moved)")
            let none = try await kiosk.till("journal", "verify", "--archive", archived)
            #expect(none.code == 7, "\(none)")
        }
    }

    @Test func youngEntriesAndWrongDatesAreRefused() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let young = try await kiosk.till("archive", "--before", Self.tomorrow)
            #expect(young.code == 64 && young.errors.contains("archive.tooRecent"), "\(young)")
            let early = try await kiosk.till("archive", "--before", "2001-01-01")
            #expect(early.code == 8 && early.errors.contains("archive.nothing"), "\(early)")
            for words in [["--before", "2026-02-30"], ["--before", "soon"], [], ["--only-room", "--dry-run"]] {
                #expect(try await kiosk.startTill(["archive"] + words).end().code == 64, "\(words)")
            }
            let room = try await kiosk.till("archive", "--only-room")
            #expect(room.code == 0 && room.output.contains("till.sqlite"), "\(room)")
        }
    }

    /// The process kills itself at each step; the next one finds nothing moved or everything, and goes on.
    @Test(arguments: [
        "archive.begun", "archive.filled", "archive.synced", "archive.verified", "archive.named", "archive.moving",
        "archive.moved",
    ])
    func killedAtAnyStepNothingIsLost(_ step: String) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let before = try await entries(kiosk)
            let killed = try await archive(kiosk, [], ["TILL_TEST_KILL_AT": step])
            #expect(killed.signal == SIGKILL, "\(killed)")
            let verified = try await kiosk.till("journal", "verify")
            #expect(verified.code == 0, "\(verified)")
            let isMoved = step == "archive.moved"
            #expect(try await entries(kiosk) == (isMoved ? 2 : before))
            let next = try await archive(kiosk)
            if isMoved {
                #expect(next.code == 8 || next.code == 0, "\(next)")
            } else {
                #expect(next.code == 0, "\(next)")
                #expect(next.output.contains("left by a run that was stopped"), "\(next)")
            }
            let alone = try await kiosk.till("journal", "verify", "--archive", file(kiosk))
            #expect(isMoved || alone.code == 0, "\(alone)")
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }

    /// The database is rewritten to free space. The process is killed before that, while the log grows, and while the
    /// log is merged into the database.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3"), "there is no /usr/bin/sqlite3"))
    func killedWhileRoomIsGivenBackNothingIsLost() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let database = kiosk.data + "/till.sqlite"
            func sqlite(_ statement: String) async throws -> Ending {
                try await kiosk.start("/usr/bin/sqlite3", ["-bail", database, statement]).end()
            }
            func fill() async throws {
                let filled = try await sqlite(
                    """
                    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 40000)
                    INSERT OR REPLACE INTO settings SELECT 'test.' || x, CAST(printf('%0800d', x) AS BLOB) FROM n;
                    DELETE FROM settings WHERE key LIKE 'test.1%'
                    """)
                #expect(filled.code == 0, "\(filled)")
            }
            try await fill()
            let count = "SELECT sum(length(value)) FROM settings WHERE key LIKE 'test.%'; PRAGMA integrity_check"
            let (whole, size) = (try await sqlite(count).output, try kiosk.size("data/till.sqlite"))
            for bytes in [0, 1, 1 << 20, 16 << 20] {
                // On a busy machine the process may have ended before it is looked at: then it has the same work again.
                var isKilled = false
                for _ in 0..<20 where !isKilled {
                    let room = try await kiosk.startTill(["archive", "--only-room"])
                    await kiosk.until("the log has \(bytes) bytes") {
                        (try? kiosk.size("data/till.sqlite-wal")) ?? -1 >= bytes || room.hasEnded
                    }
                    room.send(SIGKILL)
                    isKilled = try await room.end().signal == SIGKILL
                    #expect(try await sqlite(count).output == whole, "\(bytes)")
                    #expect(try await kiosk.till("journal", "verify").code == 0, "\(bytes)")
                    if !isKilled { try await fill() }
                }
                #expect(isKilled, "\(bytes)")
            }
            #expect(try await kiosk.till("archive", "--only-room").code == 0)
            #expect(try kiosk.size("data/till.sqlite") < size * 19 / 20)
            #expect(try await sqlite(count).output == whole)
        }
    }

    @Test(.enabled(if: InputDisk.isPossible, "a disk to be filled can be mounted by root alone"))
    func onAFullDiskNothingIsMoved() async throws {
        try await Kiosk.run { kiosk in
            let disk = try InputDisk(at: kiosk.data)
            defer { disk.remove() }
            try await kiosk.paidDemo()
            let before = try await entries(kiosk)
            var refusals = 0
            for left in stride(from: 0, through: 2_000, by: 100) {
                try disk.fill()
                #expect(truncate(disk.folder + "/filling", off_t(max(0, disk.filled - left << 10))) == 0)
                let ended = try await archive(kiosk)
                disk.free()
                let verified = try await kiosk.till("journal", "verify")
                #expect(verified.code == 0, "\(left) KiB: \(verified)")
                guard ended.code != 0 else { break }
                refusals += 1
                #expect(ended.code == 6, "\(left) KiB: \(ended)")
                #expect(try await entries(kiosk) == before, "\(left) KiB")
                let left = try FileManager.default.contentsOfDirectory(atPath: kiosk.data)
                #expect(!left.contains { $0.hasPrefix("archive-") }, "\(left)")
            }
            #expect(refusals > 0)
            #expect(try await kiosk.till("journal", "verify", "--archive", file(kiosk)).code == 0)
        }
    }
}

extension InputDisk {
    /// The size in bytes of the file that fills the disk.
    fileprivate var filled: Int {
        var node = stat()
        return stat(folder + "/filling", &node) == 0 ? Int(node.st_size) : 0
    }
}
