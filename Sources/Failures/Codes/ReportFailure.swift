import Flow

package enum ReportFailure: String, ListedFailure {
    package static let title = "Reports"

    case legacyEmpty = "report.legacyEmpty"
    case notFound = "report.notFound"
    case switchedOff = "report.switchedOff"

    package var meaning: FailureMeaning {
        switch self {
        case .legacyEmpty:
            .init(
                .temporary, mends: .operator,
                "The shop has orders, but its old reports do not count them, and its analytics are switched off.")
        case .notFound: .init(.notFound, mends: .cashier, "The shop has no such report.")
        case .switchedOff: .init(.temporary, mends: .operator, "The shop's analytics are switched off.")
        }
    }
}
