import Synchronization

/// Work that runs at most once: at the first request, unless cancelled before.
final class Once: Running {
    private let work: Mutex<Slot>

    init(_ work: @escaping @Sendable () -> Void) { self.work = Mutex(Slot(work)) }

    var isPending: Bool { work.withLock { $0.closure != nil } }
    @Sendable func run() { work.withLock { $0.take() }.closure?() }
    func cancel() { _ = work.withLock { $0.take() } }
}

/// Scheduled work of a lane: cancelled in its timer until it is due, and in the lane afterwards.
struct Scheduled: Running {
    let timer: any Running
    let work: Once

    func cancel() {
        timer.cancel()
        work.cancel()
    }
}

/// A closure to be kept under a lock. It is in a struct, because a `Mutex` whose whole value is a closure wraps the closure
/// again at each access, which makes calls slower and finally overflows the stack.
struct Slot {
    private(set) var closure: (@Sendable () -> Void)?

    init(_ closure: @escaping @Sendable () -> Void) { self.closure = closure }

    /// Takes the closure out; only the first caller gets it. Release or call it outside of the lock.
    mutating func take() -> Slot {
        defer { closure = nil }
        return self
    }
}
