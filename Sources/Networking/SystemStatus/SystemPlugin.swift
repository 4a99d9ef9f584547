/// A plugin of a shop's WordPress.
package struct SystemPlugin: Hashable, Sendable {
    /// The plugin's file below the folder of plugins: `woocommerce/woocommerce.php`.
    package let path: String
    package let name: String
    package let version: String
    /// The newest version that there is; nil when the shop does not know.
    package let latestVersion: String?
    package let isActive: Bool

    init(_ object: ShopObject, isActive: Bool) {
        path = object.plainText("plugin")
        name = object.plainText("name")
        version = object.plainText("version")
        latestVersion = object.optionalText("version_latest").map(PlainText.from(html:))
        self.isActive = isActive
    }
}
