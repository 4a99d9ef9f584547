import Flow
import Foundation
import Model

/// One request at work, with what it has changed so far. What it changes is kept when the whole request succeeds.
final class ShopCall {
    let request: Request
    let parameters: ShopParameters
    /// The values of the names in the route's pattern.
    let names: [String: String]
    let rules: ShopRules
    let contents: ShopContents
    let caller: ShopCaller
    let now: Date
    private let records: any ShopRecords
    private var changedOrders: [OrderID: ShopOrder?] = [:]
    private var changed: [ShopCollection: [Int64: ShopDocument]] = [:]
    private(set) var events: [ShopEvent] = []

    init(
        _ request: Request, names: [String: String], rules: ShopRules, contents: ShopContents, caller: ShopCaller,
        now: Date, records: any ShopRecords
    ) {
        self.request = request
        self.names = names
        self.contents = contents
        self.caller = caller
        self.now = now
        self.records = records
        self.rules = rules.with(Self.stored { () throws(Failure) in try records.documents(.settings, of: nil) } ?? [])
        parameters = ShopParameters(query: request.query, utcOffset: rules.utcOffset)
    }

    /// What was changed, in the order of the ids.
    var writes: [ShopWrite] {
        let orders = changedOrders.sorted { $0.key.rawValue < $1.key.rawValue }.map { id, order in
            order.map(ShopWrite.order) ?? .orderRemoved(id)
        }
        let documents = changed.values.flatMap(\.values).sorted {
            ($0.collection.rawValue, $0.id) < ($1.collection.rawValue, $1.id)
        }
        return orders + documents.map(ShopWrite.document)
    }

    private static func stored<T>(_ work: () throws(Failure) -> T) -> T? { try? work() }

    private func stored<T>(_ work: () throws(Failure) -> T) throws(ShopRefusal) -> T {
        do { return try work() } catch { throw .storage(error) }
    }

    /// The number that the route's pattern has under this name.
    func number(_ name: String) -> Int64 { names[name].flatMap { Int64($0) } ?? 0 }

    /// The members of the request's body. Throws when it is no JSON object; no body is an empty one.
    func body() throws(ShopRefusal) -> [String: JSONValue] {
        guard let data = request.body, !data.isEmpty else { return [:] }
        guard let value = try? JSONValue(parsing: data) else { throw .invalidJSON }
        if value.asItems?.isEmpty == true { return [:] }
        guard let members = value.asMembers else { throw .invalidJSON }
        return members
    }

    func tell(_ event: ShopEvent) { events.append(event) }

    /// Does a part of the work; nothing of it stays when it is refused.
    func wholly<T>(_ work: () throws(ShopRefusal) -> T) throws(ShopRefusal) -> T {
        let before = (changedOrders, changed, events)
        do { return try work() } catch {
            (changedOrders, changed, events) = before
            throw error
        }
    }
}

extension ShopCall {
    func order(_ id: OrderID) throws(ShopRefusal) -> ShopOrder? {
        if let changed = changedOrders[id] { return changed }
        return try stored { () throws(Failure) in try records.order(id: id) }
    }

    func orders(_ wanted: EmbeddedOrderQuery) throws(ShopRefusal) -> EmbeddedOrderPage {
        try stored { () throws(Failure) in try records.orders(wanted) }
    }

    /// A number for a new order, which no order has, also none in the bin.
    func newOrderID() throws(ShopRefusal) -> OrderID {
        let newest = try stored { () throws(Failure) in try records.newestOrder()?.rawValue ?? 0 }
        let changed = changedOrders.keys.map(\.rawValue).max() ?? 0
        let binned = try documents(.trashed).last?.id ?? 0
        let last = max(newest, changed, binned)
        guard last < Self.greatestOrder else {
            throw ShopRefusal(500, "embedded_shop_full", "This shop has no numbers for more orders.")
        }
        return OrderID(rawValue: last + 1)
    }

    /// Items are numbered from the order's number, so there is a greatest one.
    private static let greatestOrder: Int64 = 1_000_000_000_000

    func save(_ order: ShopOrder) { changedOrders[order.id] = .some(order) }
    func removeOrder(_ id: OrderID) { changedOrders[id] = .some(nil) }
}

extension ShopCall {
    func document(_ collection: ShopCollection, _ id: Int64) throws(ShopRefusal) -> ShopEntry? {
        if let changed = changed[collection]?[id] { return ShopEntry(changed) }
        let kept = try stored { () throws(Failure) in try records.document(collection, id: id) }
        if let kept { return ShopEntry(kept) }
        return contents.entry(collection, id)
    }

    /// The documents in the order of their ids.
    func documents(_ collection: ShopCollection, of parent: Int64? = nil) throws(ShopRefusal) -> [ShopEntry] {
        var kept = try stored { () throws(Failure) in try records.documents(collection, of: parent) }
        let changed = (changed[collection] ?? [:]).values.filter { parent == nil || $0.parent == parent }
        let first = contents.entries(collection).filter { parent == nil || $0.parent == parent }
        guard !kept.isEmpty || !changed.isEmpty else { return first }
        kept += changed
        let known = Dictionary(kept.map { ($0.id, $0) }) { $1 }
        let others = first.filter { known[$0.id] == nil }
        return (others + known.values.compactMap(ShopEntry.init)).sorted { $0.id < $1.id }
    }

    /// The greatest number ever given in a collection, plus one.
    func newID(_ collection: ShopCollection) throws(ShopRefusal) -> Int64 {
        let kept = try stored { () throws(Failure) in try records.documents(collection, of: nil) }
        let ids = [kept.last?.id, changed[collection]?.keys.max(), contents.entries(collection).last?.id]
        return (ids.compactMap { $0 }.max() ?? 0) + 1
    }

    func save(_ collection: ShopCollection, _ id: Int64, of parent: Int64 = 0, _ body: JSONValue) {
        changed[collection, default: [:]][id] = ShopDocument(
            collection: collection, id: id, parent: parent, body: body.data)
    }

    func remove(_ collection: ShopCollection, _ id: Int64, of parent: Int64 = 0) {
        changed[collection, default: [:]][id] = ShopDocument(
            collection: collection, id: id, parent: parent, body: Data())
    }
}
