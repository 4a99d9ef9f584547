import Failures
import Flow
import Foundation
import LogEvents
import Model
import Networking
import Stores

/// What happens in the shop: the shop's own deliveries, and the list of what is known.
struct NotificationRoutes: Sendable {
    let till: any ServedTill

    var routes: [Route] {
        [
            Route("GET", "/v1/notifications", .look) { request throws(Failure) in try await list(request) },
            Route(signed: "POST", ShopWebhooks.path) { request throws(Failure) in try await receive(request) },
        ]
    }

    /// What the till knows, newest first. The shop is not asked: it tells by itself, or the service asks it now and then.
    private func list(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var query = QueryReader(request)
        let (limit, unread) = (try query.limit(), try query.word("unread", ["true", "false"]) == "true")
        try query.end()
        let live = try await till.ask { NotificationAction.observeNotifications($0) }
        let shown = (try live.listing()?.items ?? []).filter { !$0.isDeleted && !(unread && $0.isRead) }
        return try .json(Output.Page(items: shown.prefix(limit).map(Output.Notification.init), next: nil))
    }

    /// Takes in what the shop of the session delivers. Whoever has no shop's secret is told nothing.
    private func receive(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let delivery = WebhookDelivery(headers: request.fields, body: Data(request.body))
        if delivery.isPing { return ServiceResponse(status: 204) }
        guard let account = try? await till.ask({ AccountAction.loadAccount($0) }) else { throw .badSignature }
        let secret = try till.shopWebhooks.secret(of: account.site)
        let signed: WebhookEvent?
        do throws(NetworkError) { signed = try event(of: delivery, signedWith: secret) } catch {
            // The shop would end the webhook after five refusals. What it meant is found when it is asked.
            till.environment.log(.rowUnreadable, .words("delivery"), .failure(error.failure))
            return ServiceResponse(status: 204)
        }
        guard let event = signed else {
            if await isOfAnotherShop(than: account.site, delivery) { return ServiceResponse(status: 204) }
            throw .badSignature
        }
        let id = request.fields["x-wc-webhook-delivery-id"].map { String($0.prefix(Self.longestID)) }
        try await till.ask { NotificationAction.receive(event, delivery: id, $0) }
        return ServiceResponse(status: 204)
    }

    /// Nil unless it is signed with that secret.
    private func event(
        of delivery: WebhookDelivery, signedWith secret: WebhookSecret?
    ) throws(NetworkError) -> WebhookEvent? {
        guard let secret else { return nil }
        return try till.event(of: delivery, signedWith: secret)
    }

    /// Whether it is from another shop in which somebody has signed in here. That shop would end the webhook if it were refused. What
    /// it means is not kept, because nobody is signed in there now; the shop is asked for it when somebody is again.
    private func isOfAnotherShop(than site: SiteID, _ delivery: WebhookDelivery) async -> Bool {
        let shops = (try? await till.ask { AccountAction.loadShops($0) }) ?? []
        return (shops.map(\.site) + [.embedded]).contains { other in
            guard other != site, let secret = try? till.shopWebhooks.secret(of: other) else { return false }
            // What is signed and cannot be read is signed.
            do throws(NetworkError) { return try till.event(of: delivery, signedWith: secret) != nil } catch {
                return true
            }
        }
    }

    /// The most characters of a delivery's id that are kept; WooCommerce's have 32.
    private static let longestID = 100
}

extension Failure {
    fileprivate static let badSignature = Failure(
        RequestFailure.badSignature, Sentence("failure.request.badSignature"),
        remedy: Sentence("remedy.request.badSignature"), recovery: .askOperator)
}
