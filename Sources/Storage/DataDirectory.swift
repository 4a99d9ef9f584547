import Foundation

/// The directory that holds the database, as the file system sees it: only its owner may read what is in it.
struct DataDirectory {
    static let fileName = "till.sqlite"
    /// Room that must be left on the disk for a payment to begin: far more than one writes, little for a disk.
    static let leastFreeBytes: UInt64 = 4 << 20

    let path: String

    var database: String { (path as NSString).appendingPathComponent(Self.fileName) }

    /// Makes the directory (0700) and an empty database file (0600) where they are missing. A directory that is there
    /// keeps its permissions; the database's own files are closed to others.
    func prepare() throws(StorageError) {
        try make(path)
        let file = open(database, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw refusal(errno) }
        close(file)
        for name in [database, database + "-wal", database + "-shm"] { chmod(name, 0o600) }
        try syncDirectory()
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
    func exclusively<T>(_ work: () throws(StorageError) -> T) throws(StorageError) -> T {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw refusal(errno) }
        defer { close(directory) }
        guard flock(directory, LOCK_EX) == 0 else { throw refusal(errno) }
        return try work()
    }

    /// Throws `.diskFull` when less than `leastFreeBytes` are left.
    func checkRoom() throws(StorageError) {
        var figures = statvfs()
        guard statvfs(path, &figures) == 0 else { throw refusal(errno) }
        guard UInt64(figures.f_bavail) * UInt64(figures.f_frsize) >= Self.leastFreeBytes else { throw .diskFull }
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
