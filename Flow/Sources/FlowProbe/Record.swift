import Synchronization

/// The reduced events and the states after them, until a test expects them.
final class Record<State: Equatable & Sendable, Event: Equatable & Sendable>: Sendable {
    private struct Came {
        let event: Event
        let state: State
    }

    private struct Kept {
        /// The state after the last expected event.
        var state: State
        var came: [Came] = []
    }

    private let kept: Mutex<Kept>
    private let isExhaustive: Bool

    init(_ state: State, isExhaustive: Bool) {
        kept = Mutex(Kept(state: state))
        self.isExhaustive = isExhaustive
    }

    func add(_ event: Event, _ state: State) {
        kept.withLock { $0.came.append(Came(event: event, state: state)) }
    }

    /// Takes the next event, skipping others when the test is not exhaustive, and returns what is wrong with it and the
    /// state after it, as sentences.
    func expect(_ event: Event, _ changes: (inout State) -> Void) -> [String] {
        let (before, next) = kept.withLock { kept in
            if !isExhaustive, let place = kept.came.firstIndex(where: { $0.event == event }) {
                if place > 0 { kept.state = kept.came[place - 1].state }
                kept.came.removeFirst(place)
            }
            let next = kept.came.isEmpty ? nil : kept.came.removeFirst()
            defer { kept.state = next?.state ?? kept.state }
            return (kept.state, next)
        }
        guard let next else { return ["\(event) was expected, and did not come"] }
        guard next.event == event else { return ["\(event) was expected, and \(next.event) came"] }
        // A test that is not exhaustive states only what it knows of the state.
        var expected = isExhaustive ? before : next.state
        changes(&expected)
        guard next.state != expected else { return [] }
        let lines = Difference.all(from: expected, to: next.state).map { difference in
            "\n    \(difference.place): expected \(difference.old ?? "nothing"), is \(difference.new ?? "nothing")"
        }
        return ["after \(event) the state is not as expected:\(lines.joined())"]
    }

    /// The events that were not expected.
    func unexpected() -> [String] {
        isExhaustive ? kept.withLock { $0.came.map { "\($0.event) came unexpected" } } : []
    }
}
