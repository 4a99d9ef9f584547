import Foundation
import GRDB
import Model

/// What a data directory holds before a backup takes its place. While this value is open, no other process can open the
/// database.
final class PresentData {
    enum Database {
        case none
        /// SQLite cannot read it.
        case unreadable
        case readable(DatabaseQueue)
    }

    let database: Database
    /// The last entry that is known outside of the database.
    let known: HeadFile.Contents
    /// Keeps SQLite of other processes away from a database that cannot be read.
    private var lock: Int32?

    /// Throws `.busy` if another process has the database open.
    init(_ directory: DataDirectory) throws(StorageError) {
        known = try directory.head.read()
        var node = stat()
        guard lstat(directory.database, &node) == 0 else {
            database = .none
            return
        }
        do {
            database = .readable(try Self.open(directory))
        } catch {
            let error = StorageError(error)
            if case .busy = error { throw .busy(directory.held(.database, StorageManager.longestWait)) }
            // Whatever else keeps SQLite from reading, such as a right that is missing, may be mended.
            guard case .corrupt = error else { throw error }
            database = .unreadable
            lock = try Self.lock(directory)
        }
    }

    deinit { close() }

    /// Releases the database. Its log is merged into it, unless it cannot be read.
    func close() {
        if case .readable(let queue) = database {
            try? queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            try? queue.close()
        }
        if let lock { Glibc.close(lock) }
        lock = nil
    }

    /// The settings; nil if there is no database that can be read.
    var settings: PresentSettings? {
        guard case .readable(let queue) = database else { return nil }
        return PresentSettings(queue: queue)
    }

    private static func open(_ directory: DataDirectory) throws -> DatabaseQueue {
        try directory.refuseRemains()
        let queue = try ExclusiveDatabase.open(directory)
        do {
            guard try !queue.read(Schema.migrator.hasBeenSuperseded) else {
                throw try queue.read(SchemaUpgrade.newerVersion)
            }
            guard try queue.read({ try $0.tableExists("journal") }) else {
                throw StorageError.corrupt(reason: Sentence("detail.journal.noTable"))
            }
            _ = try queue.read { try Int64.fetchOne($0, sql: "SELECT max(sequence) FROM journal") }
            return queue
        } catch {
            try? queue.close()
            throw error
        }
    }

    /// The bytes that every SQLite connection locks (https://www.sqlite.org/lockingv3.html: pending, reserved, shared).
    private static let lockedBytes: (first: off_t, count: off_t) = (0x4000_0000, 512)

    /// `F_OFD_SETLK` of fcntl(2): a lock that belongs to the open file, which is not in Glibc's module.
    private static let setLock: Int32 = 37

    private static func lock(_ directory: DataDirectory) throws(StorageError) -> Int32 {
        let file = Glibc.open(directory.database, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw FileRefusal.of(directory.database) }
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        (range.l_start, range.l_len) = lockedBytes
        guard fcntl(file, Self.setLock, &range) == 0 else {
            Glibc.close(file)
            throw .busy(directory.held(.database, StorageManager.longestWait))
        }
        return file
    }
}
