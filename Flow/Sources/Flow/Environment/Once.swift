import Synchronization

/// Work that is done at most once: the first time it is asked for, unless cancelled before.
final class Once: Running {
    private let work: Mutex<Slot>

    init(_ work: @escaping @Sendable () -> Void) { self.work = Mutex(Slot(work)) }

    var isPending: Bool { work.withLock { $0.closure != nil } }
    @Sendable func run() { work.withLock { $0.take() }.closure?() }
    func cancel() { _ = work.withLock { $0.take() } }
}

/// Work for a moment on a lane: cancelled in its timer until that moment, and in the lane afterwards.
struct Scheduled: Running {
    let timer: any Running
    let work: Once

    func cancel() {
        timer.cancel()
        work.cancel()
    }
}

/// A closure to keep under a lock. In a struct, because a `Mutex` whose whole value is a closure wraps it once more at
/// each access (the value is converted on its way in and out): calling it becomes slower each time, and in the end
/// overflows the stack.
struct Slot {
    private(set) var closure: (@Sendable () -> Void)?

    init(_ closure: @escaping @Sendable () -> Void) { self.closure = closure }

    /// Takes the closure out: the first caller gets it, all others nothing. To be released or called outside the lock.
    mutating func take() -> Slot {
        defer { closure = nil }
        return self
    }
}
