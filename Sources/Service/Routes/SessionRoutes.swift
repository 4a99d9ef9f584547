import Flow
import Payments
import Stores

/// Who is signed in, and where.
struct SessionRoutes: Sendable {
    let till: any ServedTill

    var routes: [Route] {
        [
            Route("GET", "/v1/session", .look) { _ throws(Failure) in
                let account = try await till.ask { AccountAction.loadAccount($0) }
                let shop = try await till.ask { AccountAction.loadShops($0) }.first { $0.site == account.site }
                return try .json(
                    Session(
                        name: account.name, site: account.site.rawValue, shop: shop?.name, address: shop?.address))
            }
        ]
    }

    private struct Session: Encodable {
        let name: String
        let site: Int64
        let shop: String?
        let address: String?
    }
}
