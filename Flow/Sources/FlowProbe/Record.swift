import Synchronization

/// The events that were reduced, and the state after each, until they are expected.
final class Record<State: Equatable & Sendable, Event: Equatable & Sendable>: Sendable {
    private struct Came {
        let event: Event
        let state: State
    }

    private struct Kept {
        /// After the last event that was expected.
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

    /// Takes the next event; where the test is not exhaustive, passes over others. What is wrong with it and with the state
    /// after it, as sentences.
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
        // Where the test is not exhaustive it says of the state what it knows, and that must be so.
        var expected = isExhaustive ? before : next.state
        changes(&expected)
        guard next.state != expected else { return [] }
        let lines = Difference.all(from: expected, to: next.state).map { difference in
            "\n    \(difference.place): expected \(difference.old ?? "nothing"), is \(difference.new ?? "nothing")"
        }
        return ["after \(event) the state is not as expected:\(lines.joined())"]
    }

    /// What came and was not expected.
    func unexpected() -> [String] {
        isExhaustive ? kept.withLock { $0.came.map { "\($0.event) came unexpected" } } : []
    }
}
