import Foundation
import Storage
import Synchronization

/// Locks within one process, for a storage without a directory.
package final class ProcessDeviceLocks: DeviceLocks {
    private let held = Mutex<Set<String>>([])

    package init() {}

    package func claim(_ name: String) throws(StorageError) -> (any DeviceLock)? {
        guard held.withLock({ $0.insert(name).inserted }) else { return nil }
        return ProcessDeviceLock(name, of: self)
    }

    fileprivate func release(_ name: String) { held.withLock { _ = $0.remove(name) } }
}

private final class ProcessDeviceLock: DeviceLock {
    private let name: String
    private weak let locks: ProcessDeviceLocks?
    private let isHeld = Mutex(true)

    init(_ name: String, of locks: ProcessDeviceLocks) {
        self.name = name
        self.locks = locks
    }

    deinit { release() }

    func release() {
        let wasHeld = isHeld.withLock { isHeld in
            defer { isHeld = false }
            return isHeld
        }
        if wasHeld { locks?.release(name) }
    }
}
