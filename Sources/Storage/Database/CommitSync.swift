import Foundation
import Model
import GRDB

/// When a commit is synced, so that it survives a power cut. It survives the death of the process at once.
package enum CommitSync: Sendable {
    /// Before `write` returns.
    case now
    /// With the next commit, with `sync()`, or when the storage is closed: one sync then serves two commits. It is for what
    /// nobody outside of this process relies on before that (docs/decisions/0059).
    case withNext
}

/// What is known of the commits of one writing connection.
struct Commits {
    /// How SQLite syncs the next commit.
    private var level = CommitSync.now
    /// Whether a commit is not synced yet.
    var isBehind = false

    /// Sets how the next commit is synced. `NORMAL` leaves out the sync of a commit, and keeps those by which a checkpoint
    /// or a new log never damages the database (https://www.sqlite.org/pragma.html#pragma_synchronous).
    mutating func begin(_ sync: CommitSync, on database: Database) throws {
        guard sync != level else { return }
        switch sync {
        case .now: try database.execute(sql: "PRAGMA synchronous = FULL")
        case .withNext: try database.execute(sql: "PRAGMA synchronous = NORMAL")
        }
        level = sync
    }
}

extension StorageManager {
    package func sync() throws(StorageError) {
        do {
            try onWriter { _ in
                guard commits.withLock({ $0.isBehind }) else { return }
                try committed(AddedEntries(), .now, wrote: false)
            }
        } catch { throw StorageError(error) }
    }

    /// Notes a commit.
    ///
    /// - Parameter wrote: whether it changed anything; SQLite syncs nothing otherwise.
    func committed(_ entries: AddedEntries, _ sync: CommitSync, wrote: Bool) throws(StorageError) {
        switch sync {
        case .withNext:
            commits.withLock { $0.isBehind = $0.isBehind || wrote }
            keeper?.hold(entries)
        case .now:
            if !wrote { try syncLog() }
            commits.withLock { $0.isBehind = false }
            // Written after the commit is synced, so that the database is never older than `till.head`, and never into a directory that
            // has taken the place of this one.
            if isInPlace { keeper?.follow(entries) }
        }
    }

    /// Syncs SQLite's log if a commit in it is not synced yet. Another process may have folded the log into the database and
    /// synced that; then there is no log. SQLite keeps no lock on this file that closing it here would release.
    func syncLog() throws(StorageError) {
        guard let directory, commits.withLock({ $0.isBehind }) else { return }
        let log = open(directory.log, O_RDONLY | O_CLOEXEC)
        guard log >= 0 else {
            if errno == ENOENT { return }
            throw .cannotOpen(
                path: directory.log, reason: Sentence(stored: String(cString: strerror(errno)).lowercased()))
        }
        defer { Glibc.close(log) }
        guard fdatasync(log) == 0 else {
            throw .cannotOpen(
                path: directory.log, reason: Sentence(stored: String(cString: strerror(errno)).lowercased()))
        }
    }
}
