import Flow
import Foundation
import Model
import Networking
import Synchronization

/// A shop that keeps orders as WooCommerce does, and may be disturbed at each request.
final class OrdersShop: Network {
    /// What happens to a request.
    enum Disturbance: CaseIterable {
        /// It does not reach the shop.
        case lostBefore
        /// The shop acts, and its answer is lost.
        case lostAfter
        /// The shop answers that it is too busy.
        case tooBusy
        /// A page for people comes instead of an answer; the shop has not acted.
        case maintenance
        /// The shop acts, and answers with a damaged body.
        case damaged
    }

    struct State {
        var orders: [Int64: [String: JSONValue]] = [:]
        var notes: [Int64: [String]] = [:]
        var settings: [JSONValue] = []
        var asked: [String] = []
        var now = Date(timeIntervalSince1970: 1_795_219_200)
        var next: Int64 = 2000
        /// Whether its answers tell what its clock shows.
        var tellsTime = false
        /// Whether it makes orders, and its answers to that are lost.
        var losesMade = false
        /// Whether it refuses to make orders.
        var refusesToMake = false
        /// Whether something on the way repeats the requests that make orders.
        var makesTwice = false
        var disturb: @Sendable (Int) -> Disturbance? = { _ in nil }
        /// Whether it answers every page with the first.
        var ignoresPages = false
        /// Whether it is a WooCommerce that cannot sort by the time of the change.
        var isOld = false
        /// The status with which it refuses to list its bin.
        var refusesBin: Int?
        /// Whether it lists orders of every status, whichever is asked for.
        var ignoresStatus = false
        /// Whether PHP writes the lists of metadata as objects, because entries were taken out.
        var hasGaps = false
        /// The price of each product.
        var prices: [Int64: Int64] = [11: 625, 12: 390]
    }

    let state = Mutex(State())

    var asked: [String] { state.withLock { $0.asked } }

    subscript(id: Int64) -> [String: JSONValue]? { state.withLock { $0.orders[id] } }

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    func disturb(_ disturb: @escaping @Sendable (Int) -> Disturbance?) { state.withLock { $0.disturb = disturb } }
    func goAway(_ isAway: Bool = true) { disturb { _ in isAway ? .lostBefore : nil } }

    /// An order that somebody else made.
    func place(_ id: Int64, total: String = "12.50", status: String = "pending") {
        state.withLock { state in
            state.orders[id] = Self.order(id, total, status, state.now)
        }
    }

    /// Changes members of an order a minute later, as another person would. With `isInThatSecond` its time of change
    /// stays, as if it had been changed in the same second before.
    func change(_ id: Int64, _ members: [String: JSONValue], isInThatSecond: Bool = false) {
        state.withLock { state in
            state.now += 60
            state.orders[id]?.merge(members) { $1 }
            if !isInThatSecond { state.orders[id]?["date_modified_gmt"] = .string(ShopDate.text(state.now)) }
        }
    }

    private static func order(_ id: Int64, _ total: String, _ status: String, _ now: Date) -> [String: JSONValue] {
        [
            "id": .integer(id), "number": .string("\(id)"), "status": .string(status), "currency": "EUR",
            "total": .string(total), "line_items": [], "tax_lines": [], "meta_data": [], "transaction_id": "",
            "billing": [:], "date_paid_gmt": nil, "date_created_gmt": .string(ShopDate.text(now)),
            "date_modified_gmt": .string(ShopDate.text(now)),
        ]
    }

    func response(for request: Request) async throws(NetworkError) -> Response {
        let disturbance = state.withLock { state -> Disturbance? in
            state.asked.append("\(request.method.rawValue) \(request.path)")
            if state.losesMade, request.method == .post { return .lostAfter }
            return state.disturb(state.asked.count)
        }
        switch disturbance {
        case .lostBefore: throw .unreachable(reason: Sentence(stored: "lost before"))
        case .tooBusy: return Response(status: 429, headers: ["retry-after": "1"], body: Data("{}".utf8))
        case .maintenance:
            return Response(status: 503, headers: ["content-type": "text/html"], body: Data("<html>".utf8))
        case .lostAfter:
            _ = answer(request)
            throw .unreachable(reason: Sentence(stored: "lost after"))
        case .damaged:
            let response = answer(request)
            return Response(status: response.status, headers: response.headers, body: response.body.dropLast(1))
        case nil: return withTime(withGaps(answer(request)))
        }
    }

    private func withTime(_ response: Response) -> Response {
        let (tells, now) = state.withLock { ($0.tellsTime, $0.now) }
        guard tells else { return response }
        let written = DateFormatter()
        (written.locale, written.timeZone) = (Locale(identifier: "en_US_POSIX"), TimeZone(identifier: "GMT"))
        written.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return Response(
            status: response.status, headers: response.headers.merging(["date": written.string(from: now)]) { $1 },
            body: response.body)
    }

    private func withGaps(_ response: Response) -> Response {
        guard state.withLock({ $0.hasGaps }), let body = try? JSONValue(parsing: response.body) else { return response }
        let gapped = body.list.map { JSONValue.array($0.map(Self.gapped)) } ?? Self.gapped(body)
        return Response(status: response.status, headers: response.headers, body: gapped.data)
    }

    private static func gapped(_ order: JSONValue) -> JSONValue {
        guard var members = order.members, let meta = members["meta_data"]?.list, !meta.isEmpty else { return order }
        members["meta_data"] = .object(
            Dictionary(uniqueKeysWithValues: meta.enumerated().map { ("\($0.offset * 2 + 1)", $0.element) }))
        return .object(members)
    }

    private func answer(_ request: Request) -> Response {
        let parts = request.path.split(separator: "/").map(String.init)
        let body = request.body.flatMap { try? JSONValue(parsing: $0) }
        return state.withLock { state in
            state.now += 1
            switch (request.method, parts.dropFirst(2).first, parts.count) {
            case (.get, "orders", 3): return Self.list(request, state)
            case (.post, "orders", 3): return Self.create(body?.members ?? [:], &state)
            case (_, "orders", 4): return Self.one(request.method, Int64(parts[3]) ?? 0, body?.members ?? [:], &state)
            case (.get, "orders", 5):
                let notes = state.notes[Int64(parts[3]) ?? 0] ?? []
                return Self.json(.array(notes.map(Self.note)))
            case (.post, "orders", 5):
                let text = body?["note"]?.text ?? ""
                state.notes[Int64(parts[3]) ?? 0, default: []].append(text)
                return Self.json(Self.note(text), status: 201)
            case (.get, "settings", _): return Self.json(.array(state.settings))
            default: return Self.refusal(404, "rest_no_route")
            }
        }
    }

    private static func json(
        _ value: JSONValue, status: Int = 200, headers: [String: String] = [:]
    ) -> Response {
        Response(status: status, headers: headers, body: value.data)
    }

    private static func note(_ text: String) -> JSONValue {
        [
            "id": 1, "note": .string(text), "customer_note": false, "author": "till",
            "date_created_gmt": "2026-11-20T10:00:00",
        ]
    }

    private static func refusal(_ status: Int, _ code: String, _ message: String = "No.") -> Response {
        let data: JSONValue = ["status": .integer(Int64(status))]
        return json(["code": .string(code), "message": .string(message), "data": data], status: status)
    }

    private static func list(_ request: Request, _ state: State) -> Response {
        func after(_ member: String, _ name: String, _ order: [String: JSONValue]) -> Bool {
            guard let bound = request.query[name] else { return true }
            return order[member]?.text.map { $0 > bound } ?? false
        }
        let byChange = request.query["orderby"] == "modified"
        if byChange, state.isOld {
            return refusal(400, "rest_invalid_param", "Ungültige(r) Parameter: orderby")
        }
        let wantsBin = request.query["status"] == "trash"
        if wantsBin, let status = state.refusesBin { return refusal(status, "rest_invalid_param", "status") }
        let found = state.orders.values.filter { order in
            guard state.ignoresStatus || (order["status"] == "trash") == wantsBin else { return false }
            return after("date_created_gmt", "after", order) && after("date_modified_gmt", "modified_after", order)
                && request.query["search"].map { order["number"]?.text?.contains($0) ?? false } ?? true
        }.sorted { one, other in
            let place = { (order: [String: JSONValue]) in
                (byChange ? order["date_modified_gmt"]?.text ?? "" : "", Int64(order["id"]?.looseText ?? "") ?? 0)
            }
            return request.query["order"] == "asc" ? place(one) < place(other) : place(one) > place(other)
        }
        let size = Int(request.query["per_page"] ?? "") ?? 10
        let number = state.ignoresPages ? 1 : Int(request.query["page"] ?? "") ?? 1
        let page = found.dropFirst((number - 1) * size).prefix(size)
        return json(.array(page.map(JSONValue.object)), headers: ["x-wp-total": "\(found.count)"])
    }

    private static func create(_ body: [String: JSONValue], _ state: inout State) -> Response {
        guard !state.refusesToMake else { return refusal(400, "woocommerce_rest_out_of_stock", "Out of stock.") }
        var total: Int64 = 0
        var lines: [JSONValue] = []
        for item in body["line_items"]?.list ?? [] {
            guard case .integer(let product)? = item["product_id"], case .integer(let count)? = item["quantity"] else {
                return refusal(400, "rest_invalid_param")
            }
            // WooCommerce makes a line of nothing for a product that it does not have.
            let price = state.prices[product]
            total += (price ?? 0) * count
            lines.append([
                "id": .integer(Int64(lines.count + 1)), "name": .string(price == nil ? "" : "Cappuccino"),
                "product_id": .integer(price == nil ? 0 : product), "variation_id": 0, "quantity": .integer(count),
                "total": .string(Money(minorUnits: (price ?? 0) * count, currency: .eur).formatted()),
            ])
        }
        for fee in body["fee_lines"]?.list ?? [] {
            let text = fee["total"]?.text ?? "0"
            total += (try? Money(parsing: text, currency: .eur).minorUnits) ?? 0
        }
        let id = state.next
        state.next += 1
        var order = order(id, Money(minorUnits: total, currency: .eur).formatted(), "pending", state.now)
        order["line_items"] = .array(lines)
        merge(body, into: &order, state.now)
        state.orders[id] = order
        if state.makesTwice {
            let twin = ["id": JSONValue.integer(state.next), "number": .string("\(state.next)")]
            state.orders[state.next] = order.merging(twin) { $1 }
            state.next += 1
        }
        return json(.object(order), status: 201)
    }

    private static func one(
        _ method: Request.Method, _ id: Int64, _ body: [String: JSONValue], _ state: inout State
    ) -> Response {
        guard var order = state.orders[id] else {
            return refusal(method == .put ? 400 : 404, "woocommerce_rest_shop_order_invalid_id")
        }
        switch method {
        case .get: break
        case .delete: state.orders[id] = nil
        case .put, .post:
            merge(body, into: &order, state.now)
            state.orders[id] = order
        }
        return json(.object(order))
    }

    private static func merge(_ body: [String: JSONValue], into order: inout [String: JSONValue], _ now: Date) {
        let time = JSONValue.string(ShopDate.text(now))
        for name in ["status", "customer_note", "transaction_id", "billing", "payment_method"] {
            if let value = body[name] { order[name] = value }
        }
        if let meta = body["meta_data"]?.list {
            let first = Int64(order["meta_data"]?.list?.count ?? 0)
            let added = zip(first..., meta).map { number, entry -> JSONValue in
                ["id": .integer(number), "key": entry["key"] ?? nil, "value": entry["value"] ?? nil]
            }
            order["meta_data"] = .array((order["meta_data"]?.list ?? []) + added)
        }
        if body["set_paid"] == true, ["pending", "failed"].contains(order["status"]) { order["status"] = "processing" }
        if ["processing", "completed"].contains(order["status"]), order["date_paid_gmt"] == .null {
            order["date_paid_gmt"] = time
        }
        order["date_modified_gmt"] = time
    }
}
