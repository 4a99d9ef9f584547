import Storage

/// Reports on standard error that the lock of another process is waited for.
enum LockNotice {
    @Sendable static func say(_ lock: HeldLock) { Console().say(lock.waiting) }
}
