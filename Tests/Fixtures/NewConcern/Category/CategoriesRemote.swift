import Foundation
import Networking

/// The categories of a shop's products: `wc/v3/products/categories`.
struct CategoriesRemote: Remote {
    let network: any Network
    var resource: ShopResource { .product }

    /// The first hundred, by name. One that cannot be read hides no other.
    func loadCategories() async throws(NetworkError) -> Page<Category> {
        try await ResourceRemote<Category>("wc/v3/products/categories", network: network)
            .loadPage(query: ["orderby": "name"])
    }
}
