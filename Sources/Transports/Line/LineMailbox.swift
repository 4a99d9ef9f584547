import CTerminalLine
import Flow
import Glibc
import Hardware
import Synchronization

/// What other threads have for a line's loop: work to do on its queue, and the wish that it end.
///
/// The loop takes the lock only after a signal, so a byte that arrived is never kept waiting by a thread that posts.
final class LineMailbox: Sendable {
    /// Nil: nothing changes.
    typealias Work = @Sendable (_ now: Uptime) -> LineCommands?

    enum Delivery {
        case work([Work])
        case end
        /// More was posted than `mostWaiting`: the loop is stuck, or someone posts without end.
        case overflow
    }

    static let mostWaiting = 65_536

    private struct Content {
        var work: [Work] = []
        var ended = false
        var overflowed = false
    }

    /// The descriptor that `till_line_wait` watches. Lives as long as the mailbox, so a late post cannot signal a stranger's.
    let wake: Int32
    private let content = Mutex(Content())

    init() throws(LineError) {
        wake = till_wake_open()
        if wake < 0 { throw .system("the line", errno: -wake, during: "making a wake-up descriptor") }
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

    /// Wakes whoever waits, without anything to do.
    func ring() { till_wake_signal(wake) }

    /// For whoever waits before the loop does: what was posted stays for it. Throws when the loop shall not begin.
    func answerBell() throws(LineEnding) {
        till_wake_reset(wake)
        if content.withLock({ $0.ended }) { throw .closed }
    }

    /// What was posted and not taken is dropped.
    func discard() {
        // Released outside the lock: an answer may be given by it.
        let dropped = content.withLock { content in
            defer { content.work = [] }
            return content.work
        }
        withExtendedLifetime(dropped) {}
    }

    /// Everything posted so far, in order. An end comes before work that still waits, which is dropped.
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
