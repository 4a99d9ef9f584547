import Flow
import Foundation
import GRDB

/// The storage of one data directory: `till.sqlite`, written ahead (WAL) and synced at every commit.
///
/// Several processes may use one directory at the same time; their transactions take turns.
public final class StorageManager: StorageManagerType {
    /// How long a transaction waits for another process before it is `.busy`.
    public static let longestWait: Duration = .seconds(5)

    /// Room that must be left on the disk for a payment to begin.
    public static let leastFreeBytes = DataDirectory.leastFreeBytes

    let database: any DatabaseWriter
    /// Opened to be read, and no more.
    public var isReadOnly: Bool { database.configuration.readonly }
    private let directory: DataDirectory?
    private let now: @Sendable () -> Date

    /// Opens the storage in that directory, and makes it where there is none.
    ///
    /// Nothing is ever deleted or replaced: a damaged file is `.corrupt`, one of a later release `.newerVersion`, and
    /// both stay as they were.
    public convenience init(directory path: String, environment: Environment) throws(StorageError) {
        try self.init(directory: path, environment: environment, longestWait: Self.longestWait)
    }

    /// Opens what is there to look at it, where it cannot be written: on a disk that is closed or full, or belongs to
    /// someone else. Nothing in the directory changes, and every write is `.readOnly`.
    public init(readingOnly path: String, environment: Environment) throws(StorageError) {
        let directory = DataDirectory(path: path)
        try directory.refuseRemains()
        self.database = try Self.openToRead(directory)
        self.directory = directory
        self.now = environment.now
    }

    init(directory path: String, environment: Environment, longestWait: Duration) throws(StorageError) {
        let directory = DataDirectory(path: path)
        try directory.prepare()
        self.database = try directory.exclusively { () throws(StorageError) in
            try directory.prepareDatabase { try Self.make($0, Self.configuration(longestWait)) }
            return try Self.open(directory.database, in: path, Self.configuration(longestWait))
        }
        self.directory = directory
        self.now = environment.now
    }

    private init(_ database: any DatabaseWriter, now: @escaping @Sendable () -> Date) {
        self.database = database
        self.directory = nil
        self.now = now
    }

    /// A storage without a file, for tests. Its clock stands still unless one is given.
    public static func inMemory(
        now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 1_795_219_200) }
    ) throws(StorageError) -> StorageManager {
        do {
            let queue = try DatabaseQueue(configuration: configuration(longestWait))
            try Schema.migrator.migrate(queue)
            return StorageManager(queue, now: now)
        } catch { throw StorageError(error) }
    }

    @discardableResult
    public func write<T>(_ work: (any StorageTransaction) throws -> T) throws(StorageError) -> T {
        do {
            return try database.writeWithoutTransaction { database in
                var result: T?
                // IMMEDIATE: the lock is taken before anything is read, so what is read stays true until the commit.
                try database.inTransaction(.immediate) {
                    result = try work(Session(database: database, now: now))
                    return .commit
                }
                guard let result else { throw StorageError.system(code: -1, message: "the transaction has no result") }
                return result
            }
        } catch { throw StorageError(error) }
    }

    public func read<T>(_ work: (any StorageReader) throws -> T) throws(StorageError) -> T {
        do {
            return try database.read { try work(Session(database: $0, now: now)) }
        } catch { throw StorageError(error) }
    }

    public func checkReady() throws(StorageError) {
        guard let directory else { return }
        guard !isReadOnly else { throw .readOnly }
        try directory.checkRoom()
        do { try database.writeWithoutTransaction(Self.assertDurable) } catch { throw StorageError(error) }
    }

    /// Brings everything into the one file `till.sqlite` and closes it. Any later call fails. Losing power or being
    /// killed instead loses nothing: the next start reads the log.
    public func close() throws(StorageError) {
        // The last connection folds the log in, and one that only reads cannot.
        (database as? DatabasePool)?.invalidateReadOnlyConnections()
        do { try database.close() } catch { throw StorageError(error) }
    }

    /// Has SQLite look at every page of the database; `.corrupt` with what it finds. Takes time, so nothing calls it
    /// on the way to a payment.
    public func checkIntegrity() throws(StorageError) {
        let finding: String?
        do {
            finding = try database.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        } catch { throw StorageError(error) }
        guard finding == "ok" else { throw .corrupt(reason: finding ?? "the check gave no answer") }
    }
}

// MARK: - Opening

extension StorageManager {
    private static func configuration(_ longestWait: Duration) -> Configuration {
        var configuration = Configuration()
        configuration.label = "till.storage"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(longestWait / .seconds(1))
        return configuration
    }

    /// A new database with its tables and nothing in them, in that one file.
    private static func make(_ file: String, _ configuration: Configuration) throws {
        let queue = try DatabaseQueue(path: file, configuration: configuration)
        defer { try? queue.close() }
        try Schema.migrator.migrate(queue)
        try queue.close()
    }

    private static func open(
        _ file: String, in path: String, _ configuration: Configuration
    ) throws(StorageError) -> any DatabaseWriter {
        do {
            try refuseNewer(file, configuration)
            let pool = try DatabasePool(path: file, configuration: configuration)
            try pool.writeWithoutTransaction { database in
                // Setting up WAL, GRDB has silently chosen NORMAL: a power cut could take back what was committed.
                try database.execute(sql: "PRAGMA synchronous = FULL")
                try assertDurable(database)
            }
            try Schema.migrator.migrate(pool)
            return pool
        } catch {
            throw StorageError(error).located(in: path)
        }
    }

    /// The database where it lies, when a till uses it or was killed over it. Else a copy: SQLite would make files beside
    /// a database at rest, or fail where it cannot.
    private static func openToRead(_ directory: DataDirectory) throws(StorageError) -> DatabaseQueue {
        do {
            if directory.hasIndexOfLog, let queue = try? readable(directory.database) { return queue }
            return try directory.withCopy { try readable($0) }
        } catch { throw StorageError(error).located(in: directory.path) }
    }

    private static func readable(_ file: String) throws -> DatabaseQueue {
        var configuration = configuration(longestWait)
        configuration.readonly = true
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        let queue = try DatabaseQueue(path: file, configuration: configuration)
        guard try !queue.read(Schema.migrator.hasBeenSuperseded) else { throw StorageError.newerVersion }
        guard try queue.read(Schema.migrator.hasCompletedMigrations) else {
            throw StorageError.olderVersion
        }
        return queue
    }

    /// Looks through a connection that cannot write, before any that can is opened.
    private static func refuseNewer(_ file: String, _ configuration: Configuration) throws {
        var configuration = configuration
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: file, configuration: configuration)
            defer { try? queue.close() }
            guard try !queue.read(Schema.migrator.hasBeenSuperseded) else { throw StorageError.newerVersion }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // The question is always the same, so it is the file that is wrong ("unsupported file format").
            throw StorageError.corrupt(reason: error.message ?? "it is no database of Till")
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
            // Only before it has its log is there anything to take back: whoever made it was killed over that.
        }
    }

    /// `FULL`: the log is synced at every commit. Anything less would acknowledge what a power cut can undo.
    static let durableLevel = 2

    private static func assertDurable(_ database: Database) throws {
        let level = try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? 0
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? ""
        guard level == durableLevel, mode == "wal" else {
            let found = "synchronous = \(level), journal_mode = \(mode)"
            throw StorageError.cannotOpen(path: "the data directory", reason: "writes would not be durable (\(found))")
        }
    }
}

extension StorageError {
    fileprivate func located(in path: String) -> StorageError {
        guard case .cannotOpen(_, let reason) = self else { return self }
        return .cannotOpen(path: path, reason: reason)
    }
}
