import Flow

package enum ConfigFailure: String, ListedFailure {
    package static let title = "Configuration"

    case invalid = "config.invalid"

    package var meaning: FailureMeaning {
        switch self {
        case .invalid: .init(.malformed, mends: .operator, "The configuration has mistakes, so nothing was begun.")
        }
    }
}
