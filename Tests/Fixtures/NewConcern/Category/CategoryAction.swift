import Flow

/// Requests for the categories of the shop's products.
package enum CategoryAction: Action {
    /// The categories, by name.
    /// - Endpoint: GET wc/v3/products/categories
    /// - Offline: the kept categories, with their time
    /// - Test: CategoryStoreTests
    case synchronizeCategories(Reply<Cached<Listing<Category>>>)
}
