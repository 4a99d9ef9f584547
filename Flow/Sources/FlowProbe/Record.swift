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

    init(_ state: State) { kept = Mutex(Kept(state: state)) }

    func add(_ event: Event, _ state: State) {
        kept.withLock { $0.came.append(Came(event: event, state: state)) }
    }

    /// Takes the next event. What is wrong with it and with the state after it, as sentences.
    func expect(_ event: Event, _ changes: (inout State) -> Void) -> [String] {
        let (before, next) = kept.withLock { kept in
            let next = kept.came.isEmpty ? nil : kept.came.removeFirst()
            defer { kept.state = next?.state ?? kept.state }
            return (kept.state, next)
        }
        guard let next else { return ["\(event) was expected, and did not come"] }
        guard next.event == event else { return ["\(event) was expected, and \(next.event) came"] }
        var expected = before
        changes(&expected)
        return next.state == expected
            ? [] : ["after \(event) the state was expected to be\n    \(expected)\nand is\n    \(next.state)"]
    }

    /// What came and was not expected.
    func unexpected() -> [String] {
        kept.withLock { $0.came.map { "\($0.event) came unexpected" } }
    }
}
