import Foundation
import Model

/// Turns a refusal of the file system into a `StorageError`.
enum FileRefusal {
    /// Call this immediately after the failed call, while `errno` is still its own.
    static func of(_ path: String) -> StorageError {
        switch errno {
        case EROFS: .readOnly
        case ENOSPC, EDQUOT: .diskFull
        case let number:
            .cannotOpen(path: path, reason: Sentence(stored: String(cString: strerror(number)).lowercased()))
        }
    }

    /// Syncs the file's directory, without which its new name may be lost in a power cut.
    static func syncDirectory(of file: String) throws(StorageError) {
        try sync((file as NSString).deletingLastPathComponent)
    }

    /// Syncs a directory, without which the new names in it may be lost in a power cut.
    static func sync(_ directory: String) throws(StorageError) {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw of(directory) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw of(directory) }
    }
}
