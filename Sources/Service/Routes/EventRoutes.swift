import Flow
import Model
import Stores

/// What happens, as it happens.
struct EventRoutes: Sendable {
    let till: any ServedTill

    var routes: [Route] {
        [
            Route("GET", "/v1/events", .look) { request throws(Failure) in try await listen(request) }
        ]
    }

    /// `Last-Event-ID` is the number of the last entry that the listener knows; one that knows none hears what comes from now on.
    private func listen(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var query = QueryReader(request)
        let after = try query.text("after")
        try query.end()
        let known = (request.fields["last-event-id"] ?? after).map { Int64($0) ?? .max }
        let subscription = try till.feed.subscribe(request.caller)
        let terminals = try await till.knownTerminals().map {
            (address: $0.address, payment: till.payment(on: $0.address))
        }
        let displays = DisplayWatch(terminals, in: request.language) { subscription.wake() }
        let prints = PrintWatch(
            try await till.knownPrinters().map(\.address), till.printers, in: request.language
        ) { subscription.wake() }
        // Nothing is told of a shop to which nobody is signed in.
        let live = try? await till.ask { NotificationAction.observeNotifications($0) }
        let notifications = live.map { NotificationWatch($0) { subscription.wake() } }
        return ServiceResponse(
            fields: ["X-Accel-Buffering": "no"],
            body: .events(
                EventChunks(
                    storage: till.storage, environment: till.environment, subscription: subscription,
                    displays: displays, prints: prints, notifications: notifications, known: known,
                    isWhole: request.caller.rights.contains(.audit))))
    }
}
