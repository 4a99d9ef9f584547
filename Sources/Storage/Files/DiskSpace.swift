import Foundation

/// The free space of a file system.
enum DiskSpace {
    /// Throws `.noRoom` unless this many bytes fit beside what a payment needs.
    static func check(for bytes: UInt64 = 0, in folder: String) throws(StorageError) {
        guard let free = free(in: folder) else { throw FileRefusal.of(folder) }
        let (needed, isTooMuch) = bytes.addingReportingOverflow(DataDirectory.leastFreeBytes)
        if let disk = FullDisk(folder, free: free, needed: isTooMuch ? .max : needed) { throw .noRoom(disk) }
    }

    /// The full disk on which a folder is, or is to be; nil if a payment would fit there, or if that is not known.
    static func fullDisk(at folder: String) -> FullDisk? {
        var place = folder
        while access(place, F_OK) != 0, place.count > 1 { place = (place as NSString).deletingLastPathComponent }
        return free(in: place).flatMap { FullDisk(folder, free: $0, needed: DataDirectory.leastFreeBytes) }
    }

    /// In bytes, for a user without privileges; nil if the file system does not tell.
    private static func free(in folder: String) -> UInt64? {
        var figures = statvfs()
        guard statvfs(folder, &figures) == 0 else { return nil }
        return UInt64(figures.f_bavail) * UInt64(figures.f_frsize)
    }
}
