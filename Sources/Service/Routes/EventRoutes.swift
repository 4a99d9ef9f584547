import Flow
import Model
import Stores

/// What happens, as it happens.
struct EventRoutes: Sendable {
    private let till: any ServedTill
    private let sources: EventSources
    private let tokens: ListenerTokens

    init(till: any ServedTill) {
        self.till = till
        sources = EventSources(till: till)
        tokens = ListenerTokens(of: till)
    }

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
        let displays = try await sources.displays(in: request.language)
        let prints = try await sources.prints(in: request.language)
        // Nothing is told of a shop to which nobody is signed in.
        let live = try? await till.ask { NotificationAction.observeNotifications($0) }
        let notifications = live.map { NotificationWatch($0) { subscription.wake() } }
        return ServiceResponse(
            fields: ["X-Accel-Buffering": "no"],
            body: .events(
                EventChunks(
                    storage: till.storage, subscription: subscription, tokens: tokens, tail: sources.tail,
                    displays: displays, prints: prints, notifications: notifications, known: known,
                    isWhole: request.caller.rights.contains(.audit))))
    }
}
