import Model
import Failures
import Flow
import Foundation
import GRDB

/// The result of returning unused disk space.
package struct RoomGivenBack: Hashable, Sendable {
    /// The size of the database in bytes, before and below after.
    package let before: UInt64
    package let after: UInt64
    /// Why not all unused space was returned; nil when it was.
    package let obstacle: Failure?

    package var bytes: UInt64 { before > after ? before - after : 0 }
}

extension StorageManager {
    /// Returns disk space that the database no longer needs. For that the database is rewritten once no other process has it
    /// open; a process that opens it meanwhile waits. This throws nothing: stored data is not touched, and space that is not
    /// returned is reused later.
    package static func giveRoomBack(
        in path: String, waiting: @escaping @Sendable (HeldLock) -> Void = { _ in }
    ) -> RoomGivenBack {
        let directory = DataDirectory(path: path)
        func size() -> UInt64 {
            var status = stat()
            return stat(directory.database, &status) == 0 ? UInt64(status.st_size) : 0
        }
        let before = size()
        do throws(StorageError) {
            try directory.exclusively(waiting: waiting) { () throws(StorageError) in
                do { try rewrite(directory) } catch { throw StorageError(error) }
            }
            return RoomGivenBack(before: before, after: size(), obstacle: nil)
        } catch {
            let after = size()
            return RoomGivenBack(before: before, after: after, obstacle: obstacle(error, before))
        }
    }

    private static func obstacle(_ error: StorageError, _ bytes: UInt64) -> Failure {
        switch error {
        case .busy:
            Failure(
                ArchiveFailure.roomInUse, Sentence("failure.archive.roomInUse"),
                remedy: Sentence("remedy.archive.roomInUse"), recovery: .retry)
        case .diskFull, .noRoom:
            Failure(
                ArchiveFailure.noRoom, Sentence("failure.archive.noRoom"), remedy: Sentence("remedy.archive.noRoom"),
                recovery: .askOperator)
        case .cannotOpen, .readOnly, .corrupt, .newerVersion, .openPayments, .olderVersion, .conflict, .olderJournal,
            .missing, .system, .refused:
            error.failure
        }
    }

    private static func rewrite(_ directory: DataDirectory) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            // The first read then locks out every other process, or throws if one has the database open.
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL")
        }
        let queue = try DatabaseQueue(path: directory.database, configuration: configuration)
        defer { try? queue.close() }
        try queue.writeWithoutTransaction { database in
            func number(_ name: String) throws -> UInt64 {
                UInt64(try Int64.fetchOne(database, sql: "PRAGMA \(name)") ?? 0)
            }
            let page = try number("page_size")
            let (pages, free) = (try number("page_count"), try number("freelist_count"))
            guard free > 0 else { return }
            try DiskSpace.check(for: 2 * (pages - min(pages, free)) * page, in: directory.path)
            // Keeps SQLite's temporary file on the disk of the database: the default folder may be in memory or too small.
            let folder = directory.path.replacing("'", with: "''")
            try database.execute(sql: "PRAGMA temp_store_directory = '\(folder)'")
            try database.execute(sql: "VACUUM")
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try queue.close()
    }
}
