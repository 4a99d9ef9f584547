import Synchronization

/// What the branches of one tree share: the lane, the environment, and whose turn it is.
@usableFromInline final class Tree: Sendable {
    /// How many events may wait in a tree that has a lane of its own.
    static let mostWaiting = 65_536

    @usableFromInline let environment: Environment
    @usableFromInline let lane: any Lane
    private let turns = Atomic(0)
    /// Odd while the states of the tree change; another number after each event.
    @usableFromInline let changes = Atomic<UInt64>(0)
    let objects = ObservingObjects()

    @usableFromInline init(environment: Environment, lane: (any Lane)?) {
        self.environment = environment
        self.lane = lane ?? environment.lane("state", Self.mostWaiting)
    }

    /// Does `work` on the lane, after what waits there, even when the lane is full.
    @usableFromInline func soon(_ work: @escaping @Sendable () -> Void) {
        _ = lane.schedule(at: environment.uptime(), work)
    }

    /// Before the first reducer of an event, and after the last one. Only on the lane, so no other thread writes it.
    @inlinable func change() {
        changes.store(changes.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }

    /// Returns what `look` sees of several branches, seen between two events. Not for reducers: they run within one.
    @usableFromInline func atOnce<Seen>(_ look: () -> Seen) -> Seen {
        while true {
            let before = changes.load(ordering: .acquiring)
            let seen = look()
            if before % 2 == 0, changes.load(ordering: .acquiring) == before { return seen }
        }
    }

    /// The turn of a new observer: after all others of the tree.
    func nextTurn() -> Int { turns.add(1, ordering: .relaxed).newValue }
}

/// A reference that does not hold.
@usableFromInline struct Weak<Object: AnyObject & Sendable>: Sendable {
    @usableFromInline weak let object: Object?

    @inlinable init(_ object: Object) { self.object = object }
}
