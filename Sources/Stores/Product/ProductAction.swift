import Flow
import Networking

/// Requests for the products of the shop.
package enum ProductAction: Action {
    /// A page of the products, by name.
    /// - Endpoint: GET wc/v3/products
    /// - Offline: the kept page, with its time
    /// - Test: ProductStoreTests
    case synchronizeProducts(page: Int, size: Int, Reply<Cached<Listing<Product>>>)
    /// A page of the published products of a category, by name; of all categories without one.
    /// - Endpoint: GET wc/v3/products?category
    /// - Offline: the kept page, with its time
    /// - Test: KioskCatalogueTests
    case synchronizeCatalogue(category: Int64?, page: Int, size: Int, Reply<Cached<Listing<Product>>>)
    /// The categories of the products that have any, by name.
    /// - Endpoint: GET wc/v3/products/categories
    /// - Offline: the kept categories, with their time
    /// - Test: KioskCatalogueTests
    case synchronizeProductCategories(Reply<Cached<Listing<ProductCategory>>>)
    /// The variations of a product.
    /// - Endpoint: GET wc/v3/products/{id}/variations
    /// - Offline: the kept variations, with their time
    /// - Test: KioskCatalogueTests
    case synchronizeProductVariations(of: Int64, Reply<Cached<Listing<Product>>>)
    /// The product with this id.
    /// - Endpoint: GET wc/v3/products/{id}
    /// - Offline: the kept product, with its time
    /// - Test: ProductStoreTests
    case retrieveProduct(Int64, Reply<Cached<Product>>)
    /// The products with these ids. Those that the shop does not have are missing, and are forgotten.
    /// - Endpoint: GET wc/v3/products?include
    /// - Offline: the kept list of these ids, with its time
    /// - Test: ProductStoreTests
    case retrieveProducts([Int64], Reply<Cached<Listing<Product>>>)
    /// The products whose name or text contains the text.
    /// - Endpoint: GET wc/v3/products?search
    /// - Offline: the kept products whose name or code contains the text; never known to be all
    /// - Test: ProductStoreTests
    case searchProducts(String, size: Int, Reply<Cached<Listing<Product>>>)
    /// What can be sold under a scanned code: the first product or variation with exactly this SKU, else with exactly this
    /// number of a bar code. Fails with `product.emptySKU`, `product.notFound` or `product.notPurchasable`.
    /// - Endpoint: GET wc/v3/products?sku, GET wc/v3/products?global_unique_id
    /// - Offline: the kept product with exactly this code, with its time
    /// - Test: ProductStoreTests
    case retrieveFirstPurchasableItemMatchFromSKU(String, Reply<Cached<Product>>)
    /// Loads the products of an order that are not kept yet.
    /// - Endpoint: GET wc/v3/products?include
    /// - Offline: fails, unless all are kept
    /// - Test: ProductStoreTests
    case requestMissingProducts(OrderRecord, Reply<Void>)
    /// Whether no product of the shop has this SKU yet. Fails with `product.emptySKU` for an empty one.
    /// - Endpoint: GET wc/v3/products?sku
    /// - Offline: fails
    /// - Test: ProductStoreTests
    case validateProductSKU(String, Reply<Bool>)
    /// Whether the shop has any product.
    /// - Endpoint: GET wc/v3/products?per_page=1
    /// - Offline: what the shop said last, with its time
    /// - Test: ProductStoreTests
    case checkIfStoreHasProducts(Reply<Cached<Bool>>)
}
