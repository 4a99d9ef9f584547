import Foundation

/// `…/batch`: many changes in one request. One that is refused keeps no other back.
enum ShopBatch {
    /// The most items of one request.
    static let most = 100

    static func answer(
        _ call: ShopCall,
        create: (ShopCall, [String: JSONValue]) throws(ShopRefusal) -> JSONValue,
        update: (ShopCall, Int64, [String: JSONValue]) throws(ShopRefusal) -> JSONValue,
        delete: (ShopCall, Int64, Bool) throws(ShopRefusal) -> JSONValue
    ) throws(ShopRefusal) -> ShopAnswer {
        let asked = try call.body()
        let lists = ["create", "update", "delete"].map { asked[$0]?.asItems ?? [] }
        guard lists.reduce(0, { $0 + $1.count }) <= most else {
            throw ShopRefusal(
                413, "woocommerce_rest_request_entity_too_large",
                "Unable to accept more than \(most) items for this request.")
        }
        var answer: [String: JSONValue] = [:]
        if !lists[0].isEmpty {
            answer["create"] = .array(
                lists[0].map { item in
                    self.item(0, call) { () throws(ShopRefusal) in try create(call, item.asMembers ?? [:]) }
                })
        }
        if !lists[1].isEmpty {
            answer["update"] = .array(
                lists[1].map { item in
                    let id = item["id"]?.asInteger ?? 0
                    return self.item(id, call) { () throws(ShopRefusal) in try update(call, id, item.asMembers ?? [:]) }
                })
        }
        if !lists[2].isEmpty {
            answer["delete"] = .array(
                lists[2].map { item in
                    let id = item.asInteger ?? 0
                    return self.item(id, call) { () throws(ShopRefusal) in try delete(call, id, true) }
                })
        }
        return ShopAnswer(.object(answer))
    }

    private static func item(
        _ id: Int64, _ call: ShopCall, _ work: () throws(ShopRefusal) -> JSONValue
    ) -> JSONValue {
        do { return try call.wholly(work) } catch { return error.batchItem(id: id) }
    }
}
