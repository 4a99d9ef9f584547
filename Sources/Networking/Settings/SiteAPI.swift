/// What a site's REST interface offers.
package struct SiteAPI: ShopEntity {
    package static var resource: ShopResource { .setting }
    package static var cachedAs: String { "siteAPI" }
    /// The key of the only item: a shop has one.
    package static let onlyKey = "index"

    package let json: JSONValue
    /// The parts of the interface: `wc/v3`, and those of plugins.
    package let namespaces: [String]
    /// Whether users may make passwords for applications.
    package let hasApplicationPasswords: Bool

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        namespaces = object.texts("namespaces")
        hasApplicationPasswords = object.object("authentication")?.object("application-passwords") != nil
    }

    package var key: String { Self.onlyKey }
    package func has(_ namespace: String) -> Bool { namespaces.contains(namespace) }
}
