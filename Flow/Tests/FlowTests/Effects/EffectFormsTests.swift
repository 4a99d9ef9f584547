import Flow
import Foundation
import Testing

/// Delays, repetitions, effects by id, effects while something is true and on change; all of them continue after a
/// restart.
struct EffectFormsTests {
    private let world = VirtualWorld()
    private let start = VirtualWorld().uptime
    private let heard = Heard<String>()
    private let busy = Failure(SampleFailure.busy, "Busy.", recovery: .retry)

    private func store(_ state: SpoolState = SpoolState()) -> Spool {
        Spool(state, environment: world.environment) { state, event in state.reduce(event) }
    }

    /// An hour of work that says when it begins and when it is cancelled.
    private func saying(_ name: String) -> Effect {
        let (heard, environment, start) = (heard, world.environment, start)
        return Effect {
            heard.hear("\(name) begins at \((environment.uptime() - start).components.seconds)")
            do throws(CancellationError) {
                try await environment.sleep(environment.uptime() + .seconds(3_600))
                heard.hear("\(name) ends")
            } catch {
                heard.hear("\(name) is cancelled")
            }
        }
    }

    /// A store that prints each job, on the clock as it is now.
    private func printing(_ state: SpoolState = SpoolState()) -> Spool {
        store(state).effects(\.jobs) { id, _, _ in saying(id) }
    }

    // MARK: Delays

    @Test func aDelayedRunBeginsWhenItsDelayIsOver() {
        let store = printing()
        store.dispatch(.added("job", after: .seconds(5)))
        world.advance(by: .milliseconds(4_999))
        #expect(heard.all.isEmpty)
        world.advance(by: .milliseconds(1))
        #expect(heard.all == ["job begins at 5"])
    }

    @Test func aRunCancelledInItsDelayNeverBegins() {
        let store = printing()
        store.dispatch(.added("job", after: .seconds(5)))
        world.advance(by: .seconds(1))
        store.dispatch(.cancelled("job"))
        world.advance(by: .seconds(60))
        #expect(heard.all.isEmpty)
    }

    @Test func postponingCancelsWhatRunsAndBeginsItAgainLater() {
        let store = printing()
        store.dispatch(.added("job"))
        world.advance(by: .seconds(1))
        store.dispatch(.postponed("job", by: .seconds(10)))
        world.advance(by: .seconds(20))
        #expect(heard.all == ["job begins at 0", "job is cancelled", "job begins at 11"])
    }

    @Test func anEffectIsMadeWithTheStateAsItIsWhenItsDelayIsOver() {
        let heard = heard
        let store = store().effects(\.jobs) { _, state, _ in
            heard.hear("paper \(state.paper)")
            return .skip
        }
        store.dispatch(.added("job", after: .seconds(5)))
        world.advance(by: .seconds(1))
        store.dispatch(.paper(80))
        world.advance(by: .seconds(5))
        #expect(heard.all == ["paper 80"])
    }

    // MARK: Repetition

    @Test func aFailedAttemptIsRepeatedAfterItsPauses() {
        let (heard, environment, start, busy) = (heard, world.environment, start, busy)
        let store = store().effects(\.jobs) { id, _, dispatch in
            Effect {
                heard.hear("\((environment.uptime() - start) / .seconds(1))")
                dispatch(.failed(id, busy))
            }
        }
        store.dispatch(.added("job", retry: Retry(.atMost(4), jitterPercent: 0)))
        world.runUntilIdle()
        #expect(heard.all == ["0.0", "1.0", "3.0", "7.0"])
        #expect(store.state.jobs["job"]?.phase == .failed(busy))
    }

    @Test func jitterIsWaitedForAndLeavesNoTraceInTheState() throws {
        let states = try [1, 2, 3 as UInt64].map { seed in
            let world = VirtualWorld(seed: seed)
            let store = Spool(SpoolState(), environment: world.environment) { $0.reduce($1) }
                .effects(\.jobs) { [busy] id, _, dispatch in Effect { dispatch(.failed(id, busy)) } }
            store.dispatch(.added("job", retry: Retry(.atMost(5), jitterPercent: 100)))
            world.runUntilIdle()
            #expect((Duration.seconds(15)...Duration.seconds(30)).contains(world.uptime - start))
            heard.hear("\(world.uptime)")
            return try JSONEncoder.sorted.encode(store.state)
        }
        #expect(Set(states).count == 1)
        #expect(Set(heard.all).count == 3)
    }

    // MARK: By id

    @Test func eachIdHasAnEffectOfItsOwn() {
        let store = printing()
        store.dispatch(.added("one"))
        world.advance(by: .seconds(1))
        store.dispatch(.added("two"))
        world.advance(by: .seconds(1))
        store.dispatch(.cancelled("one"))
        world.advance(by: .seconds(1))
        #expect(heard.all == ["one begins at 0", "two begins at 1", "one is cancelled"])
    }

    @Test func aRemovedIdIsCancelled() {
        let store = printing()
        store.dispatch(.added("one"))
        store.dispatch(.added("two"))
        world.run()
        store.dispatch(.removed("one"))
        world.run()
        #expect(heard.all.last == "one is cancelled")
        #expect(heard.all.count == 3)
    }

    @Test func anIdRemovedAndAddedInOneEventBeginsAnew() {
        let store = printing()
        store.dispatch(.added("one"))
        world.run()
        store.dispatch(.replaced("one"))
        world.run()
        #expect(heard.all.filter { $0 == "one begins at 0" }.count == 2)
        #expect(heard.all.contains("one is cancelled"))
    }

    @Test func allRemovedAtOnceAreCancelledInTheOrderTheyWereBegun() {
        let ids = (0..<20).map { "\($0)" }
        let (heard, environment) = (heard, world.environment)
        let store = store().effects(\.jobs) { id, _, _ in
            Effect {
                await withTaskCancellationHandler {
                    try? await environment.sleep(environment.uptime() + .seconds(3_600))
                } onCancel: {
                    heard.hear(id)
                }
            }
        }
        for id in ids { store.dispatch(.added(id)) }
        world.run()
        store.dispatch(.cleared)
        world.run()
        #expect(heard.all == ids)
    }

    // MARK: While, and on change

    @Test func aToggledEffectRunsWhileItsValueIsTrue() {
        let store = store().effect(\.isOpen) { _, _ in saying("poll") }
        world.run()
        store.dispatch(.opened(true))
        store.dispatch(.opened(true))
        world.advance(by: .seconds(1))
        store.dispatch(.opened(false))
        world.advance(by: .seconds(1))
        store.dispatch(.opened(true))
        world.run()
        #expect(heard.all == ["poll begins at 0", "poll is cancelled", "poll begins at 2"])
    }

    @Test func aNewValueCancelsTheRunOfTheOldOne() {
        let store = store().effect(onChange: \.paper) { state, _ in saying("\(state.paper)") }
        world.run()
        store.dispatch(.paper(80))
        store.dispatch(.paper(80))
        world.advance(by: .seconds(1))
        #expect(heard.all.sorted() == ["0 begins at 0", "0 is cancelled", "80 begins at 0"])
    }

    // MARK: Lifetime

    @Test func aStoreNobodyHoldsEndsItsPausesAndItsWork() {
        weak var released: Spool?
        do {
            let store = printing()
            released = store
            store.dispatch(.added("now"))
            store.dispatch(.added("later", after: .seconds(5)))
            world.run()
        }
        #expect(released == nil)
        world.runUntilIdle()
        #expect(heard.all == ["now begins at 0", "now is cancelled"])
        #expect(world.uptime == start)
    }

    @Test func afterARestartOfTheProcessWhatWasInProgressGoesOn() throws {
        let store = store()
        store.dispatch(.added("working"))
        store.dispatch(.added("pausing", after: .seconds(5)))
        store.dispatch(.added("done"))
        store.dispatch(.cancelled("done"))
        world.run()
        let stored = try JSONEncoder.sorted.encode(store.state)

        let next = printing(try JSONDecoder().decode(SpoolState.self, from: stored))
        world.advance(by: .seconds(6))
        #expect(heard.all == ["working begins at 0", "pausing begins at 5"])
        #expect(try JSONEncoder.sorted.encode(next.state) == stored)
    }
}

/// A spool of jobs by name: one effect for each.
struct SpoolState: Codable, Sendable {
    var jobs = EffectStates<String>()
    var isOpen = false
    var paper = 0

    mutating func reduce(_ event: SpoolEvent) {
        switch event {
        case .added(let id, let retry, let delay): jobs[id, default: EffectState()].run(retry: retry, after: delay)
        case .cancelled(let id): jobs[id]?.cancel()
        case .postponed(let id, let delay): jobs[id]?.postpone(by: delay)
        case .failed(let id, let failure): jobs[id]?.retryOrFail(with: failure)
        case .removed(let id): jobs[id] = nil
        case .replaced(let id):
            jobs[id] = nil
            jobs[id, default: EffectState()].run()
        case .cleared: jobs = EffectStates()
        case .opened(let isOpen): self.isOpen = isOpen
        case .paper(let width): paper = width
        }
    }
}

enum SpoolEvent: Codable, Sendable {
    case added(String, retry: Retry = .never, after: Duration = .zero)
    case cancelled(String)
    case postponed(String, by: Duration)
    case failed(String, Failure)
    case removed(String)
    case replaced(String)
    case cleared
    case opened(Bool)
    case paper(Int)
}

typealias Spool = StateStore<SpoolState, SpoolEvent>
