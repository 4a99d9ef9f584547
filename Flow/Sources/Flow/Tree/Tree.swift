import Synchronization

/// The shared parts of a tree's branches: the lane, the environment, and the turns of observers.
@usableFromInline final class Tree: Sendable {
    /// How many events may wait in a tree with a lane of its own.
    static let mostWaiting = 65_536

    @usableFromInline let environment: Environment
    @usableFromInline let lane: any Lane
    private let turns = Atomic(0)
    /// Odd while the tree's states change; different after each event.
    @usableFromInline let changes = Atomic<UInt64>(0)
    let objects = ObservingObjects()

    @usableFromInline init(environment: Environment, lane: (any Lane)?) {
        self.environment = environment
        self.lane = lane ?? environment.lane("state", Self.mostWaiting)
    }

    /// Runs `work` on the lane behind what waits there, even when the lane is full.
    @usableFromInline func soon(_ work: @escaping @Sendable () -> Void) {
        _ = lane.schedule(at: environment.uptime(), work)
    }

    /// Called before the first and after the last reducer of an event, on the lane only.
    @inlinable func change() {
        changes.store(changes.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }

    /// Reads several branches consistently, between two events. Not for reducers, which run within one.
    @usableFromInline func atOnce<Seen>(_ look: () -> Seen) -> Seen {
        while true {
            let before = changes.load(ordering: .acquiring)
            let seen = look()
            if before % 2 == 0, changes.load(ordering: .acquiring) == before { return seen }
        }
    }

    /// The turn of a new observer, behind all others of the tree.
    func nextTurn() -> Int { turns.add(1, ordering: .relaxed).newValue }
}
