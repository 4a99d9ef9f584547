import Foundation

/// A customer of a shop who has an account there.
package struct Customer: ShopEntity {
    package static var resource: ShopResource { .customer }

    package let json: JSONValue
    package let id: Int64
    package let email: String
    package let firstName: String
    package let lastName: String
    package let username: String
    package let role: String
    package let billing: PostalAddress?
    package let shipping: PostalAddress?

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        id = try object.integer("id")
        email = object.plainText("email")
        firstName = object.plainText("first_name")
        lastName = object.plainText("last_name")
        username = object.plainText("username")
        role = object.optionalText("role") ?? ""
        billing = object.object("billing").map(PostalAddress.init)
        shipping = object.object("shipping").map(PostalAddress.init)
    }

    package var key: String { String(id) }
    package var exactName: String? { email.isEmpty ? nil : email.lowercased() }
    package var searchText: String {
        [name, email, username, billing?.company].compactMap { $0 }.joined(separator: "\n")
    }

    /// The person's name, else the name in the address; nil when there is none.
    package var name: String? {
        let name = [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ")
        return name.isEmpty ? billing?.name : name
    }
}
