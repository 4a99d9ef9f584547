import Flow

package enum ShopFailure: String, ListedFailure {
    package static let title = "The shop"

    case damaged = "shop.damaged"
    case forbidden = "shop.forbidden"
    case invalidRefund = "shop.invalidRefund"
    case malformed = "shop.malformed"
    case noCredentials = "shop.noCredentials"
    case notFound = "shop.notFound"
    case refused = "shop.refused"
    case server = "shop.server"
    case unauthorized = "shop.unauthorized"
    case unreachable = "shop.unreachable"

    package var meaning: FailureMeaning {
        switch self {
        case .damaged: .init(.temporary, mends: .operator, "The shop's file has an order that cannot be read.")
        case .forbidden: .init(.notPermitted, mends: .operator, "The shop does not permit this to the login (403).")
        case .invalidRefund: .init(.temporary, mends: .cashier, "The shop takes no refund of this amount.")
        case .malformed: .init(.temporary, mends: .integrator, "The shop's answer is not what WooCommerce answers.")
        case .noCredentials: .init(.notPermitted, mends: .operator, "The till has no login for this shop.")
        case .notFound: .init(.notFound, mends: .cashier, "The shop has no such order (404).")
        case .refused: .init(.usage, mends: .integrator, "The shop refused the request (other 4xx).")
        case .server: .init(.temporary, mends: .time, "The shop cannot answer now (408, 429, 5xx).")
        case .unauthorized: .init(.notPermitted, mends: .operator, "The shop does not accept the login (401).")
        case .unreachable: .init(.temporary, mends: .time, "The shop does not answer.")
        }
    }
}
