import Flow
import Model
import Networking
import Synchronization

/// Two shops with orders of the same numbers, and the logins that the till has kept for them, which outlive the till.
final class FaultyShops: SiteNetworks, ShopConnector {
    enum Name: String, CaseIterable { case a, b }

    let a: FaultyShop
    let b: FaultyShop
    private let kept = Mutex<[SiteID: Name]>([:])
    /// Whether each site leads to the other shop.
    private let areSwapped: Bool

    init(a: FaultyShop, b: FaultyShop, areSwapped: Bool = false) {
        self.a = a
        self.b = b
        self.areSwapped = areSwapped
    }

    subscript(name: Name) -> FaultyShop { name == .a ? a : b }

    /// The shop of each site in which the till has ever signed in.
    private let known = Mutex<[SiteID: Name]>([:])
    var sites: [SiteID: FaultyShop] { known.withLock { $0 }.mapValues { self[$0] } }
    func site(of name: Name) -> SiteID? { known.withLock { $0 }.first { $0.value == name }?.key }
    func hasLogin(at name: Name) -> Bool { kept.withLock { $0.values.contains(name) } && !self[name].isRevoked }

    /// Has this happen to the next exchange, whichever shop is asked.
    func next(_ kind: ShopCutKind) { pending.withLock { $0.append(kind) } }
    private let pending = Mutex<[ShopCutKind]>([])

    private func begin(_ shop: FaultyShop) {
        let kinds = pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        for kind in kinds { shop.next(kind) }
    }

    func repair() {
        pending.withLock { $0 = [] }
        a.repair()
        b.repair()
    }

    func network(of site: SiteID) -> (any Network)? {
        guard let name = kept.withLock({ $0[site] }) else { return nil }
        return Way(shops: self, shop: self[areSwapped ? (name == .a ? .b : .a) : name])
    }

    /// The way to one shop: what is to happen to the next exchange happens to this one.
    private struct Way: Network {
        let shops: FaultyShops
        let shop: FaultyShop

        func response(for request: Networking.Request) async throws(NetworkError) -> Response {
            shops.begin(shop)
            return try await shop.response(for: request)
        }
    }

    func connect(_ login: ShopLogin) async throws(NetworkError) -> ShopConnection {
        guard let name = Name(rawValue: String(login.address.prefix(1))) else { throw .unauthorized(nil) }
        begin(self[name])
        // The login is verified by a request of its own, which may go wrong like any other.
        let answer = try await self[name].response(for: Request(.get, "wc/v3/orders", query: ["per_page": "1"]))
        if let error = NetworkError(answer), !self[name].isRevoked { throw error }
        self[name].giveNewKey()
        let address = "https://\(login.address)"
        return ShopConnection(
            address: address, home: address, name: "Shop \(name)", user: login.user,
            credentials: StoredCredentials(Array(name.rawValue.utf8)))
    }

    func keep(_ connection: ShopConnection, for site: SiteID) throws(Failure) {
        guard let name = Name(rawValue: String(decoding: connection.credentials.bytes, as: UTF8.self)) else { return }
        kept.withLock { $0[site] = name }
        known.withLock { $0[site] = name }
    }

    func forget(_ site: SiteID) throws(Failure) { kept.withLock { $0[site] = nil } }
}
