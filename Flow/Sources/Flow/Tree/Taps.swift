import Synchronization

/// A closure that is called with the events of a branch.
struct Tap<State, Event>: Sendable {
    let number: Int
    let look: @Sendable (_ event: Event, _ before: State, _ after: State) -> Void
}

/// The taps of a branch.
@usableFromInline final class Taps<State: Sendable, Event: Sendable>: Sendable {
    private struct Kept {
        var all: [Tap<State, Event>] = []
        var made = 0
    }

    private let kept = Mutex(Kept())
    /// Read for each event, so that a branch without taps costs nothing else.
    @usableFromInline let count = Atomic(0)

    @usableFromInline init() {}

    @inlinable var isInUse: Bool { count.load(ordering: .relaxed) > 0 }
    var all: [Tap<State, Event>] { kept.withLock { $0.all } }

    func add(_ look: @escaping @Sendable (Event, State, State) -> Void) -> Int {
        kept.withLock { kept in
            kept.made += 1
            kept.all.append(Tap(number: kept.made, look: look))
            count.store(kept.all.count, ordering: .relaxed)
            return kept.made
        }
    }

    /// Releases the tap outside of the lock.
    func remove(_ number: Int) {
        let gone = kept.withLock { kept in
            let gone = kept.all.filter { $0.number == number }
            kept.all.removeAll { $0.number == number }
            count.store(kept.all.count, ordering: .relaxed)
            return gone
        }
        withExtendedLifetime(gone) {}
    }
}
