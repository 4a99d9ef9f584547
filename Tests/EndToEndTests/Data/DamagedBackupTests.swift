import Foundation
import Glibc
import Testing

/// Backups that are not what was written: cut off, changed, or made by somebody who wishes the till ill.
@Suite struct DamagedBackupTests {
    private func expectRefusal(_ kiosk: Kiosk, _ backup: String, _ code: String) async throws {
        let refused = try await kiosk.restore(backup, into: "new")
        #expect(refused.code == 65 && refused.errors.contains(code), "\(backup): \(refused)")
        let left = (try? FileManager.default.contentsOfDirectory(atPath: kiosk.path("new"))) ?? []
        #expect(left.isEmpty, "\(left)")
    }

    @Test func anArchiveThatIsCutOffOrChangedIsRefused() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            #expect(try await kiosk.backUpToTar("backup.tar").code == 0)
            let whole = try #require(FileManager.default.contents(atPath: kiosk.path("backup.tar")))
            func write(_ data: Data) throws { try data.write(to: URL(filePath: kiosk.path("bad.tar"))) }
            for length in [0, 1, 511, 512] {
                try write(whole.prefix(length))
                let refused = try await kiosk.restore("bad.tar", into: "new")
                #expect(refused.code == 65, "\(length): \(refused)")
            }
            for length in [1_024, 1_600, 100_000, whole.count - 8_192, whole.count - 1_025] {
                try write(whole.prefix(length))
                try await expectRefusal(kiosk, "bad.tar", "backup.damaged")
            }
            for place in [1_600, 60_000, whole.count - 9_000] {
                var changed = whole
                changed[place] ^= 0x40
                try write(changed)
                try await expectRefusal(kiosk, "bad.tar", "backup.damaged")
            }
            try write(Data("not a backup".utf8))
            try await expectRefusal(kiosk, "bad.tar", "backup.notOne")
            #expect(try await kiosk.restore("backup.tar", into: "new").code == 0)
        }
    }

    @Test func aFolderWithOtherFilesLinksOrAForgedJournalIsRefused() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            #expect(try await kiosk.till("backup", kiosk.path("backup")).code == 0)
            let backup = kiosk.path("backup")
            try FileManager.default.moveItem(atPath: backup + "/till.sqlite", toPath: kiosk.path("elsewhere"))
            try await expectRefusal(kiosk, "backup", "backup.damaged")
            symlink(kiosk.path("elsewhere"), backup + "/till.sqlite")
            let linked = try await kiosk.restore("backup", into: "new")
            #expect(linked.code == 6 && linked.errors.contains("storage.cannotOpen"), "\(linked)")
            unlink(backup + "/till.sqlite")
            try FileManager.default.moveItem(atPath: kiosk.path("elsewhere"), toPath: backup + "/till.sqlite")
            try await forge(kiosk)
            try await expectRefusal(kiosk, "backup", "backup.damaged")
            unlink(backup + "/manifest.json")
            try await expectRefusal(kiosk, "backup", "backup.notOne")
            let none = try await kiosk.restore("nowhere", into: "new")
            #expect(none.code == 7 && none.errors.contains("backup.notFound"), "\(none)")
            let device = try await kiosk.start("till", ["restore", "/dev/null", "--data", kiosk.path("new")]).end()
            #expect(device.code == 65, "\(device)")
        }
    }

    /// Changes an entry of the backup's journal, and its manifest to match.
    private func forge(_ kiosk: Kiosk) async throws {
        try await change(
            kiosk, "UPDATE journal SET at = at + 1 WHERE sequence = 2",
            first: """
                for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                    database.execute("DROP TRIGGER " + name)
                """)
    }

    /// Runs SQL in the backup's database and changes its manifest to match.
    ///
    /// - Parameters:
    ///   - first: lines of Python that run before.
    ///   - head: what `till.head` says then; nil to leave it.
    private func change(_ kiosk: Kiosk, _ sql: String, first: String = "", head: String = "") async throws {
        let script = """
            import hashlib, json, os, sqlite3, sys
            folder, sql, head = sys.argv[1:]
            path = folder + "/till.sqlite"
            database = sqlite3.connect(path)
            \(first)
            database.executescript(sql)
            database.commit()
            database.execute("PRAGMA journal_mode = DELETE")
            database.close()
            if head:
                half = (head + " " + hashlib.sha256(head.encode()).hexdigest()[:16]).ljust(4095) + "\\n"
                open(folder + "/till.head", "w").write(half * 2)
            manifest = json.load(open(folder + "/manifest.json"))
            for file in manifest["files"]:
                data = open(folder + "/" + file["name"], "rb").read()
                file["bytes"] = len(data)
                file["sha256"] = hashlib.sha256(data).hexdigest()
            json.dump(manifest, open(folder + "/manifest.json", "w"))
            """
        let changed = try await kiosk.start("/usr/bin/python3", ["-c", script, kiosk.path("backup"), sql, head]).end()
        #expect(changed.code == 0, "\(changed)")
    }

    /// Each of these would act, or hide a payment, as soon as the backup is restored.
    @Test(arguments: [
        "CREATE TRIGGER forgets AFTER INSERT ON settings BEGIN DELETE FROM paid_orders; END",
        """
        PRAGMA writable_schema = ON;
        INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES ('trigger', 'sqlite_forgets', 'settings', 0,
            'CREATE TRIGGER sqlite_forgets AFTER INSERT ON settings BEGIN DELETE FROM paid_orders; END');
        """,
        "CREATE VIEW shown AS SELECT * FROM payments",
        "ALTER TABLE grdb_migrations RENAME TO others; CREATE VIEW grdb_migrations AS SELECT * FROM others",
        "DROP INDEX one_open_payment_per_terminal",
        "DELETE FROM paid_orders",
        "UPDATE payments SET order_id = 1",
    ])
    func aDatabaseWithForeignTriggersOrOtherTablesThanItsJournalIsRefused(_ sql: String) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            #expect(try await kiosk.till("backup", kiosk.path("backup")).code == 0)
            try await change(kiosk, sql)
            try await expectRefusal(kiosk, "backup", "backup.damaged")
        }
    }

    @Test func aBackupWithAnotherHeadOrWithoutOneIsRefused() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            #expect(try await kiosk.till("backup", kiosk.path("backup")).code == 0)
            try await change(kiosk, "", head: "till.head.1 1 " + String(repeating: "00", count: 32))
            try await expectRefusal(kiosk, "backup", "backup.damaged")
            let manifest = kiosk.path("backup/manifest.json")
            let text = try String(contentsOfFile: manifest, encoding: .utf8)
            let without = text.replacing(/, \{"bytes": [0-9]+, "name": "till.head"[^}]*\}/, with: "")
            #expect(without != text)
            try without.write(toFile: manifest, atomically: true, encoding: .utf8)
            try await expectRefusal(kiosk, "backup", "backup.damaged")
        }
    }

    /// Names that lead out of the folder, absolute ones, links, and a file twice.
    @Test func anArchiveWhoseNamesLeadElsewhereWritesNothing() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            #expect(try await kiosk.till("backup", kiosk.path("backup")).code == 0)
            for trick in ["parent", "absolute", "link", "twice", "unlisted", "huge"] {
                let made = try await kiosk.start(
                    "/usr/bin/python3", ["-c", Self.tricks, kiosk.path("backup"), kiosk.path("bad.tar"), trick]
                ).end()
                #expect(made.code == 0, "\(made)")
                let refused = try await kiosk.restore("bad.tar", into: "new")
                #expect(refused.code == 65 || trick == "huge" && refused.code == 6, "\(trick): \(refused)")
                let left = (try? FileManager.default.contentsOfDirectory(atPath: kiosk.path("new"))) ?? []
                #expect(left.isEmpty, "\(trick): \(left)")
                #expect(!FileManager.default.fileExists(atPath: kiosk.path("escaped")), "\(trick)")
            }
        }
    }

    private static let tricks = """
        import io, json, os, sys, tarfile
        folder, target, trick = sys.argv[1:]
        manifest = json.load(open(folder + "/manifest.json"))
        name = {"parent": "../../escaped", "absolute": os.path.dirname(folder) + "/escaped"}.get(trick)
        if name:
            manifest["files"].append({"name": name, "bytes": 4, "sha256": "0" * 64})
        if trick == "huge":
            manifest["files"].append({"name": "archive-1.sqlite", "bytes": 8589934591, "sha256": "0" * 64})
        with tarfile.open(target, "w", format=tarfile.USTAR_FORMAT) as tar:
            def add(name, data, kind=tarfile.REGTYPE, link=""):
                info = tarfile.TarInfo(name)
                info.type, info.linkname, info.size = kind, link, len(data)
                tar.addfile(info, io.BytesIO(data))
            add("manifest.json", json.dumps(manifest).encode())
            if name:
                add(name, b"boo!")
            if trick == "link":
                add("till.sqlite", b"", tarfile.SYMTYPE, "../../escaped")
            if trick == "unlisted":
                add("archive-7.sqlite", b"boo!")
            for file in ["till.sqlite", "till.head"] + (["till.sqlite"] if trick == "twice" else []):
                add(file, open(folder + "/" + file, "rb").read())
        """
}
