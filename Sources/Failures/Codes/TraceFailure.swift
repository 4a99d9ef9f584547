import Flow

package enum TraceFailure: String, ListedFailure {
    package static let title = "Traces of the flight recorder"

    case none = "trace.none"
    case notFound = "trace.notFound"
    case version = "trace.version"

    package var meaning: FailureMeaning {
        switch self {
        case .none: .init(.malformed, mends: .operator, "The file holds no trace.")
        case .notFound: .init(.notFound, mends: .operator, "The flight recorder has nothing of this payment.")
        case .version: .init(.malformed, mends: .operator, "The trace has a format that this release does not read.")
        }
    }
}
