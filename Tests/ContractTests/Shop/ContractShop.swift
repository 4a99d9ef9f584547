import Flow
import Foundation
import HTTPNetworking
import Model
import Networking
import ShopServer

@testable import Till

/// The shops over which every store does the same: they are made from the same seed, and their clocks stand at the same time.
enum ContractShop: String, CaseIterable, Sendable {
    /// The shop within the process.
    case inMemory
    /// A server without TLS, and a consumer key that signs each request (OAuth 1.0a).
    case signed
    /// A server with TLS and an authority of its own, and a consumer key.
    case keyed
    /// The same server, and an application password.
    case password
    /// The same server with HTTP/2, and an application password.
    case http2

    static let time = Date(timeIntervalSince1970: 1_795_219_200)
    /// The day that it is in the shop.
    static let today = CalendarDay("2026-11-21")
    static let orders = 40

    /// Whether the till has signed in with a key, which WordPress itself does not know.
    var hasKey: Bool { self == .signed || self == .keyed }
    var hasTLS: Bool { self == .keyed || self == .password || self == .http2 }
}

/// A shop that runs, and what the till needs to sign in there.
struct OpenShop: Sendable {
    let networks: any SiteNetworks & ShopConnector
    let login: ShopLogin
    private let kind: ContractShop
    private let server: ShopServer?

    /// Starts the shop, on a free port of this machine unless it is in memory.
    ///
    /// - Parameters:
    ///   - folder: for the credentials, and for the certificate of a server with TLS.
    ///   - environment: its clock stands.
    ///   - address: the address that the till remembers of a shop.
    init(
        _ kind: ContractShop, in folder: URL, environment: Environment,
        address: @escaping @Sendable (SiteID) -> String?
    ) throws {
        self.kind = kind
        guard kind != .inMemory else {
            networks = ShopInMemory(Self.shop(at: "https://shop.example", environment))
            login = ShopLogin(address: "shop.example", user: "kiosk", secret: "none")
            server = nil
            return
        }
        let keys = ShopKeys(random: environment.random)
        // Certificates are checked by the machine's clock.
        let certificate = try kind.hasTLS ? SelfMadeCertificate(host: "127.0.0.1", now: Date()) : nil
        let server = ShopServer(certificate: certificate, speaksHTTP2: kind == .http2)
        let place = try server.start(host: "127.0.0.1", port: 0) { place in
            ShopService(
                shop: Self.shop(at: place, environment), keys: keys, faults: ShopFaults(), hooks: nil,
                now: environment.now, pause: { _ in })
        }
        let authorities = try certificate.map { certificate in
            let file = folder.appending(path: "authority.pem")
            try Data(certificate.text.utf8).write(to: file)
            return file.path
        }
        networks = ShopNetworks(
            embedded: Self.shop(at: place, environment), directory: folder.path, environment: environment,
            address: address)
        login = ShopLogin(
            address: place, user: kind.hasKey ? keys.main.key : keys.user,
            secret: kind.hasKey ? keys.main.secret : keys.password, authorities: authorities)
        self.server = server
    }

    func close() { server?.stop() }

    /// Whether the till has spoken the version of HTTP that it was to speak.
    var wasReachedAsMeant: Bool { server.map { ($0.http2Connections > 0) == (kind == .http2) } ?? true }

    /// The shop of the contract under its address.
    static func shop(at home: String, _ environment: Environment) -> EmbeddedShop {
        let rules = ShopRules(home: home, utcOffset: 3600, hasTracking: true, cardPayments: [.wooPayments])
        let made = MadeShop(seed: 1, orders: ContractShop.orders, rules: rules, now: ContractShop.time)
        return EmbeddedShop(
            database: made.database(), contents: made.contents, rules: rules, environment: environment)
    }
}

/// Signs in at a shop within the process, as at one over the network.
private struct ShopInMemory: SiteNetworks, ShopConnector {
    private let shop: EmbeddedShop

    init(_ shop: EmbeddedShop) { self.shop = shop }

    func network(of site: SiteID) -> (any Network)? { shop }

    func connect(_ login: ShopLogin) async throws(NetworkError) -> ShopConnection {
        let address = "https://\(login.address)"
        return ShopConnection(
            address: address, home: address, name: try await SiteUsersRemote(network: shop).loadProfile().name,
            user: login.user, credentials: StoredCredentials([]))
    }

    func keep(_ connection: ShopConnection, for site: SiteID) throws(Failure) {}
    func forget(_ site: SiteID) throws(Failure) {}
}
