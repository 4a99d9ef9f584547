import Foundation

/// An address of a customer or an order, with the names of WooCommerce. It is untrusted text.
package struct PostalAddress: Hashable, Sendable {
    package let json: JSONValue
    package let firstName: String
    package let lastName: String
    package let company: String
    package let lines: [String]
    package let city: String
    package let postcode: String
    /// ISO 3166 code.
    package let country: String
    package let email: String
    package let phone: String

    package init(_ object: ShopObject) {
        json = object.json
        firstName = object.plainText("first_name")
        lastName = object.plainText("last_name")
        company = object.plainText("company")
        lines = [object.plainText("address_1"), object.plainText("address_2")].filter { !$0.isEmpty }
        city = object.plainText("city")
        postcode = object.plainText("postcode")
        country = object.plainText("country")
        email = object.plainText("email")
        phone = object.plainText("phone")
    }

    /// The person's name; nil when there is none.
    package var name: String? {
        let name = [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ")
        return name.isEmpty ? nil : name
    }
}
