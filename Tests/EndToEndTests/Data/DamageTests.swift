import Foundation
import Glibc
import Testing

/// Damaged disks and files: whatever can be read is shown, and whatever was charged is found once the disk works again.
@Suite struct DamageTests {
    /// Commands that only read.
    private static let looks = [
        ["journal", "verify"], ["journal", "list"], ["journal", "export"], ["why", "last"], ["receipts", "list"],
        ["receipts", "show", "last"], ["whoami"],
    ]

    @Test(.enabled(if: InputDisk.isPossible, "a disk to be closed can be mounted by root alone"))
    func aClosedDiskIsReadAndSaysSo() async throws {
        try await Kiosk.run { kiosk in
            let disk = try InputDisk(at: kiosk.data)
            defer { disk.remove() }
            try await kiosk.paidDemo()
            let before = try await Self.answers(of: kiosk)
            try disk.becomeReadOnly()
            for (look, answer) in zip(Self.looks, before) {
                let ending = try await kiosk.startTill(look).end()
                #expect(ending.code == 0 && ending.output == answer, "\(look): \(ending)")
                #expect(ending.errors.contains("storage.readOnly"), "\(ending)")
            }
        }
    }

    /// The database's last facts are in the log, and the log's index cannot be created on that disk.
    @Test(.enabled(if: InputDisk.isPossible, "a disk to be closed can be mounted by root alone"))
    func aKilledTillsDoubtIsReadFromAClosedDiskAndFoundOutWhenItIsOpenAgain() async throws {
        try await Kiosk.run { kiosk in
            let disk = try InputDisk(at: kiosk.data)
            defer { disk.remove() }
            try await kiosk.startTerminal(
                """
                {"on_missing_response": "keeps", "timing": {"card_delay": 0.05, "step_delay": 0.01, "host_delay": 0.05,
                    "response_timeout": 1, "answer_timeout": 1, "block_timeout": 1}}
                """)
            let killed = try await kiosk.startTill(
                kiosk.paymentToFile(), environment: ["TILL_TEST_KILL_AT": "S5"]
            ).end()
            #expect(killed.signal == SIGKILL, "\(killed)")
            unlink(kiosk.data + "/till.sqlite-shm")
            try disk.becomeReadOnly()
            let doubt = try await kiosk.till("why", "last")
            #expect(doubt.code == 0 && doubt.errors.contains("storage.readOnly"), "\(doubt)")
            #expect(doubt.output.contains("#"), "\(doubt)")
            try disk.becomeWritable()
            let next = try await kiosk.startTill(kiosk.paymentToFile()).end()
            #expect(next.code == 8, "\(next)")
            try await kiosk.expectTheTruth(charges: 1, next)
        }
    }

    @Test(.enabled(if: InputDisk.isPossible, "a disk to be filled can be mounted by root alone"))
    func aFullDiskIsRead() async throws {
        try await Kiosk.run { kiosk in
            let disk = try InputDisk(at: kiosk.data)
            defer { disk.remove() }
            try await kiosk.paidDemo()
            let before = try await Self.answers(of: kiosk)
            try disk.fill()
            for (look, answer) in zip(Self.looks, before) {
                let ending = try await kiosk.startTill(look).end()
                #expect(ending.code == 0 && ending.output == answer, "\(look): \(ending)")
            }
        }
    }

    @Test(.enabled(if: InputDisk.isPossible, "a disk to be filled can be mounted by root alone"))
    func aServiceThatCannotStartSaysWhatIsFullAndHowMuchItNeeds() async throws {
        try await Kiosk.run { kiosk in
            let disk = try InputDisk(at: kiosk.data)
            defer { disk.remove() }
            #expect(try await kiosk.till("whoami").code == 0)
            try disk.fill()
            for command in [["serve", "--listen", "127.0.0.1:0"], ["pay", "--amount", "1.00"]] {
                let refused = try await kiosk.startTill(command).end()
                #expect(refused.code == 6 && refused.errors.contains("(storage.diskFull)"), "\(refused)")
                let said = "The disk with \(kiosk.data) is full: 0.0 kB are free, and 4.2 MB are needed"
                #expect(refused.errors.contains(said), "\(refused)")
                #expect(refused.errors.contains("df -h \(kiosk.data)"), "\(refused)")
            }
            disk.free()
            #expect(try await kiosk.till("whoami").code == 0)
        }
    }

    @Test func whenATillHasEndedItsDataIsOneFile() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let files = try FileManager.default.contentsOfDirectory(atPath: kiosk.data)
            #expect(files.contains("till.sqlite") && !files.contains("till.sqlite-wal"), "\(files)")
        }
    }

    @Test func theJournalsHeadIsTheHashOfItsLastEntry() async throws {
        struct Verdict: Decodable { let head: String }
        struct Entry: Decodable { let hash: String }
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let entries = try kiosk.decode([Entry].self, try await kiosk.till("journal", "list", "--json"))
            let verdict = try kiosk.decode(Verdict.self, try await kiosk.till("journal", "verify", "--json"))
            #expect(verdict.head == entries.last?.hash)
            #expect(try await kiosk.till("journal", "verify").output.contains(verdict.head))
        }
    }

    @Test func aDatabaseWithoutItsFileKeepsItsLog() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            _ = try await kiosk.startTill(kiosk.paymentToFile(), environment: ["TILL_TEST_KILL_AT": "S5"]).end()
            let log = URL(filePath: kiosk.data + "/till.sqlite-wal")
            let before = try Data(contentsOf: log)
            #expect(truncate(kiosk.data + "/till.sqlite", 0) == 0)
            for command in [kiosk.paymentToFile(), ["journal", "verify"]] {
                let refused = try await kiosk.startTill(command).end()
                #expect(refused.code == 6 && refused.errors.contains("storage.corrupt"), "\(refused)")
            }
            #expect(try Data(contentsOf: log) == before)
        }
    }

    /// The file exists, but its content is gone; no new shop begins like that.
    @Test func anEmptiedDatabaseIsNoNewShop() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let file = kiosk.data + "/till.sqlite"
            #expect(truncate(file, 0) == 0)
            for command in Self.looks + [kiosk.paymentToFile()] {
                let refused = try await kiosk.startTill(command).end()
                #expect(refused.code == 6 && refused.errors.contains("storage.corrupt"), "\(command): \(refused)")
            }
            let doctor = try await kiosk.till("doctor")
            #expect(doctor.code == 6 && doctor.output.contains("storage.corrupt"), "\(doctor)")
            #expect(try Data(contentsOf: URL(filePath: file)).isEmpty)
        }
    }

    private static func answers(of kiosk: Kiosk) async throws -> [String] {
        var answers: [String] = []
        for look in looks { answers.append(try await kiosk.startTill(look).end().output) }
        return answers
    }
}
