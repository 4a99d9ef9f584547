/// A group of a shop's settings.
package struct SettingGroup: ShopEntity {
    package static var resource: ShopResource { .setting }
    package static var cachedAs: String { "settingGroup" }

    package let json: JSONValue
    /// The name in requests: `general`.
    package let id: String
    package let label: String

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        id = try object.text("id")
        label = object.plainText("label")
    }

    package var key: String { id }
}
