import Flow
import HTTPNetworking
import Networking
import Payments
import Storage
import Stores
import Synchronization

/// The pictures of a shop's products, kept in memory for as long as the service runs.
final class ShopPictures: Sendable {
    /// The most pictures; then all are forgotten, and those that are shown are loaded again.
    private static let most = 200

    /// By the file of authorities that are trusted.
    private let downloads = Mutex<[String?: PictureDownload]>([:])
    private let kept = Mutex<[Int64: [UInt8]]>([:])

    /// The picture of a product; nil if it has none that can be loaded.
    func picture(of product: Int64, _ till: LiveTill) async throws(Failure) -> [UInt8]? {
        if let known = kept.withLock({ $0[product] }) { return known }
        let site = try await till.ask { AccountAction.loadAccount($0) }.site
        let shops = try till.storage.reading { try RememberedShop.all(in: $0) }
        guard let shop = shops.first(where: { $0.site == site })?.address else { return nil }
        let found = try await till.ask { ProductAction.retrieveProduct(product, $0) }.value
        guard let address = Self.address(in: found.json),
            let download = download(trusting: till.shopNetworks.authorities(of: site)),
            let bytes = await download.load(address, of: shop)
        else { return nil }
        kept.withLock { kept in
            if kept.count >= Self.most { kept = [:] }
            kept[product] = bytes
        }
        return bytes
    }

    /// Nil if the file of authorities cannot be used.
    private func download(trusting authorities: String?) -> PictureDownload? {
        downloads.withLock { downloads in
            if let known = downloads[authorities] { return known }
            let made = try? PictureDownload(authorities: authorities)
            downloads[authorities] = made
            return made
        }
    }

    /// The address of a product's first picture.
    private static func address(in product: JSONValue) -> String? { product["images"]?.list?.first?["src"]?.text }
}
