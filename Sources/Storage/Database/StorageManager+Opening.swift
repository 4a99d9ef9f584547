import Failures
import Flow
import Foundation
import GRDB
import Model

extension StorageManager {
    static func configuration(_ patience: Patience, _ directory: DataDirectory?) -> Configuration {
        var configuration = Configuration()
        configuration.label = "till.storage"
        configuration.foreignKeysEnabled = true
        let lock = LockPatience(longestWait: patience.database)
        configuration.busyMode = .callback { tries in
            lock.endure(after: tries) {
                if let directory { patience.waiting(directory.held(.database, patience.database)) }
            }
        }
        return configuration
    }

    /// Throws `storage.noTill` if there is no till in the directory, for what would otherwise make one by looking.
    package static func requireTill(in directory: String) throws(Failure) {
        guard DataDirectory(path: directory).hasNoTill else { return }
        throw Failure(
            StorageFailure.noTill, Sentence("failure.storage.noTill", ["directory": directory]),
            remedy: Sentence("remedy.storage.noTill"), recovery: .giveUp)
    }

    /// Creates an empty database with its tables in one file.
    static func make(_ file: String, _ configuration: Configuration) throws {
        let queue = try DatabaseQueue(path: file, configuration: configuration)
        defer { try? queue.close() }
        try SchemaUpgrade.migrate(queue)
        try queue.close()
    }

    /// Whether SQLite syncs the directory when it first syncs a log, as it does unless it was built without this
    /// (https://www.sqlite.org/compile.html, SQLITE_DISABLE_DIRSYNC).
    static let syncsDirectory = "SELECT NOT sqlite_compileoption_used('DISABLE_DIRSYNC')"

    /// Opens two connections. GRDB's pool would create and drop a table at each start, which costs two commits.
    static func openConnections(
        _ file: String, in path: String, _ configuration: Configuration, known: HeadFile.Contents?,
        upgrade: SchemaUpgrade, _ readAgain: () throws -> HeadFile.Contents
    ) throws(StorageError) -> (writer: any DatabaseWriter, reader: any DatabaseReader, syncsDirectory: Bool) {
        do {
            var examined = try refuseOthers(file, configuration, known, readAgain)
            if let found = examined, try !found.read(Schema.migrator.hasCompletedMigrations) {
                try found.close()
                examined = nil
                try upgrade.run()
            }
            var writer = try durableWriter(file, configuration)
            // The writer reads once, so that it has the log open and removes it when it is closed last. Only a database whose
            // creator was killed at that moment was not examined before.
            if try !writer.read(Schema.migrator.hasCompletedMigrations) {
                try writer.close()
                // A connection caches the schema that it found.
                try examined?.close()
                examined = nil
                try upgrade.run()
                writer = try durableWriter(file, configuration)
                _ = try writer.read(Schema.migrator.hasCompletedMigrations)
            }
            let syncsDirectory = try writer.read { try Bool.fetchOne($0, sql: Self.syncsDirectory) ?? false }
            let reader = try examined ?? DatabaseQueue(path: file, configuration: configuration.reading)
            return (writer, reader, syncsDirectory)
        } catch {
            throw StorageError(error).located(in: path)
        }
    }

    /// Opens a connection whose commits survive a power cut.
    private static func durableWriter(_ file: String, _ configuration: Configuration) throws -> DatabaseQueue {
        let writer = try DatabaseQueue(path: file, configuration: configuration)
        try writer.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            try assertDurable(database)
        }
        return writer
    }

    /// Opens the database without writing a byte beside it: as an immutable file when at rest, through its log when a till
    /// uses it or was killed, and through a copy when the log has no index.
    static func openToRead(_ directory: DataDirectory) throws(StorageError) -> (DatabaseQueue, DatabaseAtRest?) {
        do {
            if directory.hasIndexOfLog, let queue = try? readable(directory.database) { return (queue, nil) }
            if let rest = DatabaseAtRest(directory.database), let queue = try? readable(rest.name) {
                return (queue, rest)
            }
            return (try directory.withCopy { try readable($0) }, nil)
        } catch { throw StorageError(error).located(in: directory.path) }
    }

    static func readable(_ file: String) throws -> DatabaseQueue {
        var configuration = configuration(Patience(), nil).reading
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        let queue = try DatabaseQueue(path: file, configuration: configuration)
        guard try !queue.read(Schema.migrator.hasBeenSuperseded) else {
            throw try queue.read(SchemaUpgrade.newerVersion)
        }
        guard try queue.read(Schema.migrator.hasCompletedMigrations) else {
            throw StorageError.olderVersion
        }
        return queue
    }

    /// Checks the database on a read-only connection before a writing one is opened: whether a later release wrote it, and
    /// whether its journal lacks known entries. Returns the connection; nil when it could not check.
    static func refuseOthers(
        _ file: String, _ configuration: Configuration, _ known: HeadFile.Contents?,
        _ readAgain: () throws -> HeadFile.Contents
    ) throws -> DatabaseQueue? {
        do {
            let queue = try DatabaseQueue(path: file, configuration: configuration.reading)
            guard try !queue.read(Schema.migrator.hasBeenSuperseded) else {
                throw try queue.read(SchemaUpgrade.newerVersion)
            }
            if let known, try queue.read({ try JournalLoss.of(known, in: $0) }) != nil,
                // Another process may have enrolled and written between reading `till.head` and the database.
                let loss = try JournalLoss.of(readAgain(), queue)
            {
                throw StorageError.olderJournal(reason: loss.reason)
            }
            return queue
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // The statement is fixed, so the error lies in the file ("unsupported file format").
            throw StorageError.corrupt(
                reason: error.message.map(Sentence.init(stored:)) ?? Sentence("detail.storage.noDatabase"))
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
            // The database is complete but has no log yet: the process that created it was killed at that moment.
            return nil
        }
    }

    /// `FULL` syncs the log at every commit. A lower level would acknowledge what a power cut can undo.
    static let durableLevel = 2

    static func assertDurable(_ database: Database) throws {
        let level = try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? 0
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? ""
        guard level == durableLevel, mode == "wal" else {
            let found = "synchronous = \(level), journal_mode = \(mode)"
            throw StorageError.cannotOpen(path: nil, reason: Sentence("detail.storage.notDurable", ["found": found]))
        }
    }
}

extension StorageError {
    static let closed = StorageError.system(code: 21, message: Sentence("detail.storage.closed"))
}

extension Configuration {
    /// The configuration of a read-only connection.
    fileprivate var reading: Configuration {
        var configuration = self
        configuration.readonly = true
        return configuration
    }
}

extension StorageError {
    /// The error with the place: of a full disk, with how much is free there.
    func located(in path: String) -> StorageError {
        if case .diskFull = self { return DiskSpace.fullDisk(at: path).map(StorageError.noRoom) ?? self }
        if case .cannotOpen(_, let reason) = self { return .cannotOpen(path: path, reason: reason) }
        guard case .busy(nil) = self else { return self }
        return .busy(DataDirectory(path: path).held(.database, StorageManager.longestWait))
    }
}
