import Failures
import Flow
import Model
import Synchronization

/// Wakes the listeners of events when the journal has grown or a display has changed. It carries nothing: a listener reads the
/// journal at its own pace, so a slow one holds up nobody and loses nothing.
package final class JournalFeed: Sendable {
    /// The most listeners of one caller.
    package static let mostListeners = 32

    private struct State {
        var seats: [Int: Seat.Held] = [:]
        var next = 0
        /// Nil while nobody listens.
        var ticking: (any Running)?
        var others: [Other] = []
    }

    /// Somebody besides the listeners who is woken.
    private struct Other { let wake: @Sendable () -> Void }

    private let environment: Environment
    private let state = Mutex(State())

    /// How long a listener hears nothing before it is told that the service lives.
    static let longestSilence = Duration.seconds(15)

    package init(environment: Environment) { self.environment = environment }

    /// Wakes all listeners. Never waits.
    package func wake() {
        let (seats, others) = state.withLock { (Array($0.seats.values), $0.others) }
        for seat in seats { seat.wake.yield() }
        for other in others { other.wake() }
    }

    /// Has this called too whenever the journal has grown. It must not wait.
    package func alsoWake(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.others.append(Other(wake: wake)) }
    }

    /// A place to listen from. Throws `request.tooMany` for a caller who has as many as it may have.
    func seat(for caller: Caller) throws(Failure) -> Seat {
        let (stream, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            guard state.seats.values.count(where: { $0.caller == caller.name }) < Self.mostListeners else { return nil }
            state.next += 1
            state.seats[state.next] = Seat.Held(caller: caller.name, wake: wake)
            if state.ticking == nil { state.ticking = tick() }
            return state.next
        }
        guard let number else {
            throw Failure(
                RequestFailure.tooMany, Sentence("failure.request.tooMany", ["count": Self.mostListeners]),
                recovery: .retry)
        }
        return Seat(number: number, wakes: stream, feed: self)
    }

    fileprivate func leave(_ number: Int) {
        let ticking = state.withLock { state -> (any Running)? in
            state.seats[number] = nil
            guard state.seats.isEmpty else { return nil }
            defer { state.ticking = nil }
            return state.ticking
        }
        ticking?.cancel()
    }

    private func tick() -> any Running {
        environment.spawn("events") { [weak self, environment] in
            while (try? await environment.sleep(environment.uptime() + Self.longestSilence)) != nil {
                guard let self else { return }
                self.wake()
            }
        }
    }

    /// One listener's place, which is given back when it is released.
    final class Seat: Sendable {
        fileprivate struct Held: Sendable {
            let caller: String
            let wake: AsyncStream<Void>.Continuation
        }

        /// An element for one wake-up or several.
        let wakes: AsyncStream<Void>
        private let number: Int
        private let feed: JournalFeed

        fileprivate init(number: Int, wakes: AsyncStream<Void>, feed: JournalFeed) {
            (self.number, self.wakes, self.feed) = (number, wakes, feed)
        }

        deinit { feed.leave(number) }
    }
}
