import Flow
import Foundation

/// The wrong PINs that count against one operator, or against the whole till, and the lock that follows from them.
///
/// A PIN counts as wrong before it is looked at, and no more once it was right, so that a process that is killed in between
/// gives nobody another try.
struct WrongPINs: Hashable, Codable, Sendable {
    /// A time that is known by both clocks.
    struct Moment: Hashable, Codable, Sendable {
        var wall: Date
        var boot: BootTime

        init(_ environment: Environment) { (wall, boot) = (environment.now().asStored, environment.bootTime()) }

        private func isSameBoot(as other: Moment) -> Bool { boot.boot != nil && boot.boot == other.boot.boot }

        /// By the machine's own clock, which nobody sets, as long as it runs; else by the wall clock. Zero if that was set back.
        func elapsed(until now: Moment) -> Duration {
            isSameBoot(as: now) ? boot.elapsed(until: now.boot) : .seconds(max(0, now.wall.timeIntervalSince(wall)))
        }

        /// Whether the machine was started since, with a clock that shows an earlier time than this.
        func isBeyond(_ now: Moment) -> Bool { !isSameBoot(as: now) && now.wall < wall }
    }

    private var count = 0
    private var last: Moment?

    init() {}

    /// The count for a machine that was started with an earlier time on its clock: the wait begins again, because nobody can
    /// tell how much of it had passed.
    func standing(at now: Moment) -> WrongPINs {
        guard let last, last.isBeyond(now) else { return self }
        var standing = self
        standing.last = now
        return standing
    }

    /// How much longer no PIN is taken; zero if one is.
    func lock(at now: Moment, _ rule: LockoutRule) -> Duration {
        guard let last, let lock = rule.lock(after: count) else { return .zero }
        return max(.zero, lock - last.elapsed(until: now))
    }

    /// How many wrong PINs it takes to the next lock; zero while locked.
    func triesLeft(at now: Moment, _ rule: LockoutRule) -> Int {
        lock(at: now, rule) > .zero ? 0 : max(1, rule.tries - remembered(at: now, rule))
    }

    mutating func add(at now: Moment, _ rule: LockoutRule) {
        count = remembered(at: now, rule) + 1
        last = now
    }

    /// How many are not forgotten by then.
    private func remembered(at now: Moment, _ rule: LockoutRule) -> Int {
        guard let last, let forgets = rule.forgets else { return count }
        return max(0, count - Int(last.elapsed(until: now).components.seconds / forgets.components.seconds))
    }
}
