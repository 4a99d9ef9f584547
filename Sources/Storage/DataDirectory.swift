import Foundation
import Synchronization

/// The directory that holds the database, as the file system sees it: only its owner may read what is in it.
struct DataDirectory {
    static let fileName = "till.sqlite"
    /// Room that must be left on the disk for a payment to begin: far more than one writes, little for a disk.
    static let leastFreeBytes: UInt64 = 4 << 20

    /// How long another till may take to make the database or to bring it up to date before it is `.busy`. It takes
    /// milliseconds, and seconds where a large database is brought up to date.
    static let longestWait: Duration = .seconds(10)

    /// One page of the smallest size.
    private static let shortestDatabase = 512

    let path: String

    var database: String { (path as NSString).appendingPathComponent(Self.fileName) }
    var head: HeadFile { HeadFile(in: path) }

    /// Makes the directory (0700) where it is missing. One that is there keeps its permissions, and is refused where others
    /// may write to it: they could put another database in the place of ours.
    func prepare() throws(StorageError) {
        try make(path)
        var node = stat()
        guard stat(path, &node) == 0 else { return }
        guard node.st_mode & S_IFMT == S_IFDIR else { throw .cannotOpen(path: path, reason: "not a directory") }
        guard node.st_mode & S_IWOTH != 0 else { return }
        throw .cannotOpen(path: path, reason: "others may write to it; run chmod o-w \(path)")
    }

    /// Makes the database (0600) where there is none; its own files are closed to others. To be called exclusively.
    ///
    /// It has another name until `fill` is through with it and it is on the disk, so that `till.sqlite` is a whole database
    /// from the moment it is there, whenever who made it was killed, and an empty one was never made here.
    func prepareDatabase(_ fill: (String) throws -> Void) throws(StorageError) {
        try refuseRemains()
        var node = stat()
        // A link that leads nowhere, to a disk that is not mounted say, is no reason to begin anew.
        if lstat(database, &node) != 0, errno == ENOENT { try makeDatabase(fill) }
        let file = open(database, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw refusal(errno) }
        close(file)
        // A link's target is somebody else's choice, and perhaps somebody else's file.
        for name in [database, database + "-wal", database + "-shm"] {
            fchmodat(AT_FDCWD, name, 0o600, AT_SYMLINK_NOFOLLOW)
        }
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
            try syncDirectory()
        } catch {
            clear()
            throw StorageError(error)
        }
    }

    /// Throws what SQLite would take for a new database and write over: a file that is empty or cut off, or is gone while
    /// its log is there.
    func refuseRemains() throws(StorageError) {
        let bytes = size(of: database)
        if bytes ?? 0 == 0, size(of: database + "-wal") ?? 0 > 0 {
            throw .corrupt(reason: "\(Self.fileName) is empty or missing, and its log \(Self.fileName)-wal is not")
        }
        guard let bytes, bytes < Self.shortestDatabase else { return }
        throw .corrupt(reason: "\(Self.fileName) is \(bytes == 0 ? "empty" : "cut off")")
    }

    /// Throws where `till.head` knows of a journal and there is no database: a new database would know of no payment.
    func refuseLoss() throws(StorageError) {
        var node = stat()
        guard lstat(database, &node) != 0, errno == ENOENT else { return }
        switch try head.read() {
        case .missing, .head(.empty, _): return
        case .unreadable: throw .olderJournal(reason: "\(Self.fileName) is missing, and till.head is not")
        case .head(let known, _):
            throw .olderJournal(reason: "\(Self.fileName) is missing, and till.head knows entry \(known.sequence)")
        }
    }

    /// The file that processes share for as long as one uses the database; a killed one leaves it.
    var hasIndexOfLog: Bool { size(of: database + "-shm") ?? 0 > 0 }

    /// In bytes; nil for what is not there.
    private func size(of file: String) -> Int? {
        var status = stat()
        return stat(file, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Gives `work` a copy of the database and its log, which is gone afterwards; what was opened of it stays readable.
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
            throw StorageError.cannotOpen(path: path, reason: "it can be read neither in place nor from \(folder)")
        }
        return try work(copy)
    }

    /// Makes the directory and those above it that are missing.
    private func make(_ directory: String) throws(StorageError) {
        guard mkdir(directory, 0o700) != 0 else { return }
        switch errno {
        case EEXIST: return
        case ENOENT:
            let parent = (directory as NSString).deletingLastPathComponent
            guard !parent.isEmpty, parent != directory else { throw refusal(ENOENT) }
            try make(parent)
            guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw refusal(errno) }
        case let number: throw refusal(number)
        }
    }

    /// Runs `work` while no other process prepares or migrates the same database.
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

    /// The lock on this data, with the process that holds it as far as the kernel tells. SQLite locks the index of its log.
    func held(_ kind: HeldLock.Kind, _ longestWait: Duration) -> HeldLock {
        let files = kind == .directory ? [path] : [database + "-shm", database]
        return HeldLock(kind: kind, path: path, holder: LockHolder.of(files), longestWait: longestWait)
    }

    /// Throws `.diskFull` when less than `leastFreeBytes` are left.
    func checkRoom() throws(StorageError) {
        var figures = statvfs()
        guard statvfs(path, &figures) == 0 else { throw refusal(errno) }
        guard UInt64(figures.f_bavail) * UInt64(figures.f_frsize) >= Self.leastFreeBytes else { throw .diskFull }
    }

    /// Syncs the directory unless that was done: whoever made the database may have been killed before.
    func syncOnce(_ isSynced: borrowing Atomic<Bool>) throws(StorageError) {
        guard !isSynced.load(ordering: .acquiring) else { return }
        try syncDirectory()
        isSynced.store(true, ordering: .releasing)
    }

    /// A new file is there after a power cut only once its directory is synced.
    private func syncDirectory() throws(StorageError) {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw refusal(errno) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw refusal(errno) }
    }

    private func refusal(_ number: Int32) -> StorageError {
        switch number {
        case EROFS: .readOnly
        case ENOSPC, EDQUOT: .diskFull
        default: .cannotOpen(path: path, reason: String(cString: strerror(number)).lowercased())
        }
    }
}
