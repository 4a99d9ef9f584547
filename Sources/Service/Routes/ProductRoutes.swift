import Flow
import Model
import Networking
import Stores

/// The shop's products, for a kiosk that shows what is sold.
struct ProductRoutes: Sendable {
    let till: any ServedTill

    var routes: [Route] {
        [
            Route("GET", "/v1/products", .look) { request throws(Failure) in try await list(request) },
            Route("GET", "/v1/products/{id}", .look) { request throws(Failure) in
                guard let id = Int64(request.parameter("id")), id > 0 else {
                    throw .invalid("id", Sentence("detail.request.count", ["least": 1, "most": Int.max]))
                }
                let known = try await till.ask { ProductAction.retrieveProduct(id, $0) }
                return answer(["product": known.value.json], isStale: known.failure != nil)
            },
        ]
    }

    /// All by name, those that contain a text, or what is sold under a scanned code. A cursor is the number of a page.
    private func list(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var query = QueryReader(request)
        let (limit, search, code) = (try query.limit(), try query.text("search"), try query.code("code"))
        let page = try query.number("cursor", 1...100_000) ?? 1
        try query.end()
        if let code {
            let known = try await till.ask { ProductAction.retrieveFirstPurchasableItemMatchFromSKU(code, $0) }
            return answer(
                ["items": .array([known.value.json]), "next": .null, "whole": true], isStale: known.failure != nil)
        }
        let known: Cached<Listing<Product>>
        if let search {
            known = try await till.ask { ProductAction.searchProducts(search, size: limit, $0) }
        } else {
            known = try await till.ask { ProductAction.synchronizeProducts(page: page, size: limit, $0) }
        }
        let hasMore = search == nil && known.value.items.count == limit
        return answer(
            [
                "items": .array(known.value.items.map(\.json)), "next": hasMore ? .string(String(page + 1)) : .null,
                "whole": .bool(known.failure == nil && known.value.isWhole),
            ], isStale: known.failure != nil)
    }

    /// What the shop says, without card numbers that somebody typed into a text.
    private func answer(_ members: [String: JSONValue], isStale: Bool) -> ServiceResponse {
        let own: [String: JSONValue] = ["stale": .bool(isStale), "schema_version": .integer(Int64(Output.version))]
        let document = JSONValue.object(members.merging(own) { $1 }).withoutCardData
        return ServiceResponse(body: .bytes(Array(document.data), type: ServiceResponse.json))
    }
}
