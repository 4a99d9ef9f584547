import Model
import Failures
import Flow
import Foundation
import GRDB
import Synchronization

/// The storage of one data directory: `till.sqlite` in WAL mode, synced at every commit.
///
/// Several processes may use one directory at the same time; their transactions take turns.
package final class StorageManager: StorageManagerType {
    /// How long a transaction waits for another process before it throws `.busy`.
    package static let longestWait: Duration = .seconds(5)

    /// The free disk space that a payment requires to begin.
    package static let leastFreeBytes = DataDirectory.leastFreeBytes

    /// The writing connection; it cannot write when the storage was opened to read.
    let database: any DatabaseWriter
    /// The reading connection, which never waits for a writer.
    let reader: any DatabaseReader
    /// Whether the storage was opened only to read.
    package var isReadOnly: Bool { database.configuration.readonly }
    let directory: DataDirectory?
    /// The state that a database at rest must keep while it is read.
    let rest: DatabaseAtRest?
    private let isClosed = Atomic(false)
    /// The locks of the two connections, each of which serves one caller at a time.
    private let reading = NSLock()
    private let writing = NSLock()
    let keeper: HeadKeeper?
    /// The key that signs the journal's head; nil when it is not signed.
    let key: JournalKey?
    /// The database file that was opened to write; nil if none was.
    private let opened: RegularFile.Identity?
    /// Whether the database's directory entry survives a power cut, or will with the first commit.
    private let isSynced = Atomic(false)
    let commits = Mutex(Commits())
    let now: @Sendable () -> Date

    /// Opens the storage in a directory, and creates it if there is none.
    ///
    /// Nothing is ever deleted or replaced: damage throws `.corrupt`, a later release's data `.newerVersion`, and a journal
    /// that has lost entries `.olderJournal`; the files stay as they are.
    ///
    /// - Parameters:
    ///   - key: the key that signs the journal's head.
    ///   - waiting: called on any thread when another process's lock has been waited for a while.
    package convenience init(
        directory path: String, environment: Environment, key: JournalKey? = nil,
        waiting: @escaping @Sendable (HeldLock) -> Void = { _ in }
    ) throws(StorageError) {
        do throws(StorageError) {
            try self.init(
                directory: path, environment: environment, key: key, patience: Patience(waiting: waiting),
                acceptsAnyJournal: false)
        } catch {
            guard error == .diskFull else { throw error }
            throw error.located(in: path)
        }
    }

    /// Opens existing data only to read it, for example on a full or read-only disk, or as another user. Nothing in the
    /// directory changes, and every write throws `.readOnly`.
    package init(readingOnly path: String, environment: Environment) throws(StorageError) {
        let directory = DataDirectory(path: path)
        try directory.refuseBackup()
        try directory.refuseRemains()
        let (queue, rest) = try Self.openToRead(directory)
        (database, reader, self.rest) = (queue, queue, rest)
        self.directory = directory
        self.keeper = nil
        self.key = nil
        self.opened = nil
        self.now = environment.now
    }

    /// Opens a second connection to the data of a storage that is open, to read it.
    private init(beside open: StorageManager, in directory: DataDirectory) throws(StorageError) {
        let queue: DatabaseQueue
        // SQLite alone opens and closes the file: other code that closed it would release the locks of this process.
        do { queue = try Self.readable(directory.database) } catch { throw StorageError(error) }
        (database, reader, rest) = (queue, queue, nil)
        (self.directory, keeper, key, opened, now) = (directory, nil, nil, nil, open.now)
    }

    /// How long to wait for other processes' locks, and what to call meanwhile.
    struct Patience: Sendable {
        var database = StorageManager.longestWait
        var directory = DataDirectory.longestWait
        var waiting: @Sendable (HeldLock) -> Void = { _ in }
    }

    /// Opens the storage in a directory, or creates it, under the directory's lock.
    ///
    /// - Parameters:
    ///   - acceptsAnyJournal: opens a journal even if it lacks entries that `till.head` knows.
    ///   - keepsFormer: whether a database that must be migrated is kept as it was, and refused while a payment is open.
    init(
        directory path: String, environment: Environment, key: JournalKey? = nil, patience: Patience,
        acceptsAnyJournal: Bool, keepsFormer: Bool = true
    ) throws(StorageError) {
        let directory = DataDirectory(path: path)
        try directory.prepare()
        let configuration = Self.configuration(patience, directory)
        let keeper = HeadKeeper(directory.head, key: key, now: environment.now)
        let connections = try directory.exclusively(
            LockPatience(longestWait: patience.directory), waiting: patience.waiting
        ) { () throws(StorageError) in
            if !acceptsAnyJournal { try directory.refuseLoss() }
            try directory.prepareDatabase { try Self.make($0, configuration) }
            // `till.head` is read before the database, because other processes write to the database first.
            let known = acceptsAnyJournal ? nil : try directory.head.read()
            let upgrade = SchemaUpgrade(directory: directory, environment: environment, keepsCopy: keepsFormer)
            let connections = try Self.openConnections(
                directory.database, in: path, configuration, known: known, upgrade: upgrade
            ) { try directory.head.read() }
            if known == .missing { try Self.makeHead(directory.head, connections.reader, keeper) }
            return connections
        }
        (database, reader, rest) = (connections.writer, connections.reader, nil)
        isSynced.store(connections.syncsDirectory, ordering: .relaxed)
        self.directory = directory
        self.opened = RegularFile.identity(directory.database)
        self.keeper = keeper
        self.key = key
        self.now = environment.now
    }

    /// Opens an archive to read it. Neither the file nor its directory changes.
    package convenience init(archive file: String, environment: Environment) throws(StorageError) {
        try self.init(archive: file, now: environment.now)
    }

    convenience init(archive file: String, now: @escaping @Sendable () -> Date) throws(StorageError) {
        guard FileManager.default.fileExists(atPath: file) else { throw .missing(.archive, id: "\(file)") }
        guard RegularFile.begins(file, with: DatabaseAtRest.mark) else { throw .refused(.notAnArchive(file)) }
        do throws(StorageError) { try self.init(atRest: file, now: now) } catch {
            if case .corrupt(let reason) = error { throw .refused(.archiveDamaged(file, reason)) }
            throw error.located(in: file)
        }
        guard try read({ try $0.archiveLabel() }) != nil else {
            throw .refused(.notAnArchive(file))
        }
    }

    /// Opens a database that no process uses, to read it. Neither the file nor its directory changes.
    init(atRest file: String, now: @escaping @Sendable () -> Date) throws(StorageError) {
        let opened: (DatabaseQueue, DatabaseAtRest)?
        do {
            opened = try DatabaseAtRest(file).map { (try Self.readable($0.name), $0) }
        } catch { throw StorageError(error) }
        guard let (queue, rest) = opened else { throw .corrupt(reason: Sentence("detail.archive.hasLog")) }
        (database, reader, self.rest) = (queue, queue, rest)
        directory = nil
        keeper = nil
        key = nil
        self.opened = nil
        self.now = now
    }

    private init(_ database: any DatabaseWriter, now: @escaping @Sendable () -> Date) {
        (self.database, reader, rest) = (database, database, nil)
        self.directory = nil
        self.keeper = nil
        self.key = nil
        self.opened = nil
        self.now = now
    }

    /// A storage without a file, for tests. Its clock stands still unless an environment is given.
    package static func inMemory(
        now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 1_795_219_200) }
    ) throws(StorageError) -> StorageManager {
        do {
            let queue = try DatabaseQueue(configuration: configuration(Patience(), nil))
            try migrated.get().backup(to: queue)
            return StorageManager(queue, now: now)
        } catch { throw StorageError(error) }
    }

    /// An empty database with its tables, copied for each storage without a file: to copy it takes a fraction of the time.
    private static let migrated = Result {
        let queue = try DatabaseQueue(configuration: configuration(Patience(), nil))
        try Schema.migrator.migrate(queue)
        return queue
    }

    @discardableResult
    package func write<T>(
        _ sync: CommitSync, _ work: (any StorageTransaction) throws -> T
    ) throws(StorageError) -> T {
        do {
            try checkPlace()
            try directory?.syncOnce(isSynced)
            return try onWriter { database in
                try commits.withLock { try $0.begin(sync, on: database) }
                // If this fails, the next transaction fails with it.
                defer { commits.withLock { try? $0.begin(.now, on: database) } }
                let changes = database.totalChangesCount
                var result: T?
                let additions = JournalAdditions(signer: keeper == nil ? nil : .some(key?.fingerprint))
                // IMMEDIATE takes the lock before the first read, so what is read stays true until the commit.
                try database.inTransaction(.immediate) {
                    result = try work(Session(database: database, now: now, additions: additions))
                    return .commit
                }
                try committed(additions.entries, sync, wrote: database.totalChangesCount != changes)
                guard let result else {
                    throw StorageError.system(code: -1, message: Sentence("detail.storage.noResult"))
                }
                return result
            }
        } catch {
            // The commit that an earlier one waited for does not come.
            try? self.sync()
            throw locating(StorageError(error))
        }
    }

    package func read<T>(_ work: (any StorageReader) throws -> T) throws(StorageError) -> T {
        do {
            return try onReader { try work(Session(database: $0, now: now)) }
        } catch { throw locating(StorageError(error)) }
    }

    /// Opens a second reading connection for it. A storage that was opened to read has no payments that could wait.
    package func readingAside<T>(
        _ work: (any StorageManagerType) throws(StorageError) -> T
    ) throws(StorageError) -> T {
        guard let directory, !isReadOnly else { return try work(self) }
        guard !isClosed.load(ordering: .sequentiallyConsistent) else { throw .closed }
        let aside = try StorageManager(beside: self, in: directory)
        defer { try? aside.close() }
        return try work(aside)
    }

    /// Adds the process that locks the database to the error, if it still does.
    private func locating(_ error: StorageError) -> StorageError {
        guard case .busy(nil) = error, let directory else { return error }
        return .busy(directory.held(.database, Self.longestWait))
    }

    /// Whether the database in the directory is the one that is open here. Another program may have moved it away or replaced it.
    var isInPlace: Bool {
        guard let directory, let opened else { return true }
        return RegularFile.identity(directory.database) == opened
    }

    /// Throws if what is written now may be lost, because the data were moved away or replaced.
    private func checkPlace() throws(StorageError) {
        guard let directory, !isInPlace else { return }
        throw .refused(.dataReplaced(directory.path))
    }

    package func checkReady() throws(StorageError) {
        guard let directory else { return }
        guard !isReadOnly else { throw .readOnly }
        try checkPlace()
        try directory.checkRoom()
        try keeper?.check { () throws(StorageError) in
            // The file must not know what a power cut may undo.
            try sync()
            return try read { (try $0.journalHead(), try $0.enrolment()?.enrolment) }
        }
        do { try onWriter(Self.assertDurable) } catch { throw StorageError(error) }
    }

    /// Checkpoints the log into `till.sqlite` and closes the database; later calls fail. Skipping this, by a power cut or a
    /// kill, loses nothing: the next start reads the log.
    package func close() throws(StorageError) {
        do {
            isClosed.store(true, ordering: .sequentiallyConsistent)
            // The last connection to close checkpoints the log, which a read-only connection cannot.
            try reading.withLock { try reader.close() }
            try writing.withLock {
                try database.close()
                // The log is gone unless another process still uses it.
                try syncLog()
                if isInPlace { keeper?.follow() }
            }
        } catch { throw StorageError(error) }
    }

    /// Runs `work` on the reading connection. Calls after `close` are refused here, because GRDB would crash on them.
    func onReader<T>(_ work: (Database) throws -> T) throws -> T {
        try reading.withLock {
            guard !isClosed.load(ordering: .sequentiallyConsistent) else { throw StorageError.closed }
            let result = Result { try reader.read(work) }
            // Checked even when `work` throws: a file that changes during a read looks damaged.
            try rest?.check()
            return try result.get()
        }
    }

    /// Runs `work` on the writing connection. Calls after `close` are refused.
    func onWriter<T>(_ work: (Database) throws -> T) throws -> T {
        try writing.withLock {
            guard !isClosed.load(ordering: .sequentiallyConsistent) else { throw StorageError.closed }
            return try database.writeWithoutTransaction(work)
        }
    }

    /// Has SQLite check every page; throws `.corrupt` with its findings. This is slow, so nothing on the way to a payment
    /// calls it.
    package func checkIntegrity() throws(StorageError) {
        let finding: String?
        do {
            finding = try onReader { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        } catch { throw StorageError(error) }
        guard finding == "ok" else {
            throw .corrupt(reason: finding.map(Sentence.init(stored:)) ?? Sentence("detail.storage.noAnswer"))
        }
    }
}

extension Failure {
    /// Another program has moved or replaced the data that this one has open, so what it writes may be lost.
    fileprivate static func dataReplaced(_ path: String) -> Failure {
        Failure(
            StorageFailure.cannotOpen, Sentence("failure.storage.cannotOpen.replaced", ["path": path]),
            remedy: Sentence("remedy.storage.cannotOpen.replaced"), recovery: .askOperator)
    }
}
