import Foundation
import Glibc
import Testing

/// Disks that are full, read-only or damaged: what was stored stays, and no payment is lost or made twice.
@Suite struct InputDiskTests {
    /// Leaves enough time to fill a disk before the card is presented.
    private static let unhurried = #""timing": {"card_delay": 6, "step_delay": 0.01, "host_delay": 0.05}"#
    private static let wayOut = "on that disk"

    @Test(.enabled(if: InputDisk.isPossible, "a disk to be filled can be mounted by root alone"))
    func onAFullDiskNothingIsCharged() async throws {
        try await Kiosk.run { kiosk in
            let disk = try InputDisk(at: kiosk.data)
            defer { disk.remove() }
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            #expect(try await kiosk.till("orders", "list").code == 0)
            try disk.fill()
            let refused = try await kiosk.startTill(kiosk.paymentToFile()).end()
            #expect(refused.code == 6 && refused.errors.contains(Self.wayOut), "\(refused)")
            #expect(try kiosk.terminalJournal().requests.isEmpty)
            disk.free()
            let paid = try await kiosk.startTill(kiosk.paymentToFile()).end()
            #expect(paid.code == 0, "\(paid)")
            try await kiosk.expectTheTruth(charges: 1, paid)
        }
    }

    /// The result cannot be stored, so it is not acknowledged, and the terminal decides what becomes of it.
    @Test(
        .enabled(if: InputDisk.isPossible, "a disk to be filled can be mounted by root alone"),
        arguments: [("reverses", 0), ("keeps", 8)])
    func aDiskThatFillsUpDuringAPaymentLosesAndDoublesNothing(_ onMissing: String, _ next: Int32) async throws {
        try await Kiosk.run { kiosk in
            let disk = try InputDisk(at: kiosk.data)
            defer { disk.remove() }
            let terminal = try await kiosk.startTerminal(
                #"{"on_missing_response": "\#(onMissing)", "sees_response_to_result": true, \#(Self.unhurried)}"#)
            let payment = try await kiosk.startTill(kiosk.paymentToFile())
            try await payment.says("insert the card", stopping: terminal)
            try await terminal.standsStill { try disk.fill() }
            let doubtful = try await payment.end()
            #expect(doubtful.code == 5 && doubtful.errors.contains(Self.wayOut), "\(doubtful)")
            #expect(doubtful.output.contains("Do not charge again"), "\(doubtful)")
            disk.free()
            let again = try await kiosk.startTill(kiosk.paymentToFile()).end()
            #expect([0, next].contains(again.code), "\(again)")
            try await kiosk.expectTheTruth(charges: 1, again)
            #expect(try kiosk.terminalJournal().netCharged() == 1150)
        }
    }

    @Test(.enabled(if: InputDisk.isPossible, "a disk to be closed can be mounted by root alone"))
    func aDiskThatCannotBeWrittenIsNamed() async throws {
        try await Kiosk.run { kiosk in
            let disk = try InputDisk(at: kiosk.data)
            defer { disk.remove() }
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            #expect(try await kiosk.till("orders", "list").code == 0)
            try disk.becomeReadOnly()
            let refused = try await kiosk.startTill(kiosk.paymentToFile()).end()
            #expect(refused.code == 6 && refused.errors.contains("storage.readOnly"), "\(refused)")
            #expect(refused.errors.contains("mount the disk writable"), "\(refused)")
            #expect(try kiosk.terminalJournal().requests.isEmpty)
        }
    }

    @Test func aDataDirectoryThatIsAFileIsNamed() async throws {
        try await Kiosk.run { kiosk in
            try Data("not yours".utf8).write(to: URL(fileURLWithPath: kiosk.data))
            let refused = try await kiosk.till("orders", "list")
            #expect(refused.code == 6 && refused.errors.contains("not a directory"), "\(refused)")
            #expect(refused.errors.contains("--data"), "\(refused)")
        }
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: String
        let sentence: String
        /// The damage that is done to the closed database.
        let damage: @Sendable (Kiosk) async throws -> Void
    }

    static let damages = [
        Damage(testDescription: "it is no database", code: "storage.corrupt", sentence: "keep a copy") { kiosk in
            try Data("A letter to a friend.\n".utf8).write(to: kiosk.database)
        },
        Damage(testDescription: "its first page is overwritten", code: "storage.corrupt", sentence: "keep a copy") {
            kiosk in
            try kiosk.overwrite(at: 16, 4_000)
        },
        Damage(testDescription: "all its pages but the first are", code: "storage.corrupt", sentence: "keep a copy") {
            kiosk in
            try kiosk.overwrite(at: 4_096, try Data(contentsOf: kiosk.database).count - 4_096)
        },
        Damage(testDescription: "a newer Till has it", code: "storage.newerVersion", sentence: "install that release") {
            kiosk in
            try await kiosk.sqlite("INSERT INTO grdb_migrations VALUES ('99')")
        },
    ]

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3"), "there is no /usr/bin/sqlite3"),
        arguments: damages)
    func aDatabaseThatIsNotOursToUseStaysAsItIs(_ damage: Damage) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            try await kiosk.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
            try await damage.damage(kiosk)
            try await kiosk.settle()
            let before = try Data(contentsOf: kiosk.database)
            for command in [kiosk.paymentToFile(of: 1043), ["journal", "verify"], ["receipts", "list"]] {
                let refused = try await kiosk.startTill(command).end()
                #expect(refused.code == 6 && refused.output.isEmpty, "\(command): \(refused)")
                #expect(refused.errors.contains(damage.code), "\(refused)")
                #expect(refused.errors.contains(damage.sentence), "\(refused)")
            }
            #expect(try Data(contentsOf: kiosk.database) == before, "not a byte of it has changed")
        }
    }
}

extension Kiosk {
    fileprivate var database: URL { URL(fileURLWithPath: data + "/till.sqlite") }

    /// Overwrites a part of the database file.
    fileprivate func overwrite(at offset: Int, _ count: Int) throws {
        var bytes = try Data(contentsOf: database)
        bytes.replaceSubrange(offset..<offset + count, with: Data(repeating: 0xA5, count: count))
        try bytes.write(to: database)
    }

    /// Removes the log of earlier changes, which would repair the damage.
    fileprivate func settle() async throws {
        for name in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database.path + name) }
    }
}
