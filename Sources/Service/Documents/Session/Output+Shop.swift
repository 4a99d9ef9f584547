import Model
import Payments

extension Output {
    /// A shop in which somebody has signed in on this till.
    package struct Shop: Encodable {
        /// The shop's number in this till, which stays the same.
        package let site: Int64
        package let name: String
        package let address: String
        /// Who signed in last: a user name, or the end of a key. Absent over HTTP, where it is nobody's business.
        package let user: String?
        /// Whether the session is of this shop.
        package let current: Bool

        package init(_ shop: RememberedShop, isCurrent: Bool, tellsUser: Bool = false) {
            (site, name, address) = (shop.site.rawValue, shop.name, shop.address)
            (user, current) = (tellsUser ? shop.user : nil, isCurrent)
        }
    }
}
