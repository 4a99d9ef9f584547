import Dispatch
import Flow
import Synchronization

/// The cost of an action on its way to its store, and of an event on its way through the tree, as one of many that are
/// dispatched and processed in a row.
///
/// Dispatched on the lane unless stated otherwise: from another thread, two processors also exchange memory.
struct FlowFigures: Benchmark {
    static let name = "flow_"
    private static let rounds = 100
    private static let batch = 1_000

    private let stopwatch: Stopwatch
    private let environment: Environment
    private let lane: any Lane

    /// Everything measured shares one lane.
    init(_ place: Workplace) {
        var environment = place.environment
        let lane = environment.lane("bench", 2 * Self.batch)
        environment.lane = { _, _ in lane }
        self.environment = environment
        self.lane = lane
        stopwatch = place.stopwatch
    }

    func figures() -> [Figure] {
        frontDoor() + tree()
    }

    /// The best mean over batches: `send` is called for each item of a batch, until the lane has processed them. The time in
    /// which a sleeping lane wakes up is not included, unless another thread sends.
    private func nanoseconds(
        _ gate: Gate, fromAnotherThread: Bool = false, _ send: @escaping @Sendable (Int) -> Void
    ) -> Double {
        let batch = { @Sendable in
            gate.start()
            for number in 0..<Self.batch { send(number) }
        }
        let best = (0..<Self.rounds).map { _ in
            gate.close(for: Self.batch)
            if fromAnotherThread { batch() } else { _ = lane.enqueue(batch) }
            return gate.wait()
        }.min()
        return Double(best ?? 0) / Double(Self.batch)
    }

    private func makeGate() -> Gate { Gate(uptime: stopwatch.uptime) }
}

/// Opens after a given number of passes.
private final class Gate: Sendable {
    private let uptime: @Sendable () -> Uptime
    private let left = Atomic(0)
    private let started = Atomic<Int64>(0)
    private let opened = Atomic<Int64>(0)
    private let open = DispatchSemaphore(value: 0)

    init(uptime: @escaping @Sendable () -> Uptime) { self.uptime = uptime }

    func close(for passes: Int) { left.store(passes, ordering: .relaxed) }

    /// Passes the gate; on one lane only.
    @Sendable func pass() {
        let now = left.load(ordering: .relaxed) - 1
        left.store(now, ordering: .relaxed)
        guard now == 0 else { return }
        opened.store(uptime().nanoseconds, ordering: .relaxed)
        open.signal()
    }

    /// Starts the time measurement.
    func start() { started.store(uptime().nanoseconds, ordering: .relaxed) }

    /// Waits until the gate is open, and returns the nanoseconds since the start.
    @discardableResult func wait() -> Int64 {
        open.wait()
        return opened.load(ordering: .relaxed) - started.load(ordering: .relaxed)
    }
}

// MARK: - The front door

private enum TickAction: Action {
    case tick(Int)
}

private enum QuestionAction: Action {
    case question(Int, Reply<Int>)
}

private final class TickStore: Store {
    let gate: Gate
    let questions: QuestionStore
    var subStores: [any Store] { [questions] }

    init(_ gate: Gate) {
        self.gate = gate
        questions = QuestionStore()
    }

    func onAction(_ action: TickAction) { gate.pass() }
}

private final class QuestionStore: Store {
    func onAction(_ action: QuestionAction) {
        switch action {
        case .question(let number, let reply): reply(number)
        }
    }
}

extension FlowFigures {
    private func frontDoor() -> [Figure] {
        let gate = makeGate()
        let stores = StoresManager(environment: environment) {
            DeauthenticatedState(stores: [TickStore(gate)], because: $0)
        }
        let tick = { @Sendable number in stores.dispatch(TickAction.tick(number)) }
        let ask = { @Sendable number in
            stores.dispatch {
                QuestionAction.question(number, $0)
            } answer: { _ in
                gate.pass()
            }
        }
        let (ticked, asked) = (nanoseconds(gate, tick), nanoseconds(gate, ask))
        let threads = nanoseconds(gate, fromAnotherThread: true, tick)
        return [
            Figure(name: Self.name + "front_door", value: ticked, unit: "ns", goal: .atMost(100)),
            Figure(name: Self.name + "front_door_from_another_thread", value: threads, unit: "ns"),
            Figure(name: Self.name + "front_door_with_reply", value: asked, unit: "ns", goal: .atMost(500)),
        ]
    }
}

// MARK: - The tree

private struct CountState: Sendable {
    var count = 0
}

private enum CountEvent: Codable, Sendable {
    case added(Int)

    @Sendable static func reduce(_ state: inout CountState, _ event: CountEvent) {
        switch event {
        case .added(let amount): state.count += amount
        }
    }
}

private typealias Counter = StateStore<CountState, CountEvent>

extension FlowFigures {
    private func tree() -> [Figure] {
        let (one, hundred) = (observed(by: 1), observed(by: 100))
        let (alone, beside) = (amongChildren(1), amongChildren(101))
        let (shown, shownOften) = (shownByChildren(1), shownByChildren(100))
        return [
            Figure(name: Self.name + "reduce_and_one_observer", value: one, unit: "ns", goal: .atMost(250)),
            Figure(name: Self.name + "further_observer", value: (hundred - one) / 99, unit: "ns", goal: .atMost(20)),
            Figure(
                name: Self.name + "unchanged_child", value: (beside - alone) / 100, unit: "ns",
                goal: .atMost(5)),
            Figure(name: Self.name + "child_above_its_parent", value: (shownOften - shown) / 99, unit: "ns"),
            Figure(name: Self.name + "chain_of_four", value: chain(), unit: "ns", goal: .atMost(1_000)),
        ]
    }

    private func root() -> Counter {
        Counter(CountState(), environment: environment, reducer: CountEvent.reduce)
    }

    /// An observer that passes the gate; the first notification is already over.
    private func observing(_ store: Counter, _ gate: Gate) -> Subscription {
        gate.close(for: 1)
        let subscription = store.reading { $0.count }.subscribe { _ in gate.pass() }
        gate.wait()
        return subscription
    }

    private func observed(by observers: Int) -> Double {
        let (store, gate, further) = (root(), makeGate(), makeGate())
        let subscriptions = (1..<observers).map { _ in observing(store, further) } + [observing(store, gate)]
        defer { withExtendedLifetime(subscriptions) {} }
        return nanoseconds(gate) { _ in store.dispatch(.added(1)) }
    }

    private func amongChildren(_ children: Int) -> Double {
        let (root, gate, other) = (root(), makeGate(), makeGate())
        let stores = (0..<children).map { _ in root.with(CountState(), reducer: CountEvent.reduce) }
        let subscriptions = stores.dropFirst().map { observing($0, other) } + [observing(stores[0], gate)]
        defer { withExtendedLifetime((stores, subscriptions)) {} }
        return nanoseconds(gate) { [store = stores[0]] _ in store.dispatch(.added(1)) }
    }

    /// An event of the root that each child shows together with its own state.
    private func shownByChildren(_ children: Int) -> Double {
        let (root, gate, other) = (root(), makeGate(), makeGate())
        let stores = (0..<children).map { _ in root.with(CountState(), reducer: CountEvent.reduce) }
        let subscriptions = stores.enumerated().map { place, store in
            let mine = place == children - 1 ? gate : other
            mine.close(for: 1)
            let subscription = store.reading(above: root) { $0.count + $1.count }.subscribe { _ in mine.pass() }
            mine.wait()
            return subscription
        }
        defer { withExtendedLifetime((stores, subscriptions)) {} }
        return nanoseconds(gate) { _ in root.dispatch(.added(1)) }
    }

    private func chain() -> Double {
        let gate = makeGate()
        let leaf = (1..<4).reduce(root()) { store, _ in store.with(CountState(), reducer: CountEvent.reduce) }
        let subscription = observing(leaf, gate)
        defer { withExtendedLifetime(subscription) {} }
        return nanoseconds(gate) { _ in leaf.dispatch(.added(1)) }
    }
}
