import Flow

package enum ReplayFailure: String, ListedFailure {
    package static let title = "Replays of traces (`till-sim replay`)"

    case cannotRead = "replay.cannotRead"
    case diverged = "replay.diverged"
    case framing = "replay.framing"
    case unfinished = "replay.unfinished"

    package var meaning: FailureMeaning {
        switch self {
        case .cannotRead: .init(.usage, mends: .integrator, "The file of the trace cannot be read.")
        case .diverged: .init(.conflict, mends: .integrator, "The till said something else than it did in the trace.")
        case .framing:
            .init(.usage, mends: .integrator, "The trace is of another kind of line than it was to be played on.")
        case .unfinished: .init(.conflict, mends: .integrator, "The till did not say all that it did in the trace.")
        }
    }
}
