import Flow
import Foundation
import Synchronization
import Testing

@testable import Storage

/// Locks that other processes hold: how long to wait, what to say meanwhile, and who holds them.
@Suite struct LockTests {
    private let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    // MARK: Patience

    @Test func aWordIsSaidOnceAfterTwoSeconds() {
        let steps = (0..<400).map { LockPatience(longestWait: .seconds(10)).step(after: $0) }
        let words = steps.indices.filter { if case .sayAndPause = steps[$0] { true } else { false } }
        #expect(words.count == 1)
        let before = steps.prefix(words[0]).reduce(0) { $0 + milliseconds($1) }
        #expect((2000..<2060).contains(before))
    }

    @Test func thePausesGrowAsInSQLiteAndTheLastOneRepeats() {
        let steps = (0...11).map { LockPatience(longestWait: .seconds(1)).step(after: $0) }
        #expect(steps.map(milliseconds) == [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 50])
    }

    @Test(arguments: [0, 20, 300, 5000, 10_000]) func itEndsAtItsLimit(_ limit: Int) {
        let patience = LockPatience(longestWait: .milliseconds(limit))
        let pauses = (0..<400).map { patience.step(after: $0) }.prefix { $0 != .giveUp }.map(milliseconds)
        #expect((limit..<limit + 60).contains(pauses.reduce(0, +)) || limit == 0 && pauses.isEmpty)
        #expect(patience.step(after: 100_000) == .giveUp)
    }

    @Test func theFirstPausesAreShort() {
        let patience = LockPatience(longestWait: .seconds(5))
        #expect((0..<5).map { patience.step(after: $0) }.map(milliseconds) == [1, 2, 5, 10, 15])
    }

    @Test func locksAreReadFromTheKernelsTable() {
        let table = """
            1: FLOCK  ADVISORY  WRITE 4711 fd:01:1835012 0 EOF
            1: -> FLOCK  ADVISORY  WRITE 4712 fd:01:1835012 0 EOF
            2: POSIX  ADVISORY  READ 815 00:2f:77 128 128
            3: OFDLCK ADVISORY  WRITE -1 00:2f:78 0 EOF
            nonsense
            """
        #expect(
            FileLock.all(in: table) == [
                FileLock(process: 4711, device: "fd:01", inode: 1_835_012, isToWrite: true),
                FileLock(process: 815, device: "00:2f", inode: 77, isToWrite: false),
            ])
    }

    @Test(
        arguments: [
            ("till\0pay\0--amount\01\0", "till pay"), ("/usr/bin/till\0end-of-day\0", "till end-of-day"),
            ("/usr/bin/till\0", "till"), ("till", "till"), ("till\0--pin\04071\0", "till"), ("till\04071\0", "till"),
            ("till\0pin4071\0", "till"), ("till\0/dev/ttyUSB0\0", "till"), ("till\0-\0pay\0", "till"), ("", nil),
            ("/\0pay\0", nil),
        ] as [(String, String?)])
    func aProcessIsNamedByItsProgramAndAWordAlone(_ line: String, _ name: String?) {
        #expect(LockHolder.command(in: line) == name)
    }

    // MARK: Another process

    @Test(.enabled(if: Locker.isPossible, "there is no /usr/bin/python3"))
    func aDirectoryThatAnotherProcessLocksIsWaitedForAndGivenUp() throws {
        let locker = try Locker(
            """
            import fcntl, os, sys
            fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_EX)
            """, place.path)
        defer { locker.end() }
        let error = try #require(throws: StorageError.self) { try open(directory: .milliseconds(50)) }
        #expect(error.code == "storage.busy" && error.failure.recovery == .retry)
        let holder = LockHolder(process: locker.pid, command: "python3")
        let path = place.path
        #expect(
            error
                == .busy(HeldLock(kind: .directory, path: path, holder: holder, longestWait: .milliseconds(50))))
        #expect(error.failure.sentence.contains("python3, process \(locker.pid)"))
        locker.end()
        try open(directory: .seconds(30)).close()
    }

    @Test(.enabled(if: Locker.isPossible, "there is no /usr/bin/python3"))
    func aDatabaseThatAnotherProcessLocksIsWaitedForAndGivenUp() throws {
        let storage = try open(database: .milliseconds(50))
        try fill(storage, 1)
        let locker = try Locker(
            """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1] + "/till.sqlite", isolation_level=None)
            database.execute("BEGIN EXCLUSIVE")
            """, place.path)
        defer { locker.end() }
        let error = try #require(throws: StorageError.self) { try fill(storage, 1) }
        guard case .busy(let lock?) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(lock.kind == .database && lock.holder?.process == locker.pid)
        #expect(lock.waiting.description.contains("python3, process \(locker.pid)"))
        locker.end()
        try fill(try open(database: .seconds(30)), 1)
    }

    /// The message comes after two seconds, and then the work goes on.
    @Test(.enabled(if: Locker.isPossible, "there is no /usr/bin/python3"))
    func whatIsWaitedForIsToldAndThenTaken() throws {
        let locker = try Locker(
            """
            import fcntl, os, sys
            fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_EX)
            """, place.path)
        defer { locker.end() }
        let told = Mutex<[HeldLock]>([])
        try open(directory: .seconds(60)) { lock in
            told.withLock { $0.append(lock) }
            locker.end()
        }.close()
        #expect(told.withLock { $0.map(\.holder?.process) } == [locker.pid])
    }

    @discardableResult
    private func open(
        directory: Duration = .seconds(1), database: Duration = .seconds(1),
        waiting: @escaping @Sendable (HeldLock) -> Void = { _ in }
    ) throws -> StorageManager {
        try StorageManager(
            directory: place.path, environment: .standing,
            patience: StorageManager.Patience(database: database, directory: directory, waiting: waiting),
            acceptsAnyJournal: false)
    }

    private func milliseconds(_ step: LockPatience.Step) -> Int {
        switch step {
        case .pause(let pause), .sayAndPause(let pause): pause
        case .giveUp: 0
        }
    }
}

/// A Python process that holds a lock until it is ended.
private final class Locker: Sendable {
    private static let python = "/usr/bin/python3"
    static let isPossible = FileManager.default.isExecutableFile(atPath: python)

    let pid: pid_t
    /// The pipe stays open, because the process ends when it reads the end of its input.
    private let input: Pipe

    /// Returns when the process has the lock.
    init(_ script: String, _ argument: String) throws {
        let process = Process()
        let (output, input) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: Self.python)
        process.arguments = ["-c", script + "\nprint('locked', flush=True)\nsys.stdin.read()\n", argument]
        process.standardOutput = output
        process.standardInput = input
        try process.run()
        pid = process.processIdentifier
        let said = output.fileHandleForReading.availableData
        self.input = input
        try #require(String(decoding: said, as: UTF8.self).contains("locked"))
    }

    /// SIGKILL, because the child of a test inherits the blocked signals of its thread.
    func end() { kill(pid, SIGKILL) }
}
