import Flow

package enum WorldFailure: String, ListedFailure {
    package static let title = "Simulated worlds (`till-worlds`)"

    case dead = "world.dead"

    package var meaning: FailureMeaning {
        switch self {
        case .dead: .init(.internalError, mends: .service, "The simulated till was killed.")
        }
    }
}
