import Model
import Foundation
import Synchronization

/// The directory of the database in the file system. Only its owner may read its files.
struct DataDirectory {
    static let fileName = "till.sqlite"
    /// The free disk space that a payment requires to begin: far more than one payment writes.
    static let leastFreeBytes: UInt64 = 4 << 20

    /// How long another till may take to create or migrate the database before this one gives up with `.busy`. It takes
    /// milliseconds, or seconds for a large database.
    static let longestWait: Duration = .seconds(10)

    /// The length of one page of the smallest size.
    private static let shortestDatabase = 512

    let path: String

    var database: String { (path as NSString).appendingPathComponent(Self.fileName) }
    /// SQLite's log, which exists while a process writes.
    var log: String { database + "-wal" }
    var head: HeadFile { HeadFile(in: path) }

    /// Creates the directory (0700) if it is missing. An existing directory keeps its permissions, but is refused when
    /// others may write to it: they could replace the database. A backup is refused before anything in it changes.
    func prepare() throws(StorageError) {
        try refuseBackup()
        try make(path)
        var node = stat()
        guard stat(path, &node) == 0 else { return }
        guard node.st_mode & S_IFMT == S_IFDIR else {
            throw .cannotOpen(path: path, reason: Sentence("detail.noDirectory"))
        }
        guard node.st_mode & S_IWOTH != 0 else { return }
        throw .cannotOpen(path: path, reason: Sentence("detail.directory.othersWrite", ["path": path]))
    }

    /// Creates the database (0600) if there is none, readable by its owner only. Call it within `exclusively`.
    ///
    /// The database has another name until `fill` has completed it and it is synced. So `till.sqlite` is complete from the
    /// moment it exists, even if the process that made it is killed, and an empty `till.sqlite` was never made by Till.
    func prepareDatabase(_ fill: (String) throws -> Void) throws(StorageError) {
        try refuseRemains()
        var node = stat()
        // A dangling link, for example to an unmounted disk, must not lead to a new database.
        if lstat(database, &node) != 0, errno == ENOENT { try makeDatabase(fill) }
        let file = open(database, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw refusal(errno) }
        close(file)
        // The target of a link was chosen by somebody else and may be somebody else's file.
        for name in [database, database + "-wal", database + "-shm"] {
            fchmodat(AT_FDCWD, name, 0o600, AT_SYMLINK_NOFOLLOW)
        }
    }

    /// Throws `backup.notData` when the directory is a backup. One that was written to could not be restored any more.
    func refuseBackup() throws(StorageError) {
        if BackupManifest.isIn(path) { throw .refused(.backupAsData(path)) }
    }

    private func makeDatabase(_ fill: (String) throws -> Void) throws(StorageError) {
        let unfinished = database + ".new"
        func clear() { for ending in ["", "-journal", "-wal", "-shm"] { unlink(unfinished + ending) } }
        clear()
        let file = open(unfinished, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw refusal(errno) }
        defer { close(file) }
        do {
            try fill(unfinished)
            guard fsync(file) == 0, rename(unfinished, database) == 0 else { throw refusal(errno) }
            try FileRefusal.sync(path)
        } catch {
            clear()
            throw StorageError(error)
        }
    }

    /// Throws when SQLite would take the remains for a new database and overwrite them: an empty or truncated file, or a log
    /// without its database.
    func refuseRemains() throws(StorageError) {
        let bytes = size(of: database)
        if bytes ?? 0 == 0, size(of: database + "-wal") ?? 0 > 0 {
            throw .corrupt(reason: Sentence("detail.directory.onlyLog", ["file": Self.fileName]))
        }
        guard let bytes, bytes < Self.shortestDatabase else { return }
        throw .corrupt(
            reason: bytes == 0
                ? Sentence("detail.directory.empty", ["file": Self.fileName])
                : Sentence("detail.directory.cutOff", ["file": Self.fileName]))
    }

    /// Throws when `till.head` knows a journal but the database is missing: a new database would know of no payment.
    func refuseLoss() throws(StorageError) {
        var node = stat()
        guard lstat(database, &node) != 0, errno == ENOENT else { return }
        switch try head.read() {
        case .missing, .head(.empty, _): return
        case .unreadable: throw .olderJournal(reason: Sentence("detail.directory.onlyHead", ["file": Self.fileName]))
        case .head(let known, _):
            throw .olderJournal(
                reason: Sentence("detail.directory.headKnows", ["file": Self.fileName, "entry": known.sequence]))
        }
    }

    /// Whether the shared index of SQLite's log exists, as while a process uses the database or after one was killed.
    var hasIndexOfLog: Bool { size(of: database + "-shm") ?? 0 > 0 }

    /// Whether there is a database in the directory, or a link to one.
    var isThere: Bool {
        var node = stat()
        return lstat(database, &node) == 0
    }

    /// Whether there is nothing of a till: neither a database nor what one leaves behind that was lost.
    var hasNoTill: Bool {
        var node = stat()
        let files: [String] = [database, log, head.path]
        return files.allSatisfy { lstat($0, &node) != 0 && errno == ENOENT }
    }

    /// The file's size in bytes; nil when there is no such file.
    private func size(of file: String) -> Int? {
        var status = stat()
        return stat(file, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Calls `work` with a temporary copy of the database and its log. Files that `work` opens stay readable after the copy
    /// is deleted.
    func withCopy<T>(_ work: (String) throws -> T) throws -> T {
        let manager = FileManager.default
        var template = Array((NSTemporaryDirectory() + "till-copy-XXXXXX").utf8CString)
        guard let folder = mkdtemp(&template).map({ String(cString: $0) }) else { throw refusal(errno) }
        defer { try? manager.removeItem(atPath: folder) }
        let copy = folder + "/" + Self.fileName
        do {
            for ending in ["", "-wal"] where manager.fileExists(atPath: database + ending) {
                try manager.copyItem(atPath: database + ending, toPath: copy + ending)
            }
        } catch {
            throw StorageError.cannotOpen(
                path: path, reason: Sentence("detail.directory.unreadable", ["folder": folder]))
        }
        return try work(copy)
    }

    /// Creates the directory and its missing parents.
    private func make(_ directory: String) throws(StorageError) {
        guard mkdir(directory, 0o700) != 0 else { return }
        switch errno {
        case EEXIST: return
        case ENOENT:
            let parent = (directory as NSString).deletingLastPathComponent
            guard parent != directory else { throw refusal(ENOENT) }
            try make(parent)
            guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw refusal(errno) }
        case let number: throw refusal(number)
        }
    }

    /// Runs `work` while no other process creates or migrates this database.
    func exclusively<T>(
        _ patience: LockPatience = LockPatience(longestWait: Self.longestWait),
        waiting: (HeldLock) -> Void = { _ in }, _ work: () throws(StorageError) -> T
    ) throws(StorageError) -> T {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw refusal(errno) }
        defer { close(directory) }
        var tries = 0
        while flock(directory, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw refusal(errno) }
            guard patience.endure(after: tries, say: { waiting(held(.directory, patience.longestWait)) }) else {
                throw .busy(held(.directory, patience.longestWait))
            }
            tries += 1
        }
        return try work()
    }

    /// The lock on this data and, if the kernel tells, the process that holds it. SQLite locks the index of its log.
    func held(_ kind: HeldLock.Kind, _ longestWait: Duration) -> HeldLock {
        let files = kind == .directory ? [path] : [database + "-shm", database]
        return HeldLock(kind: kind, path: path, holder: LockHolder.of(files), longestWait: longestWait)
    }

    /// Throws `.diskFull` when less than `leastFreeBytes` are left.
    func checkRoom() throws(StorageError) { try DiskSpace.check(in: path) }

    /// Syncs the directory once: the process that created the database may have been killed before it did so.
    func syncOnce(_ isSynced: borrowing Atomic<Bool>) throws(StorageError) {
        guard !isSynced.load(ordering: .acquiring) else { return }
        try FileRefusal.sync(path)
        isSynced.store(true, ordering: .releasing)
    }

    private func refusal(_ number: Int32) -> StorageError {
        switch number {
        case EROFS: .readOnly
        case ENOSPC, EDQUOT: .diskFull
        default: .cannotOpen(path: path, reason: Sentence(stored: String(cString: strerror(number)).lowercased()))
        }
    }
}
