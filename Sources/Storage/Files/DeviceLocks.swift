import Flow
import Foundation
import Synchronization

/// Exclusive locks by name between processes, for example on a terminal while a payment runs. The locks of a process end
/// with it, however it ends.
package protocol DeviceLocks: Sendable {
    /// Takes the lock of this name until it is released. Nil when it is held, by another process or by this one.
    func claim(_ name: String) throws(StorageError) -> (any DeviceLock)?
}

/// A lock that is held. It is released at the latest when it is deallocated.
package protocol DeviceLock: AnyObject, Sendable {
    func release()
}

/// Locks between all processes of one data directory: one locked file per name, never deleted.
package final class FileClaims: DeviceLocks {
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
        if descriptor < 0, errno == ENOENT, !makesLocks { return FileClaim(nil) }
        guard descriptor >= 0 else { throw Self.cannotOpen(path) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return FileClaim(descriptor) }
        let error = errno
        close(descriptor)
        guard error == EWOULDBLOCK else { throw .cannotOpen(path: path, reason: String(cString: strerror(error))) }
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
        .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
}

private final class FileClaim: DeviceLock {
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

/// Locks within one process, for a storage without a directory.
package final class ProcessDeviceLocks: DeviceLocks {
    private let held = Mutex<Set<String>>([])

    package init() {}

    package func claim(_ name: String) throws(StorageError) -> (any DeviceLock)? {
        guard held.withLock({ $0.insert(name).inserted }) else { return nil }
        return ProcessClaim(name, of: self)
    }

    fileprivate func release(_ name: String) { held.withLock { _ = $0.remove(name) } }
}

private final class ProcessClaim: DeviceLock {
    private let name: String
    private weak let claims: ProcessDeviceLocks?
    private let isHeld = Mutex(true)

    init(_ name: String, of claims: ProcessDeviceLocks) {
        self.name = name
        self.claims = claims
    }

    deinit { release() }

    func release() {
        let wasHeld = isHeld.withLock { isHeld in
            defer { isHeld = false }
            return isHeld
        }
        if wasHeld { claims?.release(name) }
    }
}
