import Failures
import Flow
import Model
import Synchronization

/// Wakes the listeners of events when the journal has grown. It carries nothing: a listener is told of the journal at its own pace,
/// so a slow one holds up nobody and loses nothing.
package final class JournalFeed: Sendable {
    /// The most listeners of one caller.
    package static let mostListeners = 32

    private struct State {
        var listeners: [Int: Listener] = [:]
        var next = 0
        /// Nil while nobody listens.
        var ticking: (any Running)?
        var others: [Other] = []
        var isClosed = false
    }

    private struct Listener {
        /// The caller's id: names of tokens are not unique.
        let caller: String
        let bell: Bell
    }

    /// Somebody besides the listeners who is woken.
    private struct Other { let wake: @Sendable () -> Void }

    private let environment: Environment
    private let state = Mutex(State())
    private let wakes = Atomic(0)

    /// How long a listener hears nothing at most before it is told that the service lives.
    static let longestSilence = Duration.seconds(15)

    package init(environment: Environment) { self.environment = environment }

    /// Counts how often the journal has grown. What was read after a look at it has all that was committed before.
    var generation: Int { wakes.load(ordering: .acquiring) }

    /// Tells all listeners that the journal has grown. Never waits.
    package func wake() { wake(isSignDue: false) }

    private func wake(isSignDue: Bool) {
        wakes.wrappingAdd(1, ordering: .acquiringAndReleasing)
        for listener in state.withLock({ Array($0.listeners.values) }) {
            listener.bell.ring(hasGrown: true, isSignDue: isSignDue)
        }
        for other in state.withLock({ $0.others }) { other.wake() }
    }

    /// Ends all listeners, and each that comes after this: a listener would keep the service from stopping. Never waits.
    func close() {
        let listeners = state.withLock { state in
            state.isClosed = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.bell.end() }
    }

    /// Has this called too whenever the journal has grown. It must not wait.
    package func alsoWake(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.others.append(Other(wake: wake)) }
    }

    /// Subscribes a listener. Throws `request.tooMany` for a caller who has as many as it may have.
    func subscribe(_ caller: Caller) throws(Failure) -> Subscription {
        let bell = Bell()
        let number = state.withLock { state -> Int? in
            guard state.listeners.values.count(where: { $0.caller == caller.id }) < Self.mostListeners else {
                return nil
            }
            state.next += 1
            state.listeners[state.next] = Listener(caller: caller.id, bell: bell)
            if state.isClosed { bell.end() }
            if state.ticking == nil { state.ticking = tick() }
            return state.next
        }
        guard let number else {
            throw Failure(
                RequestFailure.tooMany, Sentence("failure.request.tooMany", ["count": Self.mostListeners]),
                recovery: .retry)
        }
        return Subscription(number: number, caller: caller, bell: bell, feed: self)
    }

    fileprivate func cancel(_ number: Int) {
        let ticking = state.withLock { state -> (any Running)? in
            state.listeners[number] = nil
            guard state.listeners.isEmpty else { return nil }
            defer { state.ticking = nil }
            return state.ticking
        }
        ticking?.cancel()
    }

    /// Each listener is due a sign of life then, so that none waits for longer than from one to the next. The journal is looked at as
    /// well: an entry that is not synced at once wakes nobody.
    private func tick() -> any Running {
        environment.spawn("events") { [weak self, environment] in
            while (try? await environment.sleep(environment.uptime() + Self.longestSilence)) != nil {
                guard let self else { return }
                self.wake(isSignDue: true)
            }
        }
    }

    /// One listener's place in the feed, which is cancelled when it is released.
    final class Subscription: Sendable {
        /// An element for one wake-up or several.
        var wakes: AsyncStream<Void> { bell.wakes }

        /// Who listens.
        let caller: Caller
        private let number: Int
        private let bell: Bell
        private let feed: JournalFeed

        fileprivate init(number: Int, caller: Caller, bell: Bell, feed: JournalFeed) {
            (self.number, self.caller, self.bell, self.feed) = (number, caller, bell, feed)
        }

        deinit { feed.cancel(number) }

        /// Wakes this listener alone, for something besides the journal. Never waits.
        func wake() { bell.ring(hasGrown: false) }

        /// Whether the journal may have grown since the last call.
        func takeGrowth() -> Bool { bell.take(\.hasGrown) }

        /// Whether this listener has been due a sign of life since the last call.
        func takeSignOfLife() -> Bool { bell.take(\.isSignDue) }

        /// Wakes this listener for the last time, because nobody hears it any more. Never waits.
        func end() { bell.end() }
    }

    /// Wakes the task that waits for it, and remembers what for.
    fileprivate final class Bell: Sendable {
        let wakes: AsyncStream<Void>
        private let woken: AsyncStream<Void>.Continuation
        private let reasons = Mutex(Reasons())

        struct Reasons {
            var hasGrown = false
            var isSignDue = false
        }

        init() { (wakes, woken) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

        func ring(hasGrown: Bool, isSignDue: Bool = false) {
            if hasGrown || isSignDue {
                reasons.withLock { reasons in
                    reasons.hasGrown = reasons.hasGrown || hasGrown
                    reasons.isSignDue = reasons.isSignDue || isSignDue
                }
            }
            woken.yield()
        }

        func end() { woken.finish() }

        /// Whether there has been a reason since the last call.
        func take(_ reason: WritableKeyPath<Reasons, Bool>) -> Bool {
            reasons.withLock { reasons in
                defer { reasons[keyPath: reason] = false }
                return reasons[keyPath: reason]
            }
        }
    }
}
