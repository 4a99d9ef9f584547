import Flow

package enum ShopFailure: String, ListedFailure {
    package static let title = "The shop"

    case answerTooLarge = "shop.answerTooLarge"
    case certificateExpired = "shop.certificateExpired"
    case certificateName = "shop.certificateName"
    case certificateUntrusted = "shop.certificateUntrusted"
    case connectionRefused = "shop.connectionRefused"
    case damaged = "shop.damaged"
    case forbidden = "shop.forbidden"
    case invalidAddress = "shop.invalidAddress"
    case malformed = "shop.malformed"
    case noCredentials = "shop.noCredentials"
    case moved = "shop.moved"
    case nameNotFound = "shop.nameNotFound"
    case needsHTTPS = "shop.needsHTTPS"
    case noWooCommerce = "shop.noWooCommerce"
    case notFound = "shop.notFound"
    case notWordPress = "shop.notWordPress"
    case plainPermalinks = "shop.plainPermalinks"
    case readOnly = "shop.readOnly"
    case redirectLoop = "shop.redirectLoop"
    case refused = "shop.refused"
    case restDisabled = "shop.restDisabled"
    case server = "shop.server"
    case timeout = "shop.timeout"
    case tls = "shop.tls"
    case truncated = "shop.truncated"
    case unauthorized = "shop.unauthorized"
    case unreachable = "shop.unreachable"
    case unsupported = "shop.unsupported"
    case webPage = "shop.webPage"
    case wrongCharset = "shop.wrongCharset"
    case wrongClock = "shop.wrongClock"

    package var meaning: FailureMeaning {
        switch self {
        case .answerTooLarge: .init(.temporary, mends: .operator, "The shop's answer is longer than Till reads.")
        case .certificateExpired:
            .init(.temporary, mends: .operator, "The shop's certificate is no longer, or not yet, valid.")
        case .certificateName: .init(.temporary, mends: .operator, "The shop's certificate is for another name.")
        case .certificateUntrusted:
            .init(
                .temporary, mends: .operator,
                "The shop's certificate was not issued by an authority that this machine trusts.")
        case .connectionRefused: .init(.temporary, mends: .operator, "Nothing listens at the shop's address and port.")
        case .damaged: .init(.temporary, mends: .operator, "The shop's file has an order that cannot be read.")
        case .forbidden: .init(.notPermitted, mends: .operator, "The shop does not permit this to the login (403).")
        case .invalidAddress:
            .init(
                .usage, mends: .operator, "What was given as the shop's address is none, or one that Till does not use."
            )
        case .malformed: .init(.temporary, mends: .integrator, "The shop's answer is not what WooCommerce answers.")
        case .noCredentials: .init(.notPermitted, mends: .operator, "The till has no login for this shop.")
        case .moved: .init(.temporary, mends: .operator, "The shop is at another address, where nothing was sent.")
        case .nameNotFound:
            .init(
                .temporary, mends: .operator, "The name in the shop's address is not known, or no name server answers.")
        case .needsHTTPS:
            .init(.usage, mends: .operator, "The login would have been readable on the way: it needs https.")
        case .noWooCommerce: .init(.temporary, mends: .operator, "There is a WordPress, but no WooCommerce.")
        case .notFound: .init(.notFound, mends: .cashier, "The shop has nothing there (404).")
        case .notWordPress: .init(.usage, mends: .operator, "There is no WordPress at the address.")
        case .plainPermalinks:
            .init(
                .temporary, mends: .operator, "WooCommerce takes consumer keys only with permalinks that are not plain."
            )
        case .readOnly: .init(.notPermitted, mends: .operator, "The login may only read in the shop.")
        case .redirectLoop: .init(.temporary, mends: .operator, "The shop redirects again and again.")
        case .refused: .init(.usage, mends: .integrator, "The shop refused the request (other 4xx).")
        case .restDisabled:
            .init(.temporary, mends: .operator, "The shop's REST interface is switched off, or hidden from this login.")
        case .server: .init(.temporary, mends: .time, "The shop cannot answer now (408, 429, 5xx).")
        case .timeout: .init(.temporary, mends: .time, "The shop did not answer in time.")
        case .tls: .init(.temporary, mends: .operator, "No encrypted connection to the shop could be made.")
        case .truncated: .init(.temporary, mends: .time, "The shop's answer ended before its end.")
        case .unauthorized: .init(.notPermitted, mends: .operator, "The shop does not accept the login (401).")
        case .unreachable: .init(.temporary, mends: .time, "The shop does not answer.")
        case .unsupported: .init(.usage, mends: .integrator, "Till does not do this, and says why.")
        case .webPage: .init(.temporary, mends: .operator, "The shop answered with a web page instead of data.")
        case .wrongCharset: .init(.temporary, mends: .integrator, "The shop's answer is not in UTF-8.")
        case .wrongClock:
            .init(
                .temporary, mends: .operator,
                "The clocks of this machine and the shop differ too much for a signed request.")
        }
    }
}
