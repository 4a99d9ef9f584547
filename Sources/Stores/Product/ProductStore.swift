import Failures
import Flow
import Model
import Networking
import Payments

/// The products of the shop, for finding what a customer buys by its name or by a scanned code.
package final class ProductStore: Store {
    package typealias Handled = ProductAction

    private let remote: ProductsRemote
    private let products: ShopCache<Product>
    private let categories: ShopCache<ProductCategory>
    private let environment: Environment
    private let shop: ShopSession

    init(shop: ShopSession) {
        self.shop = shop
        remote = ProductsRemote(network: shop.network)
        products = shop.cache()
        categories = shop.cache()
        environment = shop.environment
    }

    package func onAction(_ action: ProductAction) {
        let remote = remote
        switch action {
        case .synchronizeProducts(let page, let size, let reply):
            let query = ShopQuery(["orderby": "title", "order": "asc"], page: page, size: size)
            products.answer(reply, query) { () throws(NetworkError) in
                try await remote.loadProducts(page: page, size: size, query: query.items)
            }
        case .synchronizeCatalogue(let category, let page, let size, let reply):
            loadCatalogue(of: category, page: page, size: size, reply)
        case .synchronizeProductCategories(let reply):
            let query = ShopQuery(["orderby": "name", "order": "asc", "hide_empty": "true"])
            categories.answer(reply, query) { () throws(NetworkError) in try await remote.loadCategories(query.items) }
        case .synchronizeProductVariations(let product, let reply):
            products.answer(reply, ShopQuery(scope: "variations of \(product)")) {
                () throws(NetworkError) in try await remote.loadVariations(of: product)
            }
        case .retrieveProduct(let id, let reply):
            products.answer(reply, key: String(id)) { () throws(NetworkError) in try await remote.loadProduct(id) }
        case .retrieveProducts(let ids, let reply):
            environment.answer(reply, "load products") { [self] () throws(Failure) in try await load(ids) }
        case .searchProducts(let text, let size, let reply):
            let query = ShopQuery(["search": text], size: size)
            products.answer(reply, query, matching: text) { () throws(NetworkError) in
                try await remote.loadProducts(page: 1, size: size, query: query.items)
            }
        case .retrieveFirstPurchasableItemMatchFromSKU(let code, let reply):
            environment.answer(reply, "find a product") { [self] () throws(Failure) in try await find(code) }
        case .requestMissingProducts(let order, let reply):
            environment.answer(reply, "load missing products") { [self] () throws(Failure) in
                try await loadMissing(of: order)
            }
        case .validateProductSKU(let sku, let reply):
            environment.answer(reply, "check a SKU") { () throws(Failure) in
                let sku = try Self.code(sku)
                return try await asFailure { () async throws(NetworkError) in try await !remote.hasSKU(sku) }
            }
        case .checkIfStoreHasProducts(let reply): lookForProducts(reply)
        }
    }

    private func lookForProducts(_ reply: Reply<Cached<Bool>>) {
        environment.answer(reply, "look for products") { [products, remote] () throws(Failure) in
            try await products.list(ShopQuery(size: 1)) { () throws(NetworkError) in
                try await remote.loadProducts(page: 1, size: 1, query: [:])
            }.map { !$0.items.isEmpty }
        }
    }

    private func loadCatalogue(
        of category: Int64?, page: Int, size: Int, _ reply: Reply<Cached<Listing<Product>>>
    ) {
        var asked = ["orderby": "title", "order": "asc", "status": "publish"]
        asked["category"] = category.map(String.init)
        let query = ShopQuery(asked, page: page, size: size)
        products.answer(reply, query) { [remote] () throws(NetworkError) in
            try await remote.loadProducts(page: page, size: size, query: query.items)
        }
    }

    package func clearOperatorData() {
        products.clear()
        categories.clear()
        shop.forget(.productsSettings)
    }
}

// MARK: - Codes

extension ProductStore {
    private static func code(_ code: String) throws(Failure) -> String {
        let code = code.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !code.isEmpty else {
            throw Failure(ProductFailure.emptySKU, Sentence("failure.product.emptySKU"), recovery: .giveUp)
        }
        return code
    }

    private func find(_ typed: String) async throws(Failure) -> Cached<Product> {
        let code = try Self.code(typed)
        let now = environment.now()
        let found: [Product]
        do throws(NetworkError) { found = try await remote.loadProducts(named: code) } catch {
            let failure = error.failure
            guard failure.recovery == .retry, let known = try kept(code) else { throw failure }
            return Cached(value: try known.value.sold(as: code), asOf: known.asOf, failure: failure)
        }
        try products.note(found)
        // The shop may have given the code to another product, or to none.
        if let known = try kept(code), !found.contains(where: { $0.id == known.value.id }) {
            try products.remove(known.value.key)
        }
        guard let first = found.first else { throw NetworkError.notFound(nil, of: .product).failure }
        return Cached(value: try (found.first(where: \.canBeSold) ?? first).sold(as: code), asOf: now, failure: nil)
    }

    private func kept(_ code: String) throws(Failure) -> Cached<Product>? {
        if let known = try products.kept(named: code) { return known }
        guard let found = try products.search(code, limit: OrdersRemote.longestPage),
            let product = found.value.items.first(where: { $0.isNamed(code) })
        else { return nil }
        return try products.kept(product.key)
    }
}

extension Product {
    /// Throws `product.notPurchasable` when it cannot be sold as it is.
    fileprivate func sold(as code: String) throws(Failure) -> Product {
        guard canBeSold else {
            throw Failure(
                ProductFailure.notPurchasable,
                Sentence("failure.product.notPurchasable", ["code": CardData.masked(code: code), "name": name]),
                recovery: .giveUp)
        }
        return self
    }
}

// MARK: - Several products

extension ProductStore {
    private func load(_ ids: [Int64]) async throws(Failure) -> Cached<Listing<Product>> {
        let wanted = Array(Set(ids)).sorted()
        let query = ShopQuery(["include": wanted.map(String.init).joined(separator: ",")], page: nil)
        let remote = remote
        let known = try await products.list(query) { () throws(NetworkError) in try await remote.loadProducts(wanted) }
        guard known.failure == nil, known.value.unreadable == 0 else { return known }
        let there = Set(known.value.items.map(\.id))
        for id in wanted where !there.contains(id) {
            // A variation is never in such a list, so nothing follows from its absence.
            guard let gone = try products.kept(String(id)), !gone.value.isVariation else { continue }
            try products.remove(String(id))
        }
        return known
    }

    private func loadMissing(of order: OrderRecord) async throws(Failure) {
        var missing: [Int64] = []
        for id in Set(order.items.map(\.productID)) where id > 0 {
            if try products.kept(String(id)) == nil { missing.append(id) }
        }
        if !missing.isEmpty { _ = try await load(missing) }
    }
}
