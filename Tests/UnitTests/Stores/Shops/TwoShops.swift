import Flow
import Foundation
import Model
import Networking
import Synchronization

@testable import Stores

/// Two shops and the credentials that the till has for them. The user "wrong" is accepted by none.
final class TwoShops: SiteNetworks, ShopConnector {
    let a = CutOffShop()
    let b = CutOffShop()
    /// The address of the shop for which the till has credentials, by site.
    private let kept = Mutex<[SiteID: String]>([:])

    static let addressOfA = "https://a.example"
    static let addressOfB = "https://b.example"

    var sites: Set<SiteID> { kept.withLock { Set($0.keys) } }

    func network(of site: SiteID) -> (any Network)? {
        switch kept.withLock({ $0[site] })?.replacing("www.", with: "") {
        case Self.addressOfA: a
        case Self.addressOfB: b
        default: nil
        }
    }

    func connect(_ login: ShopLogin) async throws(NetworkError) -> ShopConnection {
        guard login.user != "wrong" else { throw .unauthorized(nil) }
        return ShopConnection(
            address: "https://\(login.address)", home: "https://\(login.address.replacing("www.", with: ""))",
            name: "Shop \(login.address)", user: login.user,
            credentials: StoredCredentials(Array("https://\(login.address)".utf8)))
    }

    func keep(_ connection: ShopConnection, for site: SiteID) throws(Failure) {
        kept.withLock { $0[site] = connection.address }
    }

    func forget(_ site: SiteID) throws(Failure) {
        kept.withLock { $0[site] = nil }
    }
}
