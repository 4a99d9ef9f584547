import Flow
import Stores

/// How the till is doing today.
struct StatusRoutes: Sendable {
    let till: any ServedTill

    var routes: [Route] {
        [
            // Takings are told to those who may look at the journal.
            Route("GET", "/v1/status", .audit) { _ throws(Failure) in
                let since = till.startOfDay
                return try .json(Output.Status(try await till.ask { JournalAction.loadStatus(since: since, $0) }))
            }
        ]
    }
}
