import Synchronization

/// What the branches of one tree share: the lane, the environment, and who observes.
final class Tree: Sendable {
    /// How many events may wait in a tree that has a lane of its own.
    static let mostWaiting = 65_536

    let environment: Environment
    let lane: any Lane
    private let subscribers = Mutex<[Subscriber]>([])

    init(environment: Environment, lane: (any Lane)?) {
        self.environment = environment
        self.lane = lane ?? environment.lane("state", Self.mostWaiting)
    }

    /// Does `work` on the lane, after what waits there, even when the lane is full.
    func soon(_ work: @escaping @Sendable () -> Void) {
        _ = lane.schedule(at: environment.uptime(), work)
    }

    /// Adds a subscriber behind all others and tells it the present state. On the lane.
    func add(_ subscriber: Subscriber) {
        guard !subscriber.isCancelled else { return }
        subscribers.withLock { $0.append(subscriber) }
        subscriber.tell()
    }

    func tell(_ path: Path) {
        let concerned = subscribers.withLock { $0.filter { !$0.branches.isDisjoint(with: path.identities) } }
        for subscriber in concerned { subscriber.tell() }
    }

    func remove(_ subscriber: Subscriber) { remove { $0 === subscriber } }
    func forget(_ branch: ObjectIdentifier) { remove { $0.branches.contains(branch) } }

    /// What goes is released outside the lock: it may hold the last reference to something that removes in turn.
    private func remove(_ goes: (Subscriber) -> Bool) {
        let gone = subscribers.withLock { subscribers in
            let split = subscribers.partition(by: goes)
            defer { subscribers.removeSubrange(split...) }
            return Array(subscribers[split...])
        }
        withExtendedLifetime(gone) {}
    }
}

/// The branches one event has passed, leaf first.
struct Path {
    private var branches: [any Branch] = []
    private(set) var identities: Set<ObjectIdentifier> = []

    mutating func append(_ branch: any Branch) {
        branches.append(branch)
        identities.insert(ObjectIdentifier(branch))
    }

    func followEffects() {
        for branch in branches { branch.followEffects() }
    }
}

/// A state store whose types do not matter.
protocol Branch: AnyObject {
    func followEffects()
}

/// A reference that does not hold.
struct Weak<Object: AnyObject & Sendable>: Sendable {
    weak let object: Object?

    init(_ object: Object) { self.object = object }
}
