import Foundation
import Glibc
import Testing

/// `till restore`: it forgets no payment, and leaves nothing half restored.
@Suite struct RestoreTests {
    private static let replaced = "replaced-"

    private func verify(_ kiosk: Kiosk, _ directory: String) async throws -> Ending {
        try await kiosk.start("till", ["journal", "verify", "--data", kiosk.path(directory)]).end()
    }

    private func pay(_ kiosk: Kiosk, _ order: Int, in directory: String = "data") async throws -> Ending {
        try await kiosk.start(
            "till", kiosk.paymentToFile(of: order) + ["--data", kiosk.path(directory)]
        ).end()
    }

    @Test func aBackupIsRestoredIntoAnEmptyPlaceAndPaymentsGoOn() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            #expect(try await kiosk.startTill(kiosk.paymentToFile() + ["--key", "k1"]).end().code == 0)
            #expect(try await kiosk.backUpToTar("backup.tar").code == 0)
            let restored = try await kiosk.restore("backup.tar", into: "new")
            #expect(restored.code == 0 && restored.output.contains("1 transactions"), "\(restored)")
            #expect(try kiosk.mode("new/till.sqlite") == 0o600)
            let verified = try await verify(kiosk, "new")
            #expect(verified.code == 0, "\(verified)")
            let known = try await kiosk.start(
                "till", kiosk.paymentToFile() + ["--key", "k1", "--data", kiosk.path("new")]
            ).end()
            #expect(known.code == 0, "\(known)")
            // The terminal's last transaction is the newest of the backup, so nothing happened since.
            let next = try await pay(kiosk, 1043, in: "new")
            #expect(next.code == 0, "\(next)")
            #expect(try kiosk.terminalJournal().requests.count == 2)
            let list = try await kiosk.start("till", ["journal", "list", "--data", kiosk.path("new")]).end()
            #expect(list.output.contains("journal.restored") && list.output.contains("terminal.compared"), "\(list)")
            #expect(try await verify(kiosk, "new").code == 0)
        }
    }

    /// Whether they were revoked and removed since the backup was made is not known in an empty place.
    @Test func tokensAndOperatorsOfABackupAreNoLongerLetIn() async throws {
        struct Document: Decodable {
            struct Token: Decodable { let name: String }
            let revokedTokens: [Token]
            let removedOperators: [String]
        }
        try await Kiosk.run { kiosk in
            try Data("4071\n".utf8).write(to: URL(filePath: kiosk.path("pin")))
            #expect(
                try await kiosk.till("operators", "create", "Anna", "--pin-file", kiosk.path("pin")).code == 0)
            #expect(try await kiosk.till("tokens", "create", "--scope", "kiosk", "--name", "left").code == 0)
            #expect(try await kiosk.till("backup", kiosk.path("backup")).code == 0)
            let told = try await kiosk.restore("backup", into: "new")
            #expect(told.code == 0 && told.output.contains("till tokens create"), "\(told)")
            #expect(told.output.contains("Anna") && told.output.contains("till operators create"), "\(told)")
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            let document = try decoder.decode(
                Document.self, from: Data(try await kiosk.restore("backup", into: "other", ["--json"]).output.utf8))
            #expect(document.revokedTokens.map(\.name) == ["left"] && document.removedOperators == ["Anna"])
            let tokens = try await kiosk.start("till", ["tokens", "list", "--json", "--data", kiosk.path("new")]).end()
            #expect(tokens.output.contains("revoked"), "\(tokens)")
            let people = try await kiosk.start("till", ["operators", "list", "--data", kiosk.path("new")]).end()
            #expect(!people.output.contains("Anna"), "\(people)")
            #expect(try await verify(kiosk, "new").code == 0)
        }
    }

    @Test func aPaymentAfterTheBackupIsNotChargedAgain() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            #expect(try await pay(kiosk, 1042).code == 0)
            #expect(try await kiosk.till("backup", kiosk.path("backup")).code == 0)
            #expect(try await pay(kiosk, 1043).code == 0)
            try FileManager.default.moveItem(atPath: kiosk.data, toPath: kiosk.path("lost"))
            #expect(try await kiosk.restore("backup", into: "data").code == 0)
            for order in [1043, 1044] {
                let refused = try await pay(kiosk, order)
                #expect(refused.code == 8 && refused.errors.contains("restore.notCompared"), "\(refused)")
            }
            let back = try await kiosk.till(
                "refund", "1042", "--reader", kiosk.reader, "--printer", "file:" + kiosk.path("paper.bin"))
            #expect(back.code == 8 && back.errors.contains("restore.notCompared"), "\(back)")
            #expect(try kiosk.terminalJournal().requests.count == 2)
            let confirmed = try await kiosk.till(
                "readers", "confirm", "--reader", kiosk.reader, "--evidence", "journal printed, 1043 is paid")
            #expect(confirmed.code == 0, "\(confirmed)")
            let next = try await pay(kiosk, 1044)
            #expect(next.code == 0, "\(next)")
            #expect(try kiosk.terminalJournal().requests.count == 3)
            let again = try await kiosk.till(
                "readers", "confirm", "--reader", kiosk.reader, "--evidence", "once more")
            #expect(again.code == 8 && again.errors.contains("restore.nothingToCompare"), "\(again)")
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }

    /// Returns the path of its line.
    private static func startSecondTerminal(_ kiosk: Kiosk) async throws -> String {
        let (back, scenario) = (kiosk.path("back"), kiosk.path("back.json"))
        try Data(#"{"identity": {"terminal_id": "29009999"}, \#(Kiosk.quick)}"#.utf8).write(to: URL(filePath: scenario))
        let terminal = try kiosk.start(
            "till-sim",
            [
                "terminal", "--scenario", scenario, "--data", kiosk.path("back-data"), "--pty", back, "--baud",
                "115200",
            ])
        _ = try await terminal.says("terminal ready")
        return back
    }

    /// The order was paid after the backup on the other terminal, so the terminal that is used knows nothing of it.
    @Test func aPaymentAfterTheBackupIsNotChargedAgainOnAnotherTerminal() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let back = try await Self.startSecondTerminal(kiosk)
            let readers = [kiosk.reader, "serial:\(back)?baud=115200"]
            func pay(_ order: Int, on reader: Int, _ more: String...) async throws -> Ending {
                try await kiosk.startTill(
                    [
                        "pay", "--order", String(order), "--reader", readers[reader], "--printer",
                        "file:" + kiosk.path("paper.bin"), "--give-up-after", "20",
                    ] + more
                ).end()
            }
            #expect(try await pay(1042, on: 0).code == 0)
            #expect(try await pay(1043, on: 1).code == 0)
            #expect(try await kiosk.till("backup", kiosk.path("backup")).code == 0)
            #expect(try await pay(1044, on: 1, "--key", "k1").code == 0)
            try FileManager.default.moveItem(atPath: kiosk.data, toPath: kiosk.path("lost"))
            #expect(try await kiosk.restore("backup", into: "data").code == 0)
            for _ in 0..<2 {
                let refused = try await pay(1044, on: 0, "--key", "k1")
                #expect(refused.code == 8 && refused.errors.contains("restore.notCompared"), "\(refused)")
                #expect(refused.errors.contains(back), "the terminal that is not compared is named: \(refused)")
            }
            #expect(try await pay(1044, on: 1).code == 8)
            #expect(try kiosk.terminalJournal().requests.count == 1)
            let confirmed = try await kiosk.till(
                "readers", "confirm", "--reader", readers[1], "--evidence", "it is gone; its slips say 1044 is paid")
            #expect(confirmed.code == 0, "\(confirmed)")
            let next = try await pay(1045, on: 0)
            #expect(next.code == 0, "\(next)")
            // Money of 1042 may have been given back on either terminal.
            let refund = try await kiosk.till(
                "refund", "1042", "--reader", readers[0], "--printer", "file:" + kiosk.path("paper.bin"))
            #expect(refund.code == 8 && refund.errors.contains("restore.notCompared"), "\(refund)")
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }

    /// The backup was made while the terminal waited for a card. The till's data are lost after the payment was approved,
    /// and after another payment of the same amount.
    @Test func aPaymentThatWasOpenInTheBackupIsNeverTakenForAnother() async throws {
        try await Kiosk.run { kiosk in
            let terminal = try await kiosk.startTerminal(Kiosk.patient)
            let payment = try await kiosk.startTill(kiosk.paymentToFile() + ["--events"])
            await kiosk.until("the payment was sent", stopping: terminal) {
                kiosk.hasSentAPayment || payment.hasEnded
            }
            let backup = try await terminal.standsStill { try await kiosk.till("backup", kiosk.path("backup")) }
            #expect(backup.code == 0, "\(backup)")
            #expect(try await payment.end().code == 0)
            let id = try await kiosk.why().payment
            try FileManager.default.moveItem(atPath: kiosk.data, toPath: kiosk.path("lost"))
            let restored = try await kiosk.restore("backup", into: "data")
            #expect(restored.code == 0 && restored.output.contains("\(id) was open"), "\(restored)")
            let asked = try await kiosk.till("resolve", "--give-up-after", "8")
            #expect(asked.code == 5, "the terminal's last transaction proves nothing: \(asked)")
            let next = try await pay(kiosk, 1043)
            #expect(next.code == 75 && next.errors.contains("payment.inDoubt"), "\(next)")
            let booked = try #require(try kiosk.terminalJournal().charges.first)
            let (receipt, trace) = (try #require(booked.receipt), try #require(booked.trace))
            let words = [
                "settle", id, "--booked", "--receipt", "\(receipt)", "--trace", "\(trace)", "--amount", "11.50",
            ]
            let unproven = try await kiosk.startTill(words).end()
            #expect(unproven.code == 64 && unproven.errors.contains("settlement.noEvidence"), "\(unproven)")
            let settled = try await kiosk.startTill(words + ["--evidence", "journal of the terminal"]).end()
            #expect(settled.code == 0, "\(settled)")
            try await kiosk.expectTheTruth(charges: 1, settled)
        }
    }

    @Test func nothingIsRestoredThatWouldForgetAPayment() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            #expect(try await pay(kiosk, 1042).code == 0)
            #expect(try await kiosk.till("backup", kiosk.path("backup")).code == 0)
            let same = try await kiosk.restore("backup", into: "data")
            #expect(same.code == 8 && same.errors.contains("restore.nothing"), "\(same)")
            #expect(try await pay(kiosk, 1043).code == 0)
            let newer = try await kiosk.why().payment
            let before = FileManager.default.contents(atPath: kiosk.data + "/till.sqlite")
            let refused = try await kiosk.restore("backup", into: "data")
            #expect(refused.code == 8 && refused.errors.contains("restore.wouldForget"), "\(refused)")
            #expect(refused.errors.contains(newer), "\(refused)")
            #expect(FileManager.default.contents(atPath: kiosk.data + "/till.sqlite") == before)
            // Of a database that cannot be read, the head tells how far it went.
            try Data("no database at all, and longer than a page".utf8 + [UInt8](repeating: 0, count: 8192)).write(
                to: URL(filePath: kiosk.data + "/till.sqlite"))
            let damaged = try await kiosk.restore("backup", into: "data")
            #expect(damaged.code == 8 && damaged.errors.contains("restore.wouldForget"), "\(damaged)")
            unlink(kiosk.data + "/till.head")
            let unknown = try await kiosk.restore("backup", into: "data")
            #expect(unknown.code == 8 && unknown.errors.contains("restore.presentUnreadable"), "\(unknown)")
        }
    }

    @Test func aBackupOfAnotherTillIsRefused() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            #expect(try await pay(kiosk, 1042).code == 0)
            #expect(try await kiosk.till("backup", kiosk.path("backup")).code == 0)
            #expect(try await pay(kiosk, 1043, in: "other").code == 0)
            let refused = try await kiosk.restore("backup", into: "other")
            #expect(refused.code == 8 && refused.errors.contains("restore.anotherTill"), "\(refused)")
            // A till that has taken no payment has nothing to forget.
            #expect(
                try await kiosk.start("till", ["orders", "list", "--data", kiosk.path("fresh")]).end().code == 0)
            let restored = try await kiosk.restore("backup", into: "fresh")
            #expect(restored.code == 0, "\(restored)")
            #expect(try await verify(kiosk, "fresh").code == 0)
        }
    }

    /// The database lost its newest entries, which a backup still has.
    @Test func lostEntriesComeBack() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            #expect(try await pay(kiosk, 1042).code == 0)
            try FileManager.default.copyItem(atPath: kiosk.data + "/till.sqlite", toPath: kiosk.path("old.sqlite"))
            #expect(try await pay(kiosk, 1043).code == 0)
            #expect(try await kiosk.till("backup", kiosk.path("backup")).code == 0)
            unlink(kiosk.data + "/till.sqlite")
            try FileManager.default.copyItem(atPath: kiosk.path("old.sqlite"), toPath: kiosk.data + "/till.sqlite")
            let lost = try await pay(kiosk, 1044)
            #expect(lost.code == 6 && lost.errors.contains("storage.olderJournal"), "\(lost)")
            let restored = try await kiosk.restore("backup", into: "data")
            #expect(restored.code == 0, "\(restored)")
            let names = try FileManager.default.contentsOfDirectory(atPath: kiosk.data)
            #expect(names.contains { $0.hasPrefix(Self.replaced) }, "\(names)")
            #expect(try await kiosk.till("journal", "verify").code == 0)
            let next = try await pay(kiosk, 1044)
            #expect(next.code == 0, "\(next)")
        }
    }

    @Test(arguments: [
        "restore.begun", "restore.unpacked", "restore.verified", "restore.marked", "restore.archivesPlaced",
        "restore.oldKept", "restore.replaced",
    ])
    func aKilledRestoreHasRestoredNothingOrEverything(_ step: String) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            #expect(try await pay(kiosk, 1042).code == 0)
            try FileManager.default.copyItem(atPath: kiosk.data, toPath: kiosk.path("older"))
            #expect(try await pay(kiosk, 1043).code == 0)
            #expect(try await kiosk.till("backup", kiosk.path("backup")).code == 0)
            for directory in ["older", "empty"] {
                let killed = try await kiosk.restore(
                    "backup", into: directory, environment: ["TILL_TEST_KILL_AT": step])
                #expect(killed.signal == SIGKILL, "\(killed)")
                let isRestored = step == "restore.replaced"
                let hasData = FileManager.default.fileExists(atPath: kiosk.path(directory + "/till.sqlite"))
                #expect(hasData == (isRestored || directory == "older"))
                if hasData {
                    let verified = try await verify(kiosk, directory)
                    #expect(verified.code == 0, "\(verified)")
                    let why = try await kiosk.start(
                        "till", ["why", "1043", "--data", kiosk.path(directory)]
                    ).end()
                    #expect(why.code == (isRestored ? 0 : 7), "\(why)")
                }
                let next = try await kiosk.restore("backup", into: directory)
                #expect(next.code == (isRestored ? 8 : 0), "\(next)")
                #expect(!FileManager.default.fileExists(atPath: kiosk.path(directory + "/restore.new")))
                let paid = try await pay(kiosk, directory == "older" ? 1044 : 1045, in: directory)
                // The second till does not know what the first one did after the backup.
                #expect(paid.code == (directory == "older" ? 0 : 8), "\(paid)")
            }
        }
    }

    @Test func aRestoreWaitsForNobodyWhoIsAtWork() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            #expect(try await kiosk.till("backup", kiosk.path("backup")).code == 0)
            let terminal = try await kiosk.startTerminal(Kiosk.patient)
            let payment = try await kiosk.startTill(kiosk.paymentToFile(of: 1043))
            await kiosk.until("the payment was sent", stopping: terminal) {
                kiosk.hasSentAPayment || payment.hasEnded
            }
            let refused = try await terminal.standsStill { try await kiosk.restore("backup", into: "data") }
            #expect(refused.code == 75 && refused.errors.contains("storage.busy"), "\(refused)")
            let ended = try await payment.end()
            #expect(ended.code == 0, "\(ended)")
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }

    @Test func twoRestoresAtOnceAreOne() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            #expect(try await kiosk.till("backup", kiosk.path("backup")).code == 0)
            let both = try (0..<2).map { _ in
                try kiosk.start("till", ["restore", kiosk.path("backup"), "--data", kiosk.path("new")])
            }
            let codes = [try await both[0].end(), try await both[1].end()].compactMap(\.code).sorted()
            #expect(codes == [0, 8])
            #expect(try await verify(kiosk, "new").code == 0)
        }
    }

    @Test(.enabled(if: InputDisk.isPossible, "a disk to be filled can be mounted by root alone"))
    func onAFullDiskNothingIsRestored() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            #expect(try await kiosk.till("backup", kiosk.path("backup")).code == 0)
            let disk = try InputDisk(at: kiosk.path("new"))
            defer { disk.remove() }
            try disk.fill()
            let full = try await kiosk.restore("backup", into: "new")
            #expect(full.code == 6 && full.errors.contains("storage.diskFull"), "\(full)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: kiosk.path("new")) == ["filling"])
            disk.free()
            #expect(try await kiosk.restore("backup", into: "new").code == 0)
        }
    }
}

extension Kiosk {
    /// Whether the log of the database has a payment whose request was about to be sent.
    fileprivate var hasSentAPayment: Bool {
        let log = FileManager.default.contents(atPath: data + "/till.sqlite-wal") ?? Data()
        return log.range(of: Data("payment.sending".utf8)) != nil
    }
}
