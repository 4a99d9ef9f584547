import Flow
import Payments
import Stores

/// Routes for the session: who is signed in, and where, and the shops in which somebody has signed in before.
struct SessionRoutes: Sendable {
    let till: any ServedTill

    var routes: [Route] {
        [
            Route("GET", "/v1/session", .look) { _ throws(Failure) in
                let account = try await till.ask { AccountAction.loadAccount($0) }
                let shop = try await till.ask { AccountAction.loadShops($0) }.first { $0.site == account.site }
                return try .json(Output.Session(account, at: shop))
            },
            Route("GET", "/v1/shops", .look) { _ throws(Failure) in
                let current = try? await till.ask { AccountAction.loadAccount($0) }
                let shops = try await till.ask { AccountAction.loadShops($0) }
                return try .json(
                    Output.Page(items: shops.map { Output.Shop($0, isCurrent: $0.site == current?.site) }, next: nil))
            },
        ]
    }
}
