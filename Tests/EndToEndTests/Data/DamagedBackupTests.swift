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
        let script = """
            import hashlib, json, os, sqlite3, sys
            folder = sys.argv[1]
            path = folder + "/till.sqlite"
            database = sqlite3.connect(path)
            for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                database.execute("DROP TRIGGER " + name)
            database.execute("UPDATE journal SET at = at + 1 WHERE sequence = 2")
            database.commit()
            database.execute("PRAGMA journal_mode = DELETE")
            database.close()
            manifest = json.load(open(folder + "/manifest.json"))
            for file in manifest["files"]:
                if file["name"] == "till.sqlite":
                    file["bytes"] = os.path.getsize(path)
                    file["sha256"] = hashlib.sha256(open(path, "rb").read()).hexdigest()
            json.dump(manifest, open(folder + "/manifest.json", "w"))
            """
        let forged = try await kiosk.start("/usr/bin/python3", ["-c", script, kiosk.path("backup")]).end()
        #expect(forged.code == 0, "\(forged)")
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
