import Flow
import Synchronization
import Testing

struct EffectTests {
    private let world = VirtualWorld()
    private let heard = Heard<String>()

    /// An effect that says when it starts, counts up once a second, and says when it is cancelled.
    private func ticking(_ store: Counting) -> Counting {
        let (heard, environment) = (heard, world.environment)
        return store.effect(\.effectState) { state, dispatch in
            Effect {
                heard.hear("run \(state.effectState.runs)")
                do {
                    while true {
                        try await environment.sleep(environment.uptime() + .seconds(1))
                        dispatch(.added(1))
                    }
                } catch {
                    heard.hear("cancelled")
                    dispatch(.added(1_000))
                }
            }
        }
    }

    @Test func anEffectDoesNotRunBeforeItsStateSaysSo() {
        let store = ticking(.counting(in: world))
        store.dispatch(.added(1))
        world.advance(by: .seconds(5))
        #expect(heard.all.isEmpty)
    }

    @Test func anEffectRunsOncePerRunHoweverManyEventsCome() {
        let store = ticking(.counting(in: world))
        store.dispatch(.started)
        store.dispatch(.started)
        store.dispatch(.added(1))
        world.advance(by: .milliseconds(500))
        #expect(heard.all == ["run 1"])
    }

    @Test func whatAnEffectDispatchesIsReduced() {
        let store = ticking(.counting(in: world))
        store.dispatch(.started)
        world.advance(by: .seconds(3))
        #expect(store.state.counter == 3)
    }

    @Test func anEffectIsReallyCancelledWhenItsStateLeavesRunning() {
        let store = ticking(.counting(in: world))
        store.dispatch(.started)
        world.advance(by: .seconds(1))
        store.dispatch(.stopped)
        world.runUntilIdle()
        #expect(heard.all == ["run 1", "cancelled"])
    }

    @Test func whatACancelledRunStillDispatchesIsNotReduced() {
        let store = ticking(.counting(in: world))
        store.dispatch(.started)
        world.advance(by: .seconds(1))
        store.dispatch(.stopped)
        world.runUntilIdle()
        #expect(store.state.counter == 1)
    }

    @Test func aRestartCancelsTheRunUnderWayAndBeginsTheNext() {
        let store = ticking(.counting(in: world))
        store.dispatch(.started)
        world.run()
        store.dispatch(.restarted)
        world.run()
        #expect(heard.all.sorted() == ["cancelled", "run 1", "run 2"])
    }

    /// Another run may be requested between the moment a run begins and its first event.
    @Test func aRunThatIsOvertakenBeforeItsFirstEventIsToldSo() {
        let heard = heard
        let store = Counting.counting(in: world)
        store.effect(\.effectState) { [weak store] state, dispatch in
            let run = state.effectState.runs
            return Effect { [store] in
                if run == 1 { store?.dispatch(.restarted) }
                heard.hear("run \(run) \(await dispatch.announce(.added(run)) ? "goes on" : "is over")")
            }
        }
        store.dispatch(.started)
        world.run()
        #expect(heard.all.sorted() == ["run 1 is over", "run 2 goes on"])
        #expect(store.state.counter == 2, "what the overtaken one said is not reduced")
    }

    /// A busy pool may begin a task only when its run is over.
    @Test func aRunThatIsCancelledBeforeItsTaskBeginsDoesNothing() async {
        struct Waiting: Running { func cancel() {} }
        let waiting = Mutex<[@Sendable () async -> Void]>([])
        var environment = world.environment
        environment.spawn = { _, work in
            waiting.withLock { $0.append(work) }
            return Waiting()
        }
        let store = StateStore(CountingState(), environment: environment) { state, event in state.reduce(event) }
            .effect(\.effectState) { [heard] state, _ in Effect { heard.hear("run \(state.effectState.runs)") } }
        for event in [CountingEvent.started, .stopped, .started] { store.dispatch(event) }
        world.run()
        let works = waiting.withLock { $0 }
        #expect(works.count == 2)
        for work in works { await work() }
        #expect(heard.all == ["run 2"])
    }

    @Test func anEffectStateThatTakesThePlaceOfAnotherBeginsItsOwnRun() {
        let store = ticking(.counting(in: world))
        store.dispatch(.started)
        world.run()
        store.dispatch(.begunAnew)
        world.run()
        #expect(heard.all.sorted() == ["cancelled", "run 1", "run 1"], "each is the first run of its state")
    }

    @Test func aResetCancelsAndTheNextRunCountsOn() {
        let store = ticking(.counting(in: world))
        for event in [CountingEvent.started, .reset, .started] {
            store.dispatch(event)
            world.run()
        }
        #expect(heard.all.sorted() == ["cancelled", "run 1", "run 2"])
        store.dispatch(.reset)
        world.run()
        #expect(store.state.effectState.phase == .idle)
    }

    @Test func aRunMayEndItself() {
        let store = Counting.counting(in: world).effect(\.effectState) { _, dispatch in Effect { dispatch(.ended) } }
        store.dispatch(.started)
        world.runUntilIdle()
        #expect(store.state.effectState.phase == .succeeded)
    }

    @Test func anEffectAttachedToARunningStateStarts() {
        let store = Counting.counting(in: world)
        store.dispatch(.started)
        world.run()
        _ = ticking(store)
        world.run()
        #expect(heard.all == ["run 1"])
    }

    @Test func anEffectOfTheRootFollowsEventsOfALeaf() {
        let root = ticking(.counting(in: world))
        root.counting().dispatch(.started)
        world.run()
        #expect(heard.all == ["run 1"])
    }

    @Test func aRunningEffectDoesNotKeepItsStoreAliveAndIsCancelledWithIt() {
        weak var released: Counting?
        do {
            let store = ticking(.counting(in: world))
            released = store
            store.dispatch(.started)
            world.run()
        }
        #expect(released == nil)
        world.runUntilIdle()
        #expect(heard.all == ["run 1", "cancelled"])
    }

    @Test func anEffectsEventIsTakenEvenWhenTheTreeIsFull() {
        let lane = world.environment.lane("narrow", 1)
        let store = Counting(CountingState(), environment: world.environment, lane: lane) { $0.reduce($1) }
            .effect(\.effectState) { _, dispatch in
                Effect {
                    for _ in 0..<10 { dispatch(.added(1)) }
                    dispatch(.ended)
                }
            }
        store.dispatch(.started)
        world.runUntilIdle()
        #expect(store.state.counter == 10)
        #expect(store.state.effectState.phase == .succeeded)
    }
}
