import Flow

/// Requests for the categories of the shop's products.
package enum CategoryAction: Action {
    /// The categories, by name.
    /// - Endpoint: GET wc/v3/products/categories
    /// - Offline: the kept categories, with their time
    /// - Test: CategoryStoreTests
    case synchronizeCategories(Reply<Cached<Listing<Category>>>)
    /// A live query of the kept categories: an observer hears of the list again whenever it has become another.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: CategoryStoreTests
    case observeCategories(Reply<ResultsController<Category>>)
}
