import Foundation

/// A stretch of a branch's life: the state it began with, and the events that reached it since, each with its time.
///
/// Reducers are pure, so every state in between can be had again: a recorded day is replayed to any of its events.
///
/// ```swift
/// let recorder = machine.record()
/// // … a day later:
/// let recording = recorder.recording
/// let noon = recording.state(after: 0, reducer: MachineState.reducer)
/// ```
public struct Recording<State: Sendable, Event: Codable & Sendable>: Sendable {
    /// One event and its wall-clock time.
    public struct Step: Codable, Sendable {
        public let event: Event
        public let at: Date
    }

    /// The state before the first step.
    public private(set) var start: State
    /// The events, in the order they were reduced.
    public private(set) var steps: [Step] = []
    /// How many events preceded the first step; they are part of `start`.
    public private(set) var forgotten = 0

    public init(_ start: State) { self.start = start }

    /// The state after the first `count` steps: 0 is the start.
    public func state(after count: Int, reducer: StateStore<State, Event>.Reducer) -> State {
        precondition((0...steps.count).contains(count), "a moment that is not in the recording")
        return steps[..<count].reduce(into: start) { state, step in reducer(&state, step.event) }
    }

    /// Calls back with each step and the states before and after it, as a tap would be called.
    public func replay(
        reducer: StateStore<State, Event>.Reducer, _ look: (_ step: Step, _ before: State, _ after: State) -> Void
    ) {
        var state = start
        for step in steps {
            let before = state
            reducer(&state, step.event)
            look(step, before, state)
        }
    }

    /// The root of a new tree that continues from the state after the first `count` steps.
    public func store(
        after count: Int, environment: Environment, reducer: @escaping StateStore<State, Event>.Reducer
    ) -> StateStore<State, Event> {
        StateStore(state(after: count, reducer: reducer), environment: environment, reducer: reducer)
    }

    mutating func add(_ event: Event, at time: Date) { steps.append(Step(event: event, at: time)) }

    /// Makes the state after the first `count` steps the start.
    mutating func forget(_ count: Int, reducer: StateStore<State, Event>.Reducer) {
        start = state(after: count, reducer: reducer)
        steps.removeFirst(count)
        forgotten += count
    }
}

extension Recording: Encodable where State: Encodable {}
extension Recording: Decodable where State: Decodable {}
