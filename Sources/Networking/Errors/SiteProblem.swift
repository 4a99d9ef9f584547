import Failures
import Flow
import Model

/// Why what is at an address is not a shop that a login can use.
package enum SiteProblem: Hashable, Sendable {
    /// Why text is not the address of a shop.
    package enum AddressMistake: Hashable, Sendable {
        /// The address is no URL with a host.
        case noURL
        /// The address has a scheme besides http and https.
        case scheme(String)
        /// The address has a user name or a password.
        case userInfo
        /// The address has a query or a fragment.
        case query
        /// The address is http, which is not allowed here.
        case http
    }

    case invalidAddress(AddressMistake)
    /// The login would be readable on the way.
    case needsHTTPS(host: String)
    case notWordPress(host: String)
    case noWooCommerce(host: String)
    /// The REST interface is switched off, or hidden.
    case restDisabled
    /// Consumer keys do not work with plain permalinks, for WooCommerce looks for `wp-json` in the path.
    case plainPermalinks
    /// By how much the shop's clock is ahead of ours.
    case wrongClock(ahead: Duration)
    case redirectLoop
    /// The shop is at another address. Nothing was sent there.
    case moved(to: String)
    /// The login may only read.
    case readOnly
    /// The shop answers as if there were no login: it does not know it, or something on the way drops it.
    case loginNotSeen
}

extension SiteProblem {
    var kind: ShopFailure {
        switch self {
        case .invalidAddress: .invalidAddress
        case .needsHTTPS: .needsHTTPS
        case .notWordPress: .notWordPress
        case .noWooCommerce: .noWooCommerce
        case .restDisabled: .restDisabled
        case .plainPermalinks: .plainPermalinks
        case .wrongClock: .wrongClock
        case .redirectLoop: .redirectLoop
        case .moved: .moved
        case .readOnly: .readOnly
        case .loginNotSeen: .unauthorized
        }
    }

    var sentence: Sentence {
        switch self {
        case .invalidAddress(let mistake): mistake.sentence
        case .needsHTTPS(let host): Sentence("failure.shop.needsHTTPS", ["host": host])
        case .notWordPress(let host): Sentence("failure.shop.notWordPress", ["host": host])
        case .noWooCommerce(let host): Sentence("failure.shop.noWooCommerce", ["host": host])
        case .restDisabled: Sentence("failure.shop.restDisabled")
        case .plainPermalinks: Sentence("failure.shop.plainPermalinks")
        case .wrongClock(let ahead):
            Sentence("failure.shop.wrongClock", ["minutes": Int(abs(ahead.components.seconds) / 60)])
        case .redirectLoop: Sentence("failure.shop.redirectLoop")
        case .moved(let place): Sentence("failure.shop.moved", ["address": place])
        case .readOnly: Sentence("failure.shop.readOnly")
        case .loginNotSeen: Sentence("failure.shop.loginNotSeen")
        }
    }

    var remedy: Sentence {
        switch self {
        case .invalidAddress(.http): Sentence("remedy.shop.invalidAddress.http")
        case .invalidAddress: Sentence("remedy.shop.invalidAddress")
        case .needsHTTPS: Sentence("remedy.shop.needsHTTPS")
        case .notWordPress: Sentence("remedy.shop.notWordPress")
        case .noWooCommerce: Sentence("remedy.shop.noWooCommerce")
        case .restDisabled: Sentence("remedy.shop.restDisabled")
        case .plainPermalinks: Sentence("remedy.shop.plainPermalinks")
        case .wrongClock: Sentence("remedy.shop.wrongClock")
        case .redirectLoop: Sentence("remedy.shop.redirectLoop")
        case .moved: Sentence("remedy.shop.moved")
        case .readOnly: Sentence("remedy.shop.readOnly")
        case .loginNotSeen: Sentence("remedy.shop.loginNotSeen")
        }
    }

    var recovery: Failure.Recovery {
        switch self {
        case .notWordPress, .noWooCommerce, .restDisabled, .wrongClock, .redirectLoop, .moved: .retry
        case .invalidAddress, .needsHTTPS, .plainPermalinks, .readOnly, .loginNotSeen: .askOperator
        }
    }
}

extension SiteProblem.AddressMistake {
    var sentence: Sentence {
        switch self {
        case .noURL: Sentence("failure.shop.invalidAddress.noURL")
        case .scheme(let scheme): Sentence("failure.shop.invalidAddress.scheme", ["scheme": scheme])
        case .userInfo: Sentence("failure.shop.invalidAddress.userInfo")
        case .query: Sentence("failure.shop.invalidAddress.query")
        case .http: Sentence("failure.shop.invalidAddress.http")
        }
    }
}
