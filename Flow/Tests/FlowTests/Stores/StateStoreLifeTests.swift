import Flow
import Testing

/// What keeps stores alive, and what a full or a busy tree does.
struct StateStoreLifeTests {
    private let world = VirtualWorld()

    @Test func aChildKeepsItsParentsAlive() {
        weak var root: Counting?
        var leaf: Counting?
        do {
            let owned = Counting.counting(in: world)
            root = owned
            leaf = owned.counting().counting()
        }
        #expect(root != nil)
        leaf?.dispatch(.added(1))
        world.run()
        #expect(root?.state.counter == 1)
        leaf = nil
        #expect(root == nil)
    }

    @Test func aChildNobodyHoldsIsReleasedThoughItIsObserved() {
        let root = Counting.counting(in: world)
        weak var child: Counting?
        let subscription: Subscription
        do {
            let owned = root.counting()
            child = owned
            subscription = owned.reading { $0 }.subscribe { _ in }
            world.run()
        }
        #expect(child == nil)
        withExtendedLifetime((root, subscription)) {}
    }

    @Test func anEventDispatchedBeforeTheLastHolderLetGoIsStillReduced() {
        let root = Counting.counting(in: world)
        do { root.counting().dispatch(.added(1)) }
        world.run()
        #expect(root.state.counter == 1)
    }

    @Test func aReadingHoldsWhatItReads() {
        let reading: Reading<Int>
        do { reading = Counting.counting(in: world).reading(\.counter) }
        #expect(reading.current == 0)
    }

    @Test func aFullTreeRefusesAnEventAndSaysSo() {
        let lane = world.environment.lane("narrow", 2)
        let store = Counting(CountingState(), environment: world.environment, lane: lane) { $0.reduce($1) }
        let answers = (0..<3).map { _ in store.dispatch(.added(1))?.code }
        world.run()
        #expect(answers == [nil, nil, "lane.full"])
        #expect(store.state.counter == 2)
    }

    /// Observing once became slower with every state, and overflowed the stack.
    @Test func anObserverHearsTheLastOfManyStatesAsEasilyAsTheFirst() {
        let lane = world.environment.lane("wide", 100_000)
        let store = Counting(CountingState(), environment: world.environment, lane: lane) { state, _ in
            state.counter += 1
        }
        let heard = Heard<Int>()
        let subscription = store.reading(\.counter).subscribe(heard.hear)
        for _ in 0..<100_000 { store.dispatch(.started) }
        world.run()
        #expect(heard.all == Array(0...100_000))
        withExtendedLifetime(subscription) {}
    }

    @Test func noEventOfTwoThreadsIsLost() async {
        let environment = Environment.live
        let store = StateStore(0, environment: environment, lane: environment.lane("busy", 200_000)) {
            (count, _: CountingEvent) in count += 1
        }
        let leaf = store.with(0) { (count, _: CountingEvent) in count += 1 }
        await withTaskGroup { group in
            for branch in [store, leaf] {
                group.addTask { for _ in 0..<50_000 { branch.dispatch(.added(1)) } }
            }
        }
        await lastEventReduced(in: leaf)
        #expect(store.state == 100_001)
        #expect(leaf.state == 50_001)
    }

    /// Dispatches one more event and returns when it, and so all before it, have been reduced.
    private func lastEventReduced(in branch: StateStore<Int, CountingEvent>) async {
        let (reduced, told) = AsyncStream.makeStream(of: Int.self)
        let last = branch.with(0) { (count, _: CountingEvent) in count += 1 }
        let hearing = last.reading { $0 }.subscribe { told.yield($0) }
        last.dispatch(.added(1))
        for await count in reduced where count == 1 { break }
        withExtendedLifetime(hearing) {}
    }
}
