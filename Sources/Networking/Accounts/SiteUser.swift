import Model

/// The identity of the till at a shop: a user, or a key without a user that it may know.
package struct SiteUser: Hashable, Sendable {
    /// Nil for a consumer key.
    package let id: Int64?
    /// The user's login name, or the end of the key.
    package let username: String
    package let name: String
    /// Empty for a consumer key.
    package let email: String
    /// The user's roles, such as `shop_manager`; empty for a consumer key.
    package let roles: [String]

    /// A consumer key, as it may be shown.
    package init(key: String) {
        id = nil
        username = key
        name = key
        email = ""
        roles = []
    }

    init(_ object: ShopObject) throws(NetworkError) {
        id = try object.integer("id")
        username = object.plainText("username")
        name = object.plainText("name")
        email = object.plainText("email")
        roles = object.texts("roles").map(PlainText.from(html:))
    }
}
