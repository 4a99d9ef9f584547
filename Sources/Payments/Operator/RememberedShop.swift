import Foundation
import Model
import Storage

/// A shop in which an operator of this till has signed in. It is remembered after signing out, so that the shop keeps
/// its id here. It holds no secret.
package struct RememberedShop: Hashable, Codable, Sendable {
    package let site: SiteID
    /// The address at which the till reaches the shop: `https://shop.example`.
    package let address: String
    /// The address that the shop gives itself. A shop that is reached under another address is the same one by this.
    package let home: String
    package let name: String
    /// Who signed in last, as it may be shown: a user name, or the end of a key.
    package let user: String

    package init(site: SiteID, address: String, home: String, name: String, user: String) {
        self.site = site
        self.address = address
        self.home = home
        self.name = name
        self.user = user
    }
}

extension RememberedShop {
    private static let settingKey = "shops"

    /// All remembered shops, in the order of their ids.
    package static func all(in reader: any SettingsReading) throws -> [RememberedShop] {
        try reader.setting(settingKey, as: [RememberedShop].self) ?? []
    }

    /// Remembers a shop, and returns it with its id: that of the shop with the same address or the same home, or a new one.
    package static func remember(
        address: String, home: String, name: String, user: String, in transaction: any StorageTransaction
    ) throws -> RememberedShop {
        var shops = try all(in: transaction)
        let known = shops.firstIndex { $0.address == address || Self.place(of: $0.home) == Self.place(of: home) }
        let last = shops.map(\.site.rawValue).max() ?? SiteID.embedded.rawValue
        let site = known.map { shops[$0].site } ?? SiteID(rawValue: last + 1)
        let shop = RememberedShop(site: site, address: address, home: home, name: name, user: user)
        if let known { shops[known] = shop } else { shops.append(shop) }
        try transaction.setSetting(settingKey, to: shops)
        return shop
    }

    /// Gives a remembered shop the name that it has now; nil if the shop is not remembered.
    package static func rename(
        _ site: SiteID, to name: String, in transaction: any StorageTransaction
    ) throws -> RememberedShop? {
        var shops = try all(in: transaction)
        guard let known = shops.firstIndex(where: { $0.site == site }) else { return nil }
        let shop = shops[known]
        shops[known] = RememberedShop(
            site: site, address: shop.address, home: shop.home, name: name, user: shop.user)
        try transaction.setSetting(settingKey, to: shops)
        return shops[known]
    }

    /// Whether the shop is at this address, or calls it its own.
    package func isAt(_ address: String) -> Bool {
        [self.address, home].contains { Self.place(of: $0) == Self.place(of: address) }
    }

    /// Host and folder of an address: a shop stays the same one when it moves from http to https or takes a `www.`.
    private static func place(of address: String) -> Substring {
        var place = address.lowercased()[...]
        for prefix in ["https://", "http://", "www."] where place.hasPrefix(prefix) {
            place = place.dropFirst(prefix.count)
        }
        while place.last == "/" { place = place.dropLast() }
        return place
    }
}

extension SiteID {
    /// The sites of which this till may have payments: first the one of the session, then all others that it remembers.
    package static func known(in reader: any SettingsReading) throws -> [SiteID] {
        let others = try RememberedShop.all(in: reader).map(\.site) + [.embedded]
        guard let current = try Account.current(in: reader)?.site else { return others }
        return [current] + others.filter { $0 != current }
    }
}
