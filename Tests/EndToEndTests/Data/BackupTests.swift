import Foundation
import Glibc
import Testing

/// `till backup`: what is in a backup, while other commands write, killed, and on full disks.
@Suite struct BackupTests {
    @Test func aBackupHoldsTheJournalAndNoSecrets() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            mkdir(kiosk.data + "/credentials", 0o700)
            try Data("consumer secret".utf8).write(to: URL(filePath: kiosk.data + "/credentials/shop-1"))
            let made = try await kiosk.till("backup", kiosk.path("backup"))
            #expect(made.code == 0 && made.output.contains("1 transactions"), "\(made)")
            let names = try FileManager.default.contentsOfDirectory(atPath: kiosk.path("backup")).sorted()
            #expect(names == ["manifest.json", "till.head", "till.sqlite"])
            for name in names { #expect(try kiosk.mode("backup/\(name)") == 0o600, "\(name)") }
            #expect(try kiosk.mode("backup") == 0o700)
            let again = try await kiosk.till("backup", kiosk.path("backup"))
            #expect(again.code == 8 && again.errors.contains("backup.exists"), "\(again)")
            // `till backup` has no such option.
            let nowhere = try await kiosk.till("backup", kiosk.path("backup/manifest.json/folder/next"))
            #expect(nowhere.code == 64 && nowhere.errors.contains("output.cannotWrite"), "\(nowhere)")
            #expect(!nowhere.errors.contains("--out"), "\(nowhere)")
            let tar = try await kiosk.backUpToTar("backup.tar")
            #expect(tar.code == 0, "\(tar)")
            let listed = try await kiosk.start("/usr/bin/tar", ["-tf", kiosk.path("backup.tar")]).end()
            #expect(listed.output == "manifest.json\ntill.sqlite\ntill.head\n", "\(listed)")
            #expect(!FileManager.default.fileExists(atPath: kiosk.data + "/backup.new"))
        }
    }

    @Test func withoutDataOrFromATerminalNothingIsBackedUp() async throws {
        try await Kiosk.run { kiosk in
            let none = try await kiosk.till("backup", kiosk.path("backup"))
            #expect(none.code == 7 && none.errors.contains("backup.nothing"), "\(none)")
            #expect(!FileManager.default.fileExists(atPath: kiosk.path("backup")))
            #expect(!FileManager.default.fileExists(atPath: kiosk.data))
            #expect(try await kiosk.till("backup", "").code == 64)
        }
    }

    @Test(arguments: [["whoami"], ["outbox", "list"], ["journal", "verify"], ["why", "last"], ["serve"]])
    func aBackupIsNotUsedInPlaceAndStaysAsItWasWritten(_ command: [String]) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            #expect(try await kiosk.till("backup", kiosk.path("backup")).code == 0)
            let refused = try await kiosk.start("till", command + ["--data", kiosk.path("backup")]).end()
            #expect(refused.code == 64 && refused.errors.contains("backup.notData"), "\(refused)")
            #expect(refused.errors.contains("till restore \(kiosk.path("backup"))"), "\(refused)")
            let names = try FileManager.default.contentsOfDirectory(atPath: kiosk.path("backup")).sorted()
            #expect(names == ["manifest.json", "till.head", "till.sqlite"])
            let into = try await kiosk.restore("backup", into: "backup")
            #expect(into.code == 64 && into.errors.contains("backup.notData"), "\(into)")
            let restored = try await kiosk.restore("backup", into: "restored")
            #expect(restored.code == 0, "\(restored)")
        }
    }

    /// Payments run while backups are made; each backup is one state, and verifies.
    @Test func backupsAreConsistentWhilePaymentsRun() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            #expect(try await kiosk.startTill(kiosk.paymentToFile()).end().code == 0)
            var payments: [Child] = []
            for order in [1043, 1044, 1045] {
                payments.append(try await kiosk.startTill(kiosk.paymentToFile(of: order)))
            }
            var backups: [String] = []
            repeat {
                let backup = kiosk.path("backup-\(backups.count)")
                let made = try await kiosk.till("backup", backup)
                #expect(made.code == 0, "\(made)")
                backups.append(backup)
            } while payments.contains { !$0.hasEnded } && backups.count < 20
            for (number, backup) in backups.enumerated() {
                let restored = try await kiosk.restore("backup-\(number)", into: "restored-\(number)")
                #expect(restored.code == 0, "\(backup): \(restored)")
                let verified = try await kiosk.start(
                    "till", ["journal", "verify", "--data", kiosk.path("restored-\(number)")]
                ).end()
                #expect(verified.code == 0, "\(verified)")
            }
        }
    }

    @Test(arguments: ["backup.begun", "backup.copied", "backup.verified", "backup.named"])
    func aKilledBackupIsNotTakenForOne(_ step: String) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let killed = try await kiosk.till(
                "backup", kiosk.path("backup"), environment: ["TILL_TEST_KILL_AT": step])
            #expect(killed.signal == SIGKILL, "\(killed)")
            let isNamed = step == "backup.named"
            #expect(FileManager.default.fileExists(atPath: kiosk.path("backup")) == isNamed)
            let next = try await kiosk.till("backup", kiosk.path(isNamed ? "backup-2" : "backup"))
            #expect(next.code == 0, "\(next)")
            #expect(!FileManager.default.fileExists(atPath: kiosk.path(".backup.till-backup")))
            let restored = try await kiosk.restore("backup", into: "restored")
            #expect(restored.code == 0, "\(restored)")
        }
    }

    @Test(.enabled(if: InputDisk.isPossible, "a disk to be filled can be mounted by root alone"))
    func aFullDiskIsToldAndLeavesNothing() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let disk = try InputDisk(at: kiosk.path("disk"))
            defer { disk.remove() }
            try disk.fill()
            let full = try await kiosk.till("backup", kiosk.path("disk/backup"))
            #expect(full.code == 6 && full.errors.contains("storage.diskFull"), "\(full)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: kiosk.path("disk")) == ["filling"])
        }
    }

    @Test(.enabled(if: InputDisk.isPossible, "a disk to be filled can be mounted by root alone"))
    func dataOnAFullDiskAreBackedUpElsewhere() async throws {
        try await Kiosk.run { kiosk in
            let disk = try InputDisk(at: kiosk.data)
            defer { disk.remove() }
            try await kiosk.paidDemo()
            try disk.fill()
            let made = try await kiosk.till("backup", kiosk.path("backup"))
            #expect(made.code == 0, "\(made)")
            let here = try await kiosk.backUpToTar("backup.tar")
            #expect(here.code == 6 && here.errors.contains("storage.diskFull"), "\(here)")
            #expect(!FileManager.default.fileExists(atPath: kiosk.data + "/backup.new"))
        }
    }
}

extension Kiosk {
    func mode(_ name: String) throws -> mode_t {
        var node = stat()
        guard lstat(path(name), &node) == 0 else { throw CocoaError(.fileNoSuchFile) }
        return node.st_mode & 0o777
    }

    func backUpToTar(_ name: String) async throws -> Ending {
        let command = "exec \"$0\" backup - --data \"$1\" > \"$2\""
        return try await start("/bin/sh", ["-c", command, Programs.path("till"), data, path(name)]).end()
    }

    /// Restores a backup of this kiosk into a data directory of this name.
    func restore(
        _ backup: String, into directory: String, _ more: [String] = [], environment: [String: String] = [:]
    ) async throws -> Ending {
        try await start(
            "till", ["restore", path(backup), "--data", path(directory)] + more, environment: environment
        ).end()
    }
}
