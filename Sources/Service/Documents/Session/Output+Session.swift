import Model
import Payments

extension Output {
    /// Who is signed in, and at which shop.
    package struct Session: Encodable {
        let name: String
        let site: Int64
        /// The shop's name and address; absent for the embedded shop.
        let shop: String?
        let address: String?

        package init(_ account: Account, at shop: RememberedShop?) {
            (name, site) = (account.name, account.site.rawValue)
            (self.shop, address) = (shop?.name, shop?.address)
        }
    }
}
