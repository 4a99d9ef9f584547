import Model

/// What a shop says of itself: versions, plugins, where it keeps its orders.
package struct SystemStatus: ShopEntity {
    package static var resource: ShopResource { .setting }
    package static var cachedAs: String { "systemStatus" }
    /// The key of the only item: a shop has one.
    package static let onlyKey = "status"

    package let json: JSONValue
    /// WooCommerce's version.
    package let version: String
    /// WordPress's version; empty when the shop does not tell.
    package let wordPressVersion: String
    /// The shop's own id of itself; nil before WooCommerce 8.
    package let storeID: String?
    /// The ISO 4217 code; empty when the shop does not tell.
    package let currency: String
    /// Whether orders are in tables of their own (HPOS); nil when the shop does not tell.
    package let hasOrderTables: Bool?
    /// Active ones first.
    package let plugins: [SystemPlugin]

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        guard let environment = object.object("environment") else {
            throw .malformed(field: "environment", reason: Sentence("detail.json.missing"))
        }
        // The documentation says `wc_version`; shops say `version`.
        let hasDocumentedName = environment.value("wc_version") != nil
        version = PlainText.from(html: try environment.text(hasDocumentedName ? "wc_version" : "version"))
        wordPressVersion = environment.plainText("wp_version")
        storeID = environment.optionalText("store_id").map(PlainText.from(html:))
        let settings = object.object("settings")
        currency = settings?.plainText("currency") ?? ""
        hasOrderTables = settings?.optionalFlag("HPOS_enabled")
        plugins =
            try object.objects("active_plugins").map { SystemPlugin($0, isActive: true) }
            + object.objects("inactive_plugins").map { SystemPlugin($0, isActive: false) }
    }

    package var key: String { Self.onlyKey }

    /// Whether WooCommerce has this version or a newer one.
    package func isAtLeast(_ major: Int, _ minor: Int) -> Bool {
        let numbers = version.split(separator: ".").prefix(2).map { Int($0.prefix { $0.isASCII && $0.isNumber }) ?? 0 }
        return (numbers.first ?? 0, numbers.dropFirst().first ?? 0) >= (major, minor)
    }

    /// The active plugin whose path begins with this folder.
    package func activePlugin(in folder: String) -> SystemPlugin? {
        plugins.first { $0.isActive && $0.path.hasPrefix("\(folder)/") }
    }
}
