import Foundation

/// The requests that most resources of WooCommerce's REST API have in common.
package struct ResourceRemote<Entity: ShopEntity>: Remote {
    package let network: any Network
    package var resource: ShopResource { Entity.resource }
    /// The path of the list below the REST root: `wc/v3/customers`.
    let path: String

    package init(_ path: String, network: any Network) {
        self.path = path
        self.network = network
    }

    package func load(_ key: String, query: [String: String] = [:]) async throws(NetworkError) -> Entity {
        try await enqueue(Request(.get, try one(key), query: query), mapper: EntityMapper<Entity>())
    }

    /// One page. `page` counts from 1; `size` is at most 100.
    package func loadPage(
        _ page: Int = 1, size: Int = OrdersRemote.longestPage, query: [String: String] = [:]
    ) async throws(NetworkError) -> Page<Entity> {
        var query = query
        query["page"] = String(max(1, page))
        query["per_page"] = String(min(max(1, size), OrdersRemote.longestPage))
        return try await enqueue(Request(.get, path, query: query), mapper: EntityListMapper<Entity>())
    }

    /// The list of a resource that has no pages, such as the notes of an order.
    package func loadAll(query: [String: String] = [:]) async throws(NetworkError) -> Page<Entity> {
        try await enqueue(Request(.get, path, query: query), mapper: EntityListMapper<Entity>())
    }

    /// Must not be repeated without looking whether it was done: WooCommerce has no idempotency keys.
    package func create(_ body: JSONValue) async throws(NetworkError) -> Entity {
        try await enqueue(Request(.post, path, body: body.data), mapper: EntityMapper<Entity>())
    }

    /// Changes the members in the body and no others. May be repeated.
    package func update(_ key: String, _ body: JSONValue) async throws(NetworkError) -> Entity {
        try await enqueue(Request(.put, try one(key), body: body.data), mapper: EntityMapper<Entity>())
    }

    /// Deletes one entity and returns it as the shop had it.
    ///
    /// - Parameter force: whether it is deleted for good. Without it, WooCommerce moves orders, products, coupons and reviews
    ///   to the bin, and refuses for the rest.
    package func delete(_ key: String, force: Bool) async throws(NetworkError) -> Entity {
        let query = force ? ["force": "true"] : [:]
        return try await enqueue(Request(.delete, try one(key), query: query), mapper: EntityMapper<Entity>())
    }

    /// The path of one entity. A key from outside cannot reach another path.
    private func one(_ key: String) throws(NetworkError) -> String {
        guard PathPart.isPlain(key) else { throw .notFound(nil, of: resource) }
        return "\(path)/\(key)"
    }
}
