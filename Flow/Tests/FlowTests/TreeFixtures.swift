import Flow

/// A tree of three levels that counts, with which `StateStore` is tested.
struct CountingState: KnowsTheCount, Equatable, Codable {
    var counter = 0
    /// History that displays do not show.
    var history: [CountingEvent] = []
    var effectState = EffectState()

    mutating func reduce(_ event: CountingEvent) {
        history.append(event)
        switch event {
        case .added(let amount): counter += amount
        case .started: effectState.run()
        case .restarted: effectState.restart()
        case .stopped: effectState.cancel()
        case .ended: effectState.succeed()
        case .begunAnew:
            effectState = EffectState()
            effectState.run()
        case .reset: effectState.reset()
        }
    }
}

enum CountingEvent: Codable, Sendable, Equatable {
    case added(Int)
    case started, restarted, stopped, ended, begunAnew, reset
}

/// The event of a branch with an event type of its own.
enum RingEvent: Codable, Sendable { case rang }

struct RingState: Sendable, Equatable {
    var rings = 0
}

/// The narrow view of the seed document: a display that knows the count, and nothing else.
protocol KnowsTheCount: Sendable {
    var counter: Int { get }
}

extension StateStore where State == CountingState, Event == CountingEvent {
    static func counting(in world: VirtualWorld) -> StateStore {
        StateStore(CountingState(), environment: world.environment) { state, event in state.reduce(event) }
    }

    func counting() -> StateStore {
        with(CountingState()) { state, event in state.reduce(event) }
    }
}

typealias Counting = StateStore<CountingState, CountingEvent>
