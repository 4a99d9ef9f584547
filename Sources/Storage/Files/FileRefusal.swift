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
        let directory = open((file as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw of(file) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw of(file) }
    }
}
