import Foundation
import Glibc
import Testing

/// Data that another process keeps locked: after two seconds the command says so, and ends.
@Suite struct LockedDataTests {
    private static let python = "/usr/bin/python3"
    private static let isHere = FileManager.default.isExecutableFile(atPath: python)

    private static let directory = """
        import fcntl, os, signal, sys
        fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_EX)
        print("locked", flush=True)
        signal.pause()
        """
    private static let database = """
        import signal, sqlite3, sys
        database = sqlite3.connect(sys.argv[1] + "/till.sqlite", isolation_level=None)
        database.execute("BEGIN EXCLUSIVE")
        print("locked", flush=True)
        signal.pause()
        """

    @Test(
        .enabled(if: isHere, "there is no /usr/bin/python3"),
        arguments: [(directory, "the data directory", 10), (database, "the database in", 5)])
    func dataThatStaysLockedEndsTheCommand(_ script: String, _ what: String, _ seconds: Int) async throws {
        try await Kiosk.run { kiosk in
            #expect(try await kiosk.till("logout").code == 0)
            let locker = try kiosk.start(Self.python, ["-c", script, kiosk.data])
            try await locker.says("locked")
            let ending = try await kiosk.till("login")
            #expect(ending.code == 75 && ending.errors.contains("storage.busy"), "\(ending)")
            #expect(ending.errors.contains("waiting for \(what)"), "\(ending)")
            #expect(
                ending.errors.contains("locked by python3, process \(locker.pid); at most \(seconds) s"), "\(ending)")
        }
    }

    @Test(.enabled(if: isHere, "there is no /usr/bin/python3"))
    func dataThatIsSetFreeLetsTheCommandGoOn() async throws {
        try await Kiosk.run { kiosk in
            #expect(try await kiosk.till("logout").code == 0)
            let locker = try kiosk.start(Self.python, ["-c", Self.directory, kiosk.data])
            try await locker.says("locked")
            let login = try await kiosk.startTill(["login"])
            // The message comes on stderr; the lock is released once the login is known to wait.
            try await login.says("process \(locker.pid)")
            locker.send(SIGKILL)
            let ending = try await login.end()
            #expect(ending.code == 0, "\(ending)")
        }
    }
}
