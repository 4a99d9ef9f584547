import Failures
import Flow
import Foundation
import HTTPNetworking
import Model
import Networking
import Payments
import Storage
import Synchronization

/// The networks of all shops that this till can reach: the embedded one, and those whose credentials it keeps.
final class ShopNetworks: SiteNetworks, ShopConnector {
    /// What it takes to reach a shop, as the credential files hold it.
    private struct Kept: Codable {
        let address: String
        /// The folder of the REST interface with pretty permalinks; nil for plain ones.
        let restFolder: String?
        let kind: ShopCredentials.Kind
        let name: String
        let secret: String
        /// A file with certificates of authorities that are trusted for this shop besides the system's own.
        let authorities: String?
    }

    private struct State {
        var networks: [SiteID: HTTPNetwork] = [:]
        /// By the file of authorities. Made when the first shop is spoken to, as most commands speak to none.
        var connections: [String?: HTTPConnections] = [:]
    }

    private static let userAgent = "Till/\(Release.version)"
    private static let keyPrefix = "ck_"

    private let embedded: any Network
    private let files: CredentialFiles
    private let environment: Environment
    /// The address that the till remembers of a shop.
    private let address: @Sendable (SiteID) -> String?
    private let state = Mutex(State())

    /// - Parameter address: the address that the till remembers of a shop; nil for a shop that it does not know.
    init(
        embedded: any Network, directory: String, environment: Environment,
        address: @escaping @Sendable (SiteID) -> String?
    ) {
        self.address = address
        self.embedded = embedded
        self.environment = environment
        let variables = ProcessInfo.processInfo.environment
        files = CredentialFiles(directory: directory, given: variables["CREDENTIALS_DIRECTORY"])
    }

    /// A shop whose credentials cannot be read counts as one without credentials; the reason is logged.
    func network(of site: SiteID) -> (any Network)? {
        if site == .embedded { return embedded }
        if let known = state.withLock({ $0.networks[site] }) { return known }
        do throws(Failure) {
            guard let bytes = try files.read(site) else { return nil }
            let network = try network(bytes, of: site)
            state.withLock { $0.networks[site] = network }
            return network
        } catch {
            environment.log(.credentialsUnreadable, .failure(error))
            return nil
        }
    }

    /// The file with certificates of authorities that are trusted for a shop besides the system's own; nil if there is none.
    func authorities(of site: SiteID) -> String? {
        guard let bytes = try? files.read(site) else { return nil }
        return (try? JSONDecoder().decode(Kept.self, from: Data(bytes)))?.authorities
    }

    func connect(_ login: ShopLogin) async throws(NetworkError) -> ShopConnection {
        let discovery = ShopDiscovery(
            connections: try connections(login.authorities), environment: environment, userAgent: Self.userAgent)
        let site = try await discovery.site(login.address, allowsHTTP: login.allowsHTTP)
        try site.requireWooCommerce()
        let given =
            login.user.hasPrefix(Self.keyPrefix)
            ? ShopCredentials.consumerKey(login.user, secret: login.secret)
            : ShopCredentials.applicationPassword(user: login.user, password: login.secret)
        guard let given else { throw .unauthorized(nil) }
        let credentials = try await discovery.verify(given, at: site)
        let kept = Kept(
            address: site.address.description, restFolder: site.address.permalinks.folder, kind: credentials.kind,
            name: credentials.name, secret: credentials.secret, authorities: login.authorities)
        guard let bytes = try? JSONEncoder().encode(kept) else { throw .unauthorized(nil) }
        return ShopConnection(
            address: site.address.description, home: site.home, name: site.name, user: credentials.shownName,
            credentials: StoredCredentials(Array(bytes)))
    }

    func keep(_ connection: ShopConnection, for site: SiteID) throws(Failure) {
        try files.write(connection.credentials.bytes, for: site)
        state.withLock { $0.networks[site] = nil }
    }

    func forget(_ site: SiteID) throws(Failure) {
        guard site != .embedded else { return }
        state.withLock { $0.networks[site] = nil }
        try files.remove(site)
    }

    private func network(_ bytes: [UInt8], of site: SiteID) throws(Failure) -> HTTPNetwork {
        guard let kept = try? JSONDecoder().decode(Kept.self, from: Data(bytes)),
            let credentials = ShopCredentials.kept(kept.kind, kept.name, kept.secret)
        else { throw .unreadable("credentials", Sentence("detail.credentials.notTills")) }
        // A file in the wrong place must not lead one shop's messages to another.
        guard kept.address == address(site) else {
            throw .unreadable("credentials", Sentence("detail.credentials.otherShop"))
        }
        let permalinks = kept.restFolder.map { ShopAddress.Permalinks.pretty(folder: $0) } ?? .plain
        return try asFailure { () throws(NetworkError) in
            // Whether http is permitted was decided when somebody signed in.
            HTTPNetwork(
                try ShopAddress(kept.address, permalinks: permalinks, allowsHTTP: true), credentials: credentials,
                connections: try connections(kept.authorities), environment: environment, userAgent: Self.userAgent)
        }
    }

    private func connections(_ authorities: String?) throws(NetworkError) -> HTTPConnections {
        if let known = state.withLock({ $0.connections[authorities] }) { return known }
        let made = try HTTPConnections(authorities: authorities)
        return state.withLock { state in
            let known = state.connections[authorities] ?? made
            state.connections[authorities] = known
            return known
        }
    }
}

extension ShopAddress.Permalinks {
    /// The folder of the REST interface; nil for plain permalinks.
    fileprivate var folder: String? {
        switch self {
        case .pretty(let folder): folder
        case .plain: nil
        }
    }
}

extension ShopCredentials {
    /// The user's name, or the end of a key.
    fileprivate var shownName: String {
        switch kind {
        case .applicationPassword: name
        case .consumerKey, .signingKey: "ck_…\(name.suffix(7))"
        }
    }
}
