import Dispatch
import Flow
import Synchronization
import Testing

/// What an effect may cost others: threads, and room on the lane.
struct EffectBoundsTests {
    private let world = VirtualWorld()
    private let heard = Heard<String>()

    // MARK: Room

    @Test func anEffectMayLeaveSoManyEventsWaitingAndIsThenRefused() {
        let lane = world.environment.lane("narrow", 10)
        let refused = Atomic(0)
        let store = Counting(CountingState(), environment: world.environment, lane: lane) { $0.reduce($1) }
            .effect(\.effectState) { _, dispatch in
                Effect {
                    for _ in 0..<100_000 where dispatch(.added(1)) != nil { refused.add(1, ordering: .relaxed) }
                }
            }
        store.dispatch(.started)
        world.runUntilIdle()
        #expect(store.state.counter == 1_025, "those that may wait, and the last one")
        #expect(refused.load(ordering: .relaxed) == 98_976)
    }

    @Test func anEffectThatSaysTooMuchStillComesToItsEnd() {
        let store = Counting.counting(in: world).effect(\.effectState) { _, dispatch in
            Effect {
                for _ in 0..<5_000 { dispatch(.added(1)) }
                dispatch(.ended)
            }
        }
        store.dispatch(.started)
        world.runUntilIdle()
        #expect(store.state.effectState.phase == .succeeded)
        #expect(store.state.counter == 1_024)
    }

    @Test func anEffectThatWaitsForEachEventLosesNone() {
        let store = Counting.counting(in: world).effect(\.effectState) { _, dispatch in
            Effect {
                for _ in 0..<5_000 { _ = await dispatch.announce(.added(1)) }
            }
        }
        store.dispatch(.started)
        world.runUntilIdle()
        #expect(store.state.counter == 5_000)
    }

    // MARK: Threads

    /// There are more blocking effects than the pool has threads: if they were tasks, the one that releases them would
    /// never run. This test waits without a thread of the pool, because other tests may hold those for long.
    @Test(.timeLimit(.minutes(10))) func effectsThatBlockDelayNoOther() async {
        let released = DispatchSemaphore(value: 0)
        let (returned, finish) = AsyncStream<Bool>.makeStream()
        let jobs = (0..<64).map { "job \($0)" }
        let store = StateStore<EffectStates<String>, String>(EffectStates(), environment: .live) { states, id in
            states[id, default: EffectState()].run()
        }
        store.effects(\.self) { id, _, _ in
            guard id != "last" else { return Effect { for _ in jobs { released.signal() } } }
            return .blocking { _ in finish.yield(released.wait(timeout: .now() + .seconds(300)) == .success) }
        }
        for id in jobs + ["last"] { store.dispatch(id) }
        var ends: [Bool] = []
        for await isReleased in returned.prefix(jobs.count) { ends.append(isReleased) }
        withExtendedLifetime(store) {}
        #expect(ends == jobs.map { _ in true })
    }

    @Test func anEffectThatBlocksIsWokenWhenItIsCancelled() {
        let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let store = Counting(CountingState(), environment: .live) { $0.reduce($1) }
            .effect(\.effectState) { _, _ in
                .blocking { cancellation in
                    let wake = DispatchSemaphore(value: 0)
                    cancellation.whenCancelled { wake.signal() }
                    begun.signal()
                    let isWoken = wake.wait(timeout: .now() + .seconds(60)) == .success
                    if isWoken, cancellation.isCancelled { ended.signal() }
                }
            }
        store.dispatch(.started)
        #expect(begun.wait(timeout: .now() + .seconds(60)) == .success)
        store.dispatch(.stopped)
        #expect(ended.wait(timeout: .now() + .seconds(60)) == .success)
    }

    @Test func whatIsCancelledAlreadyWakesAtOnce() {
        let cancellation = Cancellation()
        cancellation.cancel()
        cancellation.whenCancelled { [heard] in heard.hear("woken") }
        #expect(heard.all == ["woken"])
    }

    @Test func aSessionThatEndsWaitsForThreadsToo() {
        let scope = Scope(world.environment)
        _ = scope.environment.spawnThread("wait") { [heard] in heard.hear($0.isCancelled ? "is cancelled" : "goes on") }
        scope.end { [heard] in heard.hear("over") }
        #expect(heard.all.isEmpty)
        world.run()
        #expect(heard.all == ["is cancelled", "over"])
    }

    // MARK: Postponing and detaching

    @Test func aFactoryMayPostponeItsEffect() {
        let (heard, start) = (heard, world.uptime)
        let environment = world.environment
        let store = Counting.counting(in: world).effect(\.effectState) { state, _ in
            guard state.counter > 0 else { return .postponed(by: .seconds(10)) }
            return Effect { heard.hear("begins at \((environment.uptime() - start).components.seconds)") }
        }
        store.dispatch(.started)
        world.advance(by: .seconds(25))
        store.dispatch(.added(1))
        world.runUntilIdle()
        #expect(heard.all == ["begins at 30"])
    }

    @Test func aPostponedEffectWhoseRunIsOverIsNotAskedForAgain() {
        let store = Counting.counting(in: world).effect(\.effectState) { [heard] _, _ in
            heard.hear("asked")
            return .postponed(by: .seconds(10))
        }
        store.dispatch(.started)
        world.advance(by: .seconds(5))
        store.dispatch(.stopped)
        world.runUntilIdle()
        #expect(heard.all == ["asked"])
    }

    @Test func anEffectIsDetachedBeforeItsBranchGoes() {
        let (heard, environment) = (heard, world.environment)
        let store = Counting.counting(in: world).effect(\.effectState) { _, _ in
            Effect {
                heard.hear("begins")
                try? await environment.sleep(environment.uptime() + .seconds(60))
                if Task.isCancelled { heard.hear("is cancelled") }
            }
        }
        store.dispatch(.started)
        world.run()
        store.detachEffects(at: \.effectState)
        world.run()
        store.dispatch(.restarted)
        world.runUntilIdle()
        #expect(heard.all == ["begins", "is cancelled"])
        #expect(store.state.effectState.isInProgress)
        store.effect(\.effectState) { _, dispatch in Effect { dispatch(.ended) } }
        world.run()
        #expect(store.state.effectState.phase == .succeeded, "another may take its place")
    }

    @Test func detachingOneEffectLeavesTheOthers() {
        let heard = heard
        let store = Counting.counting(in: world)
            .effect(\.effectState) { _, _ in Effect { heard.hear("runs") } }
            .effect(onChange: \.counter) { state, _ in Effect { heard.hear("counts \(state.counter)") } }
        store.detachEffects(at: \.effectState)
        for event in [CountingEvent.started, .added(1)] { store.dispatch(event) }
        world.run()
        #expect(heard.all.last == "counts 1" && !heard.all.contains("runs"))
    }
}
