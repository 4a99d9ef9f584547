import Flow
import Model
import Networking

/// The shops during one life of a till: a dead till asks nothing, and an answer to a dead till has no effect.
struct CrashableShops: SiteNetworks, ShopConnector {
    let shops: any SiteNetworks & ShopConnector
    let life: TillLife

    func network(of site: SiteID) -> (any Network)? {
        shops.network(of: site).map { CrashableShop(shop: $0, life: life) }
    }

    func connect(_ login: ShopLogin) async throws(NetworkError) -> ShopConnection {
        guard life.share(of: .ask("login \(login.address)")) != .nothing else { throw .deadTill }
        let connection = try await shops.connect(login)
        guard !life.isOver else { throw .deadTill }
        return connection
    }

    func keep(_ connection: ShopConnection, for site: SiteID) throws(Failure) {
        guard !life.isOver else { throw .deadTill }
        try shops.keep(connection, for: site)
    }

    func forget(_ site: SiteID) throws(Failure) {
        guard !life.isOver else { throw .deadTill }
        try shops.forget(site)
    }
}

/// One shop during one life of a till. If the till dies within an exchange, the shop acts, and nobody hears its answer.
private struct CrashableShop: Network {
    let shop: any Network
    let life: TillLife

    func response(for request: Request) async throws(NetworkError) -> Response {
        guard life.share(of: .ask("\(request.method.rawValue) \(request.path)")) != .nothing else { throw .deadTill }
        let response = try await shop.response(for: request)
        guard !life.isOver else { throw .deadTill }
        return response
    }
}

extension NetworkError {
    fileprivate static let deadTill = NetworkError.unreachable(reason: Sentence(stored: "the till is dead"))
}
