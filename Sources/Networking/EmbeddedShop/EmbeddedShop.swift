import Failures
import Flow
import Foundation
import Model

/// A shop inside the process, for a till without one and for `till-sim shop`. It answers as WooCommerce's REST API version 3
/// does, errors included; `ShopRoutes.all` is the table of what it answers.
package struct EmbeddedShop: Network {
    private let database: any EmbeddedShopDatabase
    private let contents: ShopContents
    private let rules: ShopRules
    private let now: @Sendable () -> Date

    /// Its amounts are in the given currency; without one they are in euros.
    ///
    /// - Parameter currency: the currency in the shop's settings; nil for none.
    package init(
        database: any EmbeddedShopDatabase, catalogue: [DemoProduct], currency: ShopCurrency? = nil,
        environment: Environment
    ) {
        self.init(
            database: database, contents: ShopContents(catalogue: catalogue, currency: currency),
            rules: ShopRules(
                currency: currency?.code ?? "EUR",
                decimals: currency?.format.decimals ?? currency.flatMap { Currency(code: $0.code)?.exponent } ?? 2),
            environment: environment)
    }

    package init(
        database: any EmbeddedShopDatabase, contents: ShopContents, rules: ShopRules, environment: Environment
    ) {
        self.database = database
        self.contents = contents
        self.rules = rules
        now = environment.now
    }

    package func response(for request: Request) async throws(NetworkError) -> Response {
        await answer(to: request, from: .till).response
    }

    /// The answer to somebody, and what webhooks are to be told of.
    package func answer(
        to request: Request, from caller: ShopCaller
    ) async -> (response: Response, events: [ShopEvent]) {
        guard let (route, names) = ShopRoutes.all.route(request.method, request.path) else {
            return (ShopAnswer(.noRoute).response, [])
        }
        if let refusal = Self.refusal(caller, route, request) { return (ShopAnswer(refusal).response, []) }
        let work: @Sendable (any ShopRecords) throws(Failure) -> (Outcome, [ShopWrite]) = {
            [rules, contents, time = now()] records in
            let call = ShopCall(
                request, names: names, rules: rules, contents: contents, caller: caller, now: time, records: records)
            do throws(ShopRefusal) {
                let answer = try route.handler(call)
                return (Outcome(response: answer.response, events: call.events), call.writes)
            } catch {
                return (Outcome(response: ShopAnswer(error).response, events: []), [])
            }
        }
        do {
            let outcome =
                request.method == .get
                ? try await database.read { records throws(Failure) in try work(records).0 }
                : try await database.change(work)
            return (outcome.response, outcome.events)
        } catch {
            return (ShopAnswer(.storage(error)).response, [])
        }
    }

    private struct Outcome: Sendable {
        let response: Response
        let events: [ShopEvent]
    }

    /// What somebody is told who may not ask this.
    private static func refusal(_ caller: ShopCaller, _ route: ShopRoute, _ request: Request) -> ShopRefusal? {
        if case .everybody = route.right { return nil }
        guard caller.role != nil else {
            guard request.path.hasPrefix("wp/") else { return route.right.refusal(401) }
            return ShopRefusal(401, "rest_not_logged_in", "You are not currently logged in.")
        }
        let isReading = request.method == .get
        guard isReading ? caller.mayRead : caller.mayWrite else {
            return ShopRefusal(
                401, "woocommerce_rest_authentication_error",
                "The API key provided does not have \(isReading ? "read" : "write") permissions.")
        }
        return caller.isStaff ? nil : route.right.refusal(403)
    }
}

extension ShopOrder {
    var json: JSONValue {
        get throws(ShopRefusal) {
            do { return try JSONValue(parsing: body) } catch {
                throw .storage(
                    Failure(ShopFailure.damaged, Sentence("failure.shop.damaged", ["id": id]), recovery: .askOperator))
            }
        }
    }
}

/// What somebody needs who serves the shop to others.
extension EmbeddedShop {
    /// The methods that a path takes; none when there is no route.
    package func methods(_ path: String) -> [Request.Method] {
        [Request.Method.get, .post, .put, .delete].filter { ShopRoutes.all.route($0, path) != nil }
    }

    /// The webhooks, with their secrets.
    package func webhooks() async -> [ShopWebhook] {
        let kept = try? await database.read { records throws(Failure) in try records.documents(.webhooks, of: nil) }
        return (kept ?? []).compactMap(ShopEntry.init).map(ShopWebhook.init)
    }
}
