import Flow
import Foundation
import Networking

/// Finds the shop behind what a person types, and tries a login there.
package struct ShopDiscovery: Sendable {
    private let exchange: any HTTPExchange
    private let environment: Environment
    private let userAgent: String
    private let limits: HTTPLimits

    package init(connections: HTTPConnections, environment: Environment, userAgent: String) {
        self.init(exchange: connections, environment: environment, userAgent: userAgent, limits: connections.limits)
    }

    init(exchange: any HTTPExchange, environment: Environment, userAgent: String, limits: HTTPLimits = .usual) {
        self.exchange = exchange
        self.environment = environment
        self.userAgent = userAgent
        self.limits = limits
    }

    /// The shop at an address such as `shop.example`. No login is sent. A shop that shows nothing to strangers, and says so in
    /// WordPress's own form, is taken for one with WooCommerce; only `verify` tells. Throws `.site(.notWordPress)`,
    /// `.site(.restDisabled)`, `.site(.moved)`, `.server` or `.answer(.webPage)` from a shop in maintenance or behind a firewall,
    /// or why nothing answers.
    /// - Parameter allowsHTTP: whether `http://` is permitted for a shop that is not on this machine.
    package func site(_ typed: String, allowsHTTP: Bool = false) async throws(NetworkError) -> ShopSite {
        let address = try ShopAddress(typed, allowsHTTP: allowsHTTP)
        let front = try await front(address)
        let here = front.map { arrived(address, $0.target) } ?? address
        let link = front?.response.headers["link"].flatMap(RESTRoot.link)
        var reason = link == nil ? NetworkError.site(.notWordPress(host: address.place)) : .site(.restDisabled)
        var isPrettyBlocked = false
        for candidate in try candidates(link, here) {
            let found = try await index(candidate)
            if let index = SiteIndex(found.response) {
                var site = index.site(at: arrived(candidate, found.target))
                site.isPrettyBlocked = isPrettyBlocked
                return site
            }
            let refusal = NetworkError(found.response)
            if refusal?.asksForALogin == true { return ShopSite(closed: arrived(candidate, found.target)) }
            if let refusal, refusal.hidesTheSite { (reason, isPrettyBlocked) = (refusal, true) }
        }
        throw reason
    }

    /// The head of the front page; nil when the answer is of no use, or none comes to the end. Some do not expect the question.
    private func front(_ address: ShopAddress) async throws(NetworkError) -> Redirects.Arrival? {
        do throws(NetworkError) {
            return try await asked("HEAD", target(address, "\(address.folder)/"), at: address)
        } catch {
            switch error {
            case .answer, .malformed, .unreachable: return nil
            default: throw error
            }
        }
    }

    /// The addresses at which the REST interface may be, the likeliest first.
    private func candidates(_ link: String?, _ here: ShopAddress) throws(NetworkError) -> [ShopAddress] {
        var named: [ShopAddress] = []
        if let link {
            guard let address = RESTRoot.address(link, near: here) else {
                throw .site(.moved(to: String(link.prefix { $0 != "?" }.prefix(200))))
            }
            named = [address]
        }
        var pretty = here
        pretty.permalinks = .usual
        var plain = here
        plain.permalinks = .plain
        return named + [pretty, plain].filter { !named.contains($0) }
    }

    private func index(_ address: ShopAddress) async throws(NetworkError) -> Redirects.Arrival {
        let fields = QueryItem(name: "_fields", value: SiteIndex.fields)
        switch address.permalinks {
        case .pretty(let folder):
            return try await asked("GET", target(address, "\(address.folder)/\(folder)/"), [fields], at: address)
        case .plain:
            let route = QueryItem(name: "rest_route", value: "/")
            return try await asked("GET", target(address, "\(address.folder)/"), [fields, route], at: address)
        }
    }

    private func asked(
        _ method: String, _ target: RequestTarget, _ query: [QueryItem] = [], at address: ShopAddress
    ) async throws(NetworkError) -> Redirects.Arrival {
        let writer = RequestWriter(address: address, credentials: nil, userAgent: userAgent)
        let end = environment.uptime() + limits.patience
        let request = try writer.write(method, target, query, at: .now(in: environment))
        return try await Redirects(writer: writer, exchange: exchange, limits: limits).follow(request) {
            (.now(in: environment), min(limits.exchange, end - environment.uptime()))
        }
    }

    private func target(_ address: ShopAddress, _ path: String) -> RequestTarget {
        RequestTarget(scheme: address.scheme, host: address.host, port: address.port, path: path)
    }

    /// The address after the redirects that were followed: with https where the shop went there.
    private func arrived(_ address: ShopAddress, _ target: RequestTarget) -> ShopAddress {
        ShopAddress(
            scheme: target.scheme, host: target.host, port: target.port, folder: address.folder,
            permalinks: address.permalinks)
    }
}

extension ShopDiscovery {
    /// Tries a login at a shop without changing anything there. Throws `.unauthorized` for a key or password that the shop
    /// does not know, `.site(.readOnly)` for one that may only read, `.forbidden` for one whose user may not see or edit
    /// orders, `.site(.loginNotSeen)` if the login does not seem to reach the shop, and whatever else stands in the way.
    /// - Returns: the login to use from then on. A consumer key signs its requests where the header `Authorization` does not
    ///   reach the shop; its secret is not sent then.
    package func verify(
        _ credentials: ShopCredentials, at address: ShopAddress
    ) async throws(NetworkError) -> ShopCredentials {
        do throws(NetworkError) {
            try await check(credentials, at: address)
            return credentials
        } catch {
            guard error.seesNoLogin, address.scheme == .https || credentials.kind == .applicationPassword else {
                throw error
            }
        }
        guard let signing = credentials.signing else { throw .site(.loginNotSeen) }
        do throws(NetworkError) { try await check(signing, at: address) } catch {
            throw error.seesNoLogin ? .site(.loginNotSeen) : error
        }
        return signing
    }

    /// The same for a shop that was found. A consumer key does not help where `/wp-json/` is blocked, whatever the permalinks are.
    package func verify(
        _ credentials: ShopCredentials, at site: ShopSite
    ) async throws(NetworkError) -> ShopCredentials {
        do throws(NetworkError) { return try await verify(credentials, at: site.address) } catch {
            throw site.isPrettyBlocked && error == .site(.plainPermalinks) ? .site(.restDisabled) : error
        }
    }

    private func check(_ credentials: ShopCredentials, at address: ShopAddress) async throws(NetworkError) {
        let writer = RequestWriter(address: address, credentials: credentials, userAgent: userAgent)
        let network = HTTPNetwork(writer, exchange: exchange, environment: environment, limits: limits)
        let reading = try await refusal(of: Self.read, in: network)
        if let reading, !reading.isRefusalOfKey { throw reading }
        let writing = try await refusal(of: Self.write, in: network)
        switch (reading, writing) {
        case (nil, nil): return
        case (nil, let writing?): throw writing.isRefusalOfKey ? .site(.readOnly) : writing
        case (let reading?, let writing?): throw writing.isRefusalOfKey ? reading : writing
        // A key that may write and not read is no wrong key.
        case (.unauthorized(let complaint)?, nil): throw .forbidden(complaint)
        case (let reading?, nil): throw reading
        }
    }

    private static let read = Request(.get, "wc/v3/orders", query: ["per_page": "1", "_fields": "id"])
    /// A batch without any work: WooCommerce checks whether the login may edit orders, and does nothing.
    private static let write = Request(.post, "wc/v3/orders/batch", body: Data("{}".utf8))

    /// Why the shop refused; nil when it did not.
    private func refusal(of request: Request, in network: HTTPNetwork) async throws(NetworkError) -> NetworkError? {
        let response = try await network.response(for: request)
        guard let error = NetworkError(response, of: nil) else { return nil }
        switch error {
        case .unauthorized, .forbidden: return error
        case .notFound: throw .site(.noWooCommerce(host: network.place))
        default: throw error
        }
    }
}

extension NetworkError {
    /// Whether WordPress, or a plugin in WordPress's form, says that it answers nobody without a login.
    fileprivate var asksForALogin: Bool {
        switch self {
        case .unauthorized(_?), .forbidden(_?): true
        default: false
        }
    }

    /// Whether there may be a WordPress behind this answer: it says that REST is off, is too busy, or a firewall or a login page
    /// stands before it.
    fileprivate var hidesTheSite: Bool {
        switch self {
        case .site(.restDisabled), .server, .answer(.webPage(status: 401)), .answer(.webPage(status: 403)): true
        default: false
        }
    }

    /// Whether the shop answers as it answers a stranger. It does so for a key that it does not know, too.
    fileprivate var seesNoLogin: Bool {
        guard case .unauthorized(let complaint?) = self else { return false }
        return complaint.code.hasPrefix("woocommerce_rest_cannot_")
    }

    /// Whether the shop knows the key and does not take it, for its secret or for what it is used for.
    fileprivate var isRefusalOfKey: Bool {
        guard case .unauthorized(let complaint?) = self else { return false }
        return complaint.code == "woocommerce_rest_authentication_error"
    }
}
