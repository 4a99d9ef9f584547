import Foundation

/// The free space of a file system.
enum DiskSpace {
    /// Throws `.diskFull` unless this many bytes fit beside what a payment needs.
    static func check(for bytes: UInt64 = 0, in folder: String) throws(StorageError) {
        var figures = statvfs()
        guard statvfs(folder, &figures) == 0 else { throw FileRefusal.of(folder) }
        let free = UInt64(figures.f_bavail) * UInt64(figures.f_frsize)
        guard free >= DataDirectory.leastFreeBytes, free - DataDirectory.leastFreeBytes >= bytes else {
            throw .diskFull
        }
    }
}
