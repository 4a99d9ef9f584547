import CTerminalLine
import Flow
import Glibc
import Hardware
import Synchronization

/// Messages from other threads to a line's loop: work for its queue, and the wish to end.
///
/// The loop takes the lock only after a signal, so a posting thread never delays received bytes.
final class LineMailbox: Sendable {
    /// Work on the loop's queue; it returns nil when it changes nothing.
    typealias Work = @Sendable (_ now: Uptime) -> LineCommands?

    enum Delivery {
        case work([Work])
        case end
        /// More than `mostWaiting` items were posted: the loop is stuck, or a thread posts endlessly.
        case overflow
    }

    static let mostWaiting = 65_536

    private struct Content {
        var work: [Work] = []
        var ended = false
        var overflowed = false
    }

    /// The descriptor that `till_line_wait` watches. It lives as long as the mailbox, so that a late post cannot signal a
    /// reused descriptor.
    let wake: Int32
    private let content = Mutex(Content())

    init() throws(LineError) {
        wake = till_wake_open()
        if wake < 0 { throw .system("eventfd", errno: -wake, during: .wakingUp) }
    }

    deinit {
        if wake >= 0 { _ = Glibc.close(wake) }
    }

    func post(_ work: @escaping Work) {
        let first = content.withLock { content in
            guard content.work.count < Self.mostWaiting else {
                content.overflowed = true
                return false
            }
            content.work.append(work)
            return content.work.count == 1
        }
        if first { till_wake_signal(wake) }
    }

    func end() {
        content.withLock { $0.ended = true }
        till_wake_signal(wake)
    }

    /// Wakes the waiting thread without posting work.
    func ring() { till_wake_signal(wake) }

    /// Resets the signal for code that waits before the loop does; posted work stays. Throws when the loop must not begin.
    func answerBell() throws(LineEnding) {
        till_wake_reset(wake)
        if content.withLock({ $0.ended }) { throw .closed }
    }

    /// Drops the posted work.
    func discard() {
        // Released outside of the lock, because a deallocation may post an answer.
        let dropped = content.withLock { content in
            defer { content.work = [] }
            return content.work
        }
        withExtendedLifetime(dropped) {}
    }

    /// Everything posted so far, in order. An end precedes waiting work, which is dropped.
    func take() -> Delivery {
        till_wake_reset(wake)
        return content.withLock { content in
            if content.ended { return .end }
            if content.overflowed { return .overflow }
            defer { content.work = [] }
            return .work(content.work)
        }
    }
}
