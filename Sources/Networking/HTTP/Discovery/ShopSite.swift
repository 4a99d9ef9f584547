import Foundation
import Networking

/// A shop that was found at an address.
package struct ShopSite: Hashable, Sendable {
    /// Whether there is WooCommerce with the REST interface that Till speaks.
    package enum WooCommerce: Hashable, Sendable {
        case present
        /// The site has WordPress alone, or a WooCommerce that is not active.
        case absent
        /// The site has a WooCommerce older than 3.5 (2018), without `wc/v3`.
        case tooOld
    }

    package let address: ShopAddress
    /// The site's title, as plain text.
    package let name: String
    /// The address that the shop gives itself.
    package let home: String
    /// The name of the time zone, such as `Europe/Berlin`; nil for a shop that has only an offset from UTC.
    package let timeZone: String?
    /// The offset from UTC in minutes, at the time of asking.
    package let utcOffsetMinutes: Int
    package let wooCommerce: WooCommerce
    /// Whether something keeps strangers from `/wp-json/`, so that only the address of plain permalinks tells of the shop.
    var isPrettyBlocked = false

    init(
        address: ShopAddress, name: String, home: String, timeZone: String?, utcOffsetMinutes: Int,
        wooCommerce: WooCommerce
    ) {
        self.address = address
        self.name = name
        self.home = home
        self.timeZone = timeZone
        self.utcOffsetMinutes = utcOffsetMinutes
        self.wooCommerce = wooCommerce
    }

    /// A shop that tells strangers nothing about itself. It goes by its address.
    init(closed address: ShopAddress) {
        self.init(
            address: address, name: address.place, home: address.description, timeZone: nil, utcOffsetMinutes: 0,
            wooCommerce: .present)
    }

    /// Throws when there is no WooCommerce that Till can use.
    package func requireWooCommerce() throws(NetworkError) {
        guard wooCommerce == .present else { throw .site(.noWooCommerce(host: address.place)) }
    }
}

/// The index of WordPress's REST interface: `/wp-json/`.
struct SiteIndex: Decodable {
    let name: String
    let home: String
    let namespaces: [String]
    let timeZone: String?
    let utcOffsetMinutes: Int

    /// What is asked for; the whole index of a shop has half a megabyte.
    static let fields = "name,url,home,gmt_offset,timezone_string,namespaces"

    private enum CodingKeys: String, CodingKey {
        case name, url, home, namespaces
        case timeZone = "timezone_string"
        case offset = "gmt_offset"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        namespaces = try container.decode([String].self, forKey: .namespaces)
        name = PlainText.from(html: (try? container.decode(String.self, forKey: .name)) ?? "")
        let url = try? container.decode(String.self, forKey: .url)
        home = (try? container.decode(String.self, forKey: .home)) ?? url ?? ""
        let zone = try? container.decode(String.self, forKey: .timeZone)
        timeZone = zone.flatMap { $0.isEmpty ? nil : $0 }
        // A number of hours, in old versions as text.
        let text = try? container.decode(String.self, forKey: .offset)
        let hours = (try? container.decode(Decimal.self, forKey: .offset)) ?? text.flatMap { Decimal(string: $0) } ?? 0
        utcOffsetMinutes = NSDecimalNumber(decimal: hours * 60).intValue
    }

    init?(_ response: Response) {
        guard (200..<300).contains(response.status),
            let index = try? JSONDecoder().decode(SiteIndex.self, from: response.body)
        else { return nil }
        self = index
    }

    func site(at address: ShopAddress) -> ShopSite {
        ShopSite(
            address: address, name: name, home: home, timeZone: timeZone, utcOffsetMinutes: utcOffsetMinutes,
            wooCommerce: wooCommerce)
    }

    private var wooCommerce: ShopSite.WooCommerce {
        if namespaces.contains("wc/v3") { return .present }
        return namespaces.contains { $0.hasPrefix("wc/") } ? .tooOld : .absent
    }
}
