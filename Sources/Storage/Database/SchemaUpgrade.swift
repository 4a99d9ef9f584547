import Flow
import Foundation
import GRDB
import Model

/// Brings the database of an earlier release up to date, while no other process has it open.
struct SchemaUpgrade {
    let directory: DataDirectory
    let environment: Environment
    /// Whether the database as it was is kept. Only a copy of it needs none.
    let keepsCopy: Bool

    /// Throws `.openPayments` while the outcome of a payment is not known: the earlier release, which began it, must find it
    /// out. Nothing is changed before the copy is complete.
    func run() throws(StorageError) {
        do {
            let queue = try ExclusiveDatabase.open(directory)
            defer { try? queue.close() }
            guard try !queue.read(Schema.migrator.hasBeenSuperseded) else { throw try queue.read(Self.newerVersion) }
            // A till that was killed during its first start has no tables yet.
            if keepsCopy, try queue.read({ try $0.tableExists("payments") }) {
                let open = try queue.read { try String.fetchAll($0, sql: "SELECT id FROM payments WHERE open = 1") }
                guard open.isEmpty else { throw StorageError.openPayments(open.map(PaymentID.init(rawValue:))) }
                // Without an entry or a payment there is nothing to keep.
                if try queue.read(Self.hasContents) { try copy(queue) }
            }
            try Self.migrate(queue)
            environment.reached("upgrade.done")
            try queue.close()
        } catch { throw StorageError(error) }
    }

    /// Keeps the database as it is, as `before-schema-N.sqlite`. A copy that an interrupted run has left is made anew.
    private func copy(_ queue: DatabaseQueue) throws {
        let file = (directory.path as NSString).appendingPathComponent("before-schema-\(Schema.newest).sqlite")
        let unfinished = file + ".new"
        unlink(unfinished)
        var node = stat()
        try DiskSpace.check(
            for: stat(directory.database, &node) == 0 ? UInt64(max(0, node.st_size)) : 0, in: directory.path)
        do {
            try queue.read { try DatabaseCopy.make(unfinished, of: $0) }
            let copy = try DatabaseQueue(path: unfinished)
            defer { try? copy.close() }
            guard try copy.read({ try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }) == "ok" else {
                throw StorageError.corrupt(reason: Sentence("detail.backup.otherFile", ["file": unfinished]))
            }
            try copy.close()
            environment.reached("upgrade.copied")
            guard rename(unfinished, file) == 0 else { throw FileRefusal.of(file) }
            try BackupFiles.syncFolder(directory.path)
        } catch {
            unlink(unfinished)
            throw error
        }
    }

    private static func hasContents(_ database: Database) throws -> Bool {
        let wanted = "SELECT EXISTS (SELECT 1 FROM journal) OR EXISTS (SELECT 1 FROM payments)"
        return try Bool.fetchOne(database, sql: wanted) != false
    }

    /// Makes the tables or brings them up to date, and notes the release that did it, as SQLite's `user_version`.
    ///
    /// The release is noted first: a run that is stopped between two migrations leaves data that an earlier release refuses,
    /// and that release must name this one. Nothing reads the note of data that no release refuses.
    static func migrate(_ queue: DatabaseQueue) throws {
        try queue.write { try $0.execute(sql: "PRAGMA user_version = \(Release.number)") }
        try Schema.migrator.migrate(queue)
    }

    /// The error that names the release to which these data belong.
    static func newerVersion(_ database: Database) throws -> StorageError {
        let number = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        return .newerVersion(schema: try Schema.newest(in: database), release: Release.version(number))
    }
}

/// A connection beside which no other process has the database open.
enum ExclusiveDatabase {
    /// How long another process may take to close the database, in seconds.
    private static let longestWait: TimeInterval = 5

    static func open(_ directory: DataDirectory) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(longestWait)
        // Set before the first read, so that no other process can open the database meanwhile.
        configuration.prepareDatabase {
            try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL")
        }
        let queue = try DatabaseQueue(path: directory.database, configuration: configuration)
        do {
            try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE; COMMIT") }
            return queue
        } catch {
            try? queue.close()
            throw error
        }
    }
}
