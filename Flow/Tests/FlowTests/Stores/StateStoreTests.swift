import Flow
import Testing

struct StateStoreTests {
    private let world = VirtualWorld()
    private let heard = Heard<String>()

    @Test func anEventIsReducedOnTheLaneAndNotInsideDispatch() {
        let store = Counting.counting(in: world)
        store.dispatch(.added(2))
        #expect(store.state.counter == 0)
        world.run()
        #expect(store.state.counter == 2)
    }

    @Test func anEventClimbsFromLeafToRoot() {
        let root = Counting.counting(in: world)
        let feature = root.counting()
        let screen = feature.counting()
        screen.dispatch(.added(1))
        world.run()
        #expect([root, feature, screen].map(\.state.counter) == [1, 1, 1])
    }

    @Test func anEventReachesNeitherSiblingsNorChildren() {
        let root = Counting.counting(in: world)
        let feature = root.counting()
        let sibling = root.counting()
        let child = feature.counting()
        feature.dispatch(.added(1))
        world.run()
        #expect([sibling, child].map(\.state.counter) == [0, 0])
    }

    @Test func aBranchWithItsOwnEventsSpeaksToTheRootInTheRootsWords() {
        let root = Counting.counting(in: world)
        let bell = root.with(RingState(), embed: { (_: RingEvent) in .added(10) }) { state, _ in state.rings += 1 }
        bell.dispatch(.rang)
        world.run()
        #expect(bell.state.rings == 1)
        #expect(root.state.history == [.added(10)])
    }

    @Test func allReducersOnTheWayRunLeafFirstBeforeAnyObserverHears() {
        let heard = heard
        let root = StateStore(0, environment: world.environment) { (_, _: CountingEvent) in heard.hear("root reduces") }
        let leaf = root.with(0) { (_, _: CountingEvent) in heard.hear("leaf reduces") }
        let subscriptions = [
            root.reading { $0 }.subscribe { _ in heard.hear("root is observed") },
            leaf.reading { $0 }.subscribe { _ in heard.hear("leaf is observed") },
        ]
        world.run()
        leaf.dispatch(.added(1))
        world.run()
        #expect(
            heard.all.suffix(4) == ["leaf reduces", "root reduces", "root is observed", "leaf is observed"])
        withExtendedLifetime(subscriptions) {}
    }

    @Test func observersOfTheWholeTreeHearInTheOrderTheySubscribed() {
        let root = Counting.counting(in: world)
        let leaf = root.counting()
        let stores = [leaf, root, leaf, root]
        let subscriptions = stores.enumerated().map { index, store in
            store.reading { $0 }.subscribe { [heard] _ in heard.hear("\(index)") }
        }
        world.run()
        leaf.dispatch(.added(1))
        world.run()
        #expect(heard.all == ["0", "1", "2", "3", "0", "1", "2", "3"])
        withExtendedLifetime(subscriptions) {}
    }

    @Test func whoStaysKeepsItsTurnWhenOthersLeave() {
        let root = Counting.counting(in: world)
        let leaf = root.counting()
        let stores = [leaf, root, leaf, root, leaf]
        let subscriptions = stores.enumerated().map { index, store in
            store.reading { $0 }.subscribe { [heard] _ in heard.hear("\(index)") }
        }
        world.run()
        subscriptions[1].cancel()
        subscriptions[2].cancel()
        leaf.dispatch(.added(1))
        world.run()
        #expect(heard.all.suffix(3) == ["0", "3", "4"])
        withExtendedLifetime(subscriptions) {}
    }

    @Test func anObserverHearsThePresentStateOnceAndThenEveryState() {
        let store = Counting.counting(in: world)
        store.dispatch(.added(1))
        world.run()
        let subscription = store.reading(\.counter).subscribe { [heard] in heard.hear("\($0)") }
        for _ in 0..<3 { store.dispatch(.added(1)) }
        world.run()
        #expect(heard.all == ["1", "2", "3", "4"])
        withExtendedLifetime(subscription) {}
    }

    @Test func aStateThatDidNotChangeIsHeardToo() {
        let store = Counting.counting(in: world)
        let subscription = store.reading(\.counter).subscribe { [heard] in heard.hear("\($0)") }
        store.dispatch(.added(0))
        world.run()
        #expect(heard.all == ["0", "0"])
        withExtendedLifetime(subscription) {}
    }

    @Test func whatAnObserverDispatchesIsQueuedBehindThePresentEvent() {
        let store = Counting.counting(in: world)
        let heard = heard
        let subscriptions = [
            store.reading(\.counter).subscribe { [weak store] counter in
                heard.hear("first \(counter)")
                if counter == 1 { store?.dispatch(.added(1)) }
            },
            store.reading(\.counter).subscribe { heard.hear("second \($0)") },
        ]
        world.run()
        store.dispatch(.added(1))
        world.run()
        #expect(heard.all == ["first 0", "second 0", "first 1", "second 1", "first 2", "second 2"])
        withExtendedLifetime(subscriptions) {}
    }

    @Test func anObserverOfAnotherBranchIsNotDisturbed() {
        let root = Counting.counting(in: world)
        let left = root.counting()
        let right = root.counting()
        let subscription = left.reading(\.counter).subscribe { [heard] in heard.hear("\($0)") }
        world.run()
        right.dispatch(.added(1))
        world.run()
        #expect(heard.all == ["0"])
        withExtendedLifetime(subscription) {}
    }

    @Test func stateFlowsDownThroughAReadingOverTwoBranches() {
        let root = Counting.counting(in: world)
        let leaf = root.counting()
        let both = leaf.reading(above: root) { "\($0.counter)+\($1.counter)" }
        let subscription = both.subscribe(heard.hear)
        root.dispatch(.added(5))
        leaf.dispatch(.added(1))
        world.run()
        #expect(heard.all == ["0+0", "5+0", "6+1"])
        #expect(both.current == "6+1")
        withExtendedLifetime(subscription) {}
    }

    @Test func aDisplayIsShownTheCountAndNothingElse() {
        let store = Counting.counting(in: world)
        let shown: Reading<any KnowsTheCount> = store.reading { $0 }
        let subscription = shown.subscribe { [heard] in heard.hear("\($0.counter)") }
        store.dispatch(.added(3))
        world.run()
        #expect(heard.all == ["0", "3"])
        #expect(shown.current.counter == 3)
        withExtendedLifetime(subscription) {}
    }

    @Test func aCancelledSubscriptionHearsNothingMore() {
        let store = Counting.counting(in: world)
        let subscription = store.reading(\.counter).subscribe { [heard] in heard.hear("\($0)") }
        world.run()
        subscription.cancel()
        store.dispatch(.added(1))
        world.run()
        #expect(heard.all == ["0"])
    }

    @Test func aReleasedSubscriptionHearsNothing() {
        let store = Counting.counting(in: world)
        do { _ = store.reading(\.counter).subscribe { [heard] in heard.hear("\($0)") } }
        store.dispatch(.added(1))
        world.run()
        #expect(heard.all.isEmpty)
    }

    @Test func anObserverMayEndItsOwnSubscription() {
        let store = Counting.counting(in: world)
        let own = Heard<Subscription>()
        own.hear(
            store.reading(\.counter).subscribe { [heard] in
                heard.hear("\($0)")
                own.all.first?.cancel()
            })
        store.dispatch(.added(1))
        world.run()
        #expect(heard.all == ["0"])
    }
}
