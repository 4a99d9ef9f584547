import CTerminalLine
import Failures
import Flow
import Glibc
import Synchronization

/// Messages from other threads to a host's loop: work for its queue, and the request to end.
final class HostMailbox<Orders: Sendable>: Sendable {
    typealias Work = @Sendable (_ now: Uptime) -> Orders

    private struct Content {
        var wakeUp: Int32?
        var work: [Work] = []
        var stops = false
    }

    private let content = Mutex(Content())

    /// Returns the descriptor that wakes the loop. Traps when called twice.
    func start() throws(Failure) -> Int32 {
        let wakeUp = till_wake_open()
        guard wakeUp >= 0 else { throw .simulator(SimulatorFailure.loop, "No wake-up descriptor", errno: -wakeUp) }
        content.withLock { content in
            precondition(content.wakeUp == nil, "a host starts once")
            content.wakeUp = wakeUp
        }
        return wakeUp
    }

    /// Posts work; dropped after `stop`.
    func post(_ work: @escaping Work) {
        content.withLock { content in
            guard !content.stops else { return }
            content.work.append(work)
            if let wakeUp = content.wakeUp { till_wake_signal(wakeUp) }
        }
    }

    func stop() {
        content.withLock { content in
            content.stops = true
            if let wakeUp = content.wakeUp { till_wake_signal(wakeUp) }
        }
    }

    /// Waits until the loop has ended, if it was begun.
    func end() {
        content.withLock { content in
            if let wakeUp = content.wakeUp { _ = close(wakeUp) }
            content.wakeUp = nil
        }
    }

    /// The posted work; nil when the loop must end.
    func take() -> [Work]? {
        content.withLock { content in
            defer { content.work = [] }
            return content.stops ? nil : content.work
        }
    }
}
