import Model
import Foundation
import Synchronization

/// Locks between all processes of one data directory: one locked file per name, never deleted.
package final class FileDeviceLocks: DeviceLocks {
    private let directory: String
    private let makesLocks: Bool

    /// - Parameters:
    ///   - directory: the till's data directory; the lock files are in its folder `locks`.
    ///   - makesLocks: false for a reader that may run as another user: it creates no files and takes no locks, and a name
    ///     without a lock file counts as free.
    package init(directory: String, makesLocks: Bool = true) {
        self.directory = directory + "/locks"
        self.makesLocks = makesLocks
    }

    package func claim(_ name: String) throws(StorageError) -> (any DeviceLock)? {
        if makesLocks, mkdir(directory, 0o700) != 0 && errno != EEXIST { throw Self.cannotOpen(directory) }
        let path = "\(directory)/\(Self.fileName(name)).lock"
        let descriptor = open(path, O_RDWR | (makesLocks ? O_CREAT : 0) | O_CLOEXEC, 0o600)
        if descriptor < 0, errno == ENOENT, !makesLocks { return FileDeviceLock(nil) }
        guard descriptor >= 0 else { throw Self.cannotOpen(path) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return FileDeviceLock(descriptor) }
        let error = errno
        close(descriptor)
        guard error == EWOULDBLOCK else {
            throw .cannotOpen(path: path, reason: Sentence(stored: String(cString: strerror(error))))
        }
        return nil
    }

    /// The name as a file name; bytes that are not safe in a file name, such as slashes, are written in hexadecimal.
    private static func fileName(_ name: String) -> String {
        name.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            return character.isASCII && (character.isLetter || character.isNumber)
                ? String(character) : "_" + String(byte, radix: 16)
        }.joined()
    }

    private static func cannotOpen(_ path: String) -> StorageError {
        .cannotOpen(path: path, reason: Sentence(stored: String(cString: strerror(errno))))
    }
}

private final class FileDeviceLock: DeviceLock {
    private let descriptor: Mutex<Int32?>

    init(_ descriptor: Int32?) { self.descriptor = Mutex(descriptor) }

    deinit { release() }

    /// Closing the file unlocks it.
    func release() {
        let held = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        if let held { close(held) }
    }
}
