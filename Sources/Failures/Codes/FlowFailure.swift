import Flow

/// Flow's own refusals, with what they mean to a till.
extension FlowFailure: ListedFailure {
    package static let title = "Actions, lanes and the session (Flow)"

    package var meaning: FailureMeaning {
        switch self {
        case .abandoned:
            .init(.internalError, mends: .service, "A request was dropped without an answer: a mistake in Till.")
        case .unhandled:
            .init(
                .internalError, mends: .service,
                "No store takes this request in the present state: a mistake in Till.")
        case .unwaited:
            .init(
                .internalError, mends: .service,
                "The caller stopped waiting for the answer; the request itself goes on.")
        case .sessionEnded: .init(.temporary, mends: .cashier, "The operator signed out before the request was done.")
        case .sessionEnding: .init(.temporary, mends: .time, "The operator is just being signed out.")
        case .laneFull: .init(.temporary, mends: .time, "Too many requests wait already; this one was not queued.")
        }
    }
}
