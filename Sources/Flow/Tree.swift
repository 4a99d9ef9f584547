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

    /// What `look` sees of several branches while no event changes one of them. Not for reducers: the states would never rest.
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

/// A state store whose types do not matter.
@usableFromInline protocol Branch: AnyObject, Sendable {
    var tree: Tree { get }
    /// The branch this one grows from; nil for the root.
    var ground: (any Branch)? { get }
}

extension Branch {
    @usableFromInline func grows(from other: any Branch) -> Bool {
        self === other || ground?.grows(from: other) == true
    }
}

/// What remains to be done in the branches an event has passed.
@usableFromInline struct Aftermath {
    private var tellings: [Telling] = []
    private var followings: [() -> Void] = []

    @usableFromInline init() {}

    /// Whether nobody observes these branches.
    @usableFromInline var isSilent: Bool { tellings.isEmpty }

    @usableFromInline mutating func add(_ telling: Telling) { tellings.append(telling) }
    @usableFromInline mutating func add(follow: @escaping () -> Void) { followings.append(follow) }

    /// Lets all observers hear, in the order they subscribed.
    @usableFromInline mutating func tell() {
        while let next = tellings.indices.min(by: { tellings[$0].turn < tellings[$1].turn }) {
            guard tellings[next].turn < .max else { return }
            let end = tellings.indices.lazy.filter { $0 != next }.map { [tellings] in tellings[$0].turn }.min() ?? .max
            tellings[next].tell(before: end)
        }
    }

    /// Lets all effects follow, leaf first.
    @usableFromInline func follow() {
        for follow in followings { follow() }
    }
}

/// The observers of one branch, by their turns, and the state all of them are to hear.
@usableFromInline struct Telling {
    private let turns: [Int]
    private let tell: (Range<Int>) -> Void
    private var told = 0

    @usableFromInline init(turns: [Int], tell: @escaping (Range<Int>) -> Void) {
        self.turns = turns
        self.tell = tell
    }

    /// Whose turn is next; the largest when all have heard.
    var turn: Int { told < turns.count ? turns[told] : .max }

    /// Tells those whose turn is before `end`.
    mutating func tell(before end: Int) {
        let next = end == .max ? turns.count : turns[told...].firstIndex { $0 >= end } ?? turns.count
        tell(told..<next)
        told = next
    }
}

/// A reference that does not hold.
@usableFromInline struct Weak<Object: AnyObject & Sendable>: Sendable {
    @usableFromInline weak let object: Object?

    @inlinable init(_ object: Object) { self.object = object }
}
