import Flow
import Foundation
import Testing

/// A state that was encoded and decoded continues, at whichever event it was cut.
struct EffectContinuationTests {
    private let heard = Heard<String>()

    private func store(_ state: WatchState, in world: VirtualWorld) -> Watching {
        let (heard, environment) = (heard, world.environment)
        return Watching(state, environment: environment) { state, event in state.reduce(event) }
            .effect(onChange: \.query) { state, dispatch in
                Effect {
                    heard.hear("looks for \(state.query.value)")
                    try? await environment.sleep(environment.uptime() + .seconds(1))
                    dispatch(.found(state.query.value))
                }
            }
            .effect(\.isHeating) { _, dispatch in
                Effect {
                    heard.hear("heats")
                    try? await environment.sleep(environment.uptime() + .seconds(1))
                    dispatch(.isHot)
                }
            }
    }

    private let events: [WatchEvent] = [
        .asked("a"), .found("a"), .switchedOn, .isHot, .asked("b"), .asked("c"), .found("c"), .switchedOff, .switchedOn,
        .isHot, .asked("d"),
    ]

    /// The state after `count` events, with nothing run in between.
    private func cut(after count: Int) -> WatchState {
        events[..<count].reduce(into: WatchState()) { $0.reduce($1) }
    }

    @Test(arguments: 0...11)
    func onlyWhatWasUnfinishedIsBegunAgain(cut count: Int) throws {
        let cut = cut(after: count)
        let read = try JSONDecoder().decode(WatchState.self, from: JSONEncoder().encode(cut))
        let world = VirtualWorld()
        let store = store(read, in: world)
        world.run()
        var expected: [String] = []
        if cut.query.work.isInProgress { expected.append("looks for \(cut.query.value)") }
        if cut.isHeating.value, cut.isHeating.work.isInProgress { expected.append("heats") }
        #expect(heard.all.sorted() == expected.sorted())
        withExtendedLifetime(store) {}
    }

    @Test func aNewValueCancelsTheWorkOnTheOneBefore() {
        let world = VirtualWorld()
        let store = store(WatchState(), in: world)
        store.dispatch(.asked("a"))
        world.run()
        store.dispatch(.asked("b"))
        world.runUntilIdle()
        #expect(heard.all == ["looks for a", "looks for b"])
        #expect(store.state.found == ["b"], "what the cancelled one found is not heard of")
        #expect(store.state.query.work.phase == .succeeded)
    }

    @Test func theSameValueAgainBeginsNothing() {
        let world = VirtualWorld()
        let store = store(WatchState(), in: world)
        for _ in 0..<3 {
            store.dispatch(.asked("a"))
            world.runUntilIdle()
        }
        #expect(heard.all == ["looks for a"])
    }

    @Test func whatIsSwitchedOffAndOnAgainBeginsAnew() {
        let world = VirtualWorld()
        let store = store(WatchState(), in: world)
        for event in [WatchEvent.switchedOn, .switchedOff, .switchedOn] {
            store.dispatch(event)
            world.runUntilIdle()
        }
        #expect(heard.all == ["heats", "heats"])
    }
}

private typealias Watching = StateStore<WatchState, WatchEvent>

private struct WatchState: Codable, Sendable, Equatable {
    var query = Tracked(done: "")
    var isHeating = Tracked(done: false)
    var found: [String] = []

    mutating func reduce(_ event: WatchEvent) {
        switch event {
        case .asked(let text): query.value = text
        case .found(let text):
            found.append(text)
            query.succeed()
        case .switchedOn: isHeating.value = true
        case .switchedOff: isHeating.value = false
        case .isHot: isHeating.succeed()
        }
    }
}

private enum WatchEvent: Codable, Sendable {
    case asked(String)
    case found(String)
    case switchedOn, switchedOff, isHot
}
