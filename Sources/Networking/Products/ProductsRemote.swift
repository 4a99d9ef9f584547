import Foundation

/// The products of a shop: `wc/v3/products`.
package struct ProductsRemote: Sendable {
    private let products: ResourceRemote<Product>
    private let categories: ResourceRemote<ProductCategory>
    private let network: any Network

    package init(network: any Network) {
        products = ResourceRemote("wc/v3/products", network: network)
        categories = ResourceRemote("wc/v3/products/categories", network: network)
        self.network = network
    }

    package func loadProduct(_ id: Int64) async throws(NetworkError) -> Product { try await products.load(String(id)) }

    package func loadProducts(
        page: Int, size: Int, query: [String: String]
    ) async throws(NetworkError) -> Page<Product> {
        try await products.loadPage(page, size: size, query: query)
    }

    /// The products with these ids, in as many requests as it takes. Those that do not exist, and variations, are missing.
    package func loadProducts(_ ids: [Int64]) async throws(NetworkError) -> Page<Product> {
        var (found, unreadable): ([Product], [NetworkError]) = ([], [])
        for start in stride(from: 0, to: ids.count, by: OrdersRemote.longestPage) {
            let part = ids[start..<min(start + OrdersRemote.longestPage, ids.count)]
            let include = part.map(String.init).joined(separator: ",")
            let page = try await products.loadPage(
                query: ["include": include, "orderby": "include", "order": "asc"])
            found += page.items
            unreadable += page.unreadable
        }
        return Page(items: found, total: found.count, pages: 1, unreadable: unreadable)
    }

    /// The products and variations whose SKU, or else whose number of a bar code, is exactly this.
    package func loadProducts(named code: String) async throws(NetworkError) -> [Product] {
        let bySKU = try await products.loadPage(query: ["sku": code]).found { $0.sku == code }
        guard bySKU.isEmpty else { return bySKU }
        // A WooCommerce before 9.2 does not know this parameter and lists any products.
        return try await products.loadPage(query: ["global_unique_id": code]).found { $0.globalUniqueID == code }
    }

    /// The first hundred categories.
    package func loadCategories(_ query: [String: String]) async throws(NetworkError) -> Page<ProductCategory> {
        try await categories.loadPage(query: query)
    }

    /// The first hundred variations of a product.
    package func loadVariations(of product: Int64) async throws(NetworkError) -> Page<Product> {
        try await ResourceRemote<Product>("wc/v3/products/\(product)/variations", network: network)
            .loadPage()
    }

    /// Whether a product or a variation has this SKU. The shop compares without regard to case.
    package func hasSKU(_ sku: String) async throws(NetworkError) -> Bool {
        let page = try await products.loadPage(query: ["sku": sku, "_fields": "id,sku"])
        return try !page.found { $0.sku.lowercased() == sku.lowercased() }.isEmpty
    }
}
