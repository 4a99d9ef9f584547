import Foundation
import Model

/// The filter of a list of orders, and the wanted page.
package struct EmbeddedOrderQuery: Hashable, Sendable {
    package enum Key: String, Hashable, Sendable, CaseIterable {
        case date, id, include, title, slug, modified
    }

    /// The allowed statuses; nil for all.
    package var statuses: Set<OrderStatus>?
    /// The allowed ids; nil for all.
    package var ids: Set<OrderID>?
    /// Text to find in the number or the customer's name, company or e-mail address, ignoring case and accents.
    package var search: String?
    package var offset: Int
    package var limit: Int
    var excluded: Set<OrderID> = []
    var customer: Int64?
    var product: Int64?
    var createdVia: Set<String>?
    /// Times in UTC, each exclusive.
    var createdAfter: String?
    var createdBefore: String?
    var modifiedAfter: String?
    var modifiedBefore: String?
    var key = Key.date
    var isAscending = false

    package init(
        statuses: Set<OrderStatus>? = nil, ids: Set<OrderID>? = nil, search: String? = nil, offset: Int = 0, limit: Int
    ) {
        self.statuses = statuses
        self.ids = ids
        self.search = search
        self.offset = offset
        self.limit = limit
    }

    /// Reads the filter of a request.
    init(_ parameters: ShopParameters, _ page: ShopPage) throws(ShopRefusal) {
        let names = try parameters.words("status", of: ["any", "trash", "auto-draft"] + ShopStatus.known)
        self.init(
            statuses: names.isEmpty || names.contains("any") ? nil : Set(names.map(OrderStatus.init(rawValue:))),
            ids: try Self.orders("include", parameters), search: parameters.text("search"), offset: page.offset,
            limit: page.size)
        excluded = try Self.orders("exclude", parameters) ?? []
        customer = try parameters.integer("customer")
        product = try parameters.integer("product")
        createdVia = parameters.text("created_via").map { Set($0.split(separator: ",").map(String.init)) }
        createdAfter = try parameters.time("after")
        createdBefore = try parameters.time("before")
        modifiedAfter = try parameters.time("modified_after")
        modifiedBefore = try parameters.time("modified_before")
        key = try parameters.word("orderby", of: Key.allCases.map(\.rawValue)).flatMap(Key.init) ?? .date
        isAscending = try parameters.word("order", of: ["asc", "desc"]) == "asc"
        // A search among named orders is what nobody asks for, and no index answers it.
        guard ids == nil || search == nil else {
            throw .invalidParameter("include", reason: "cannot be combined with search in this shop.")
        }
    }

    private static func orders(_ name: String, _ parameters: ShopParameters) throws(ShopRefusal) -> Set<OrderID>? {
        try parameters.numbers(name).map { Set($0.map(OrderID.init(rawValue:))) }
    }

    /// Whether only the status, the ids and the search count, and the newest order comes first.
    package var isPlain: Bool {
        excluded.isEmpty && customer == nil && product == nil && createdVia == nil && createdAfter == nil
            && createdBefore == nil && modifiedAfter == nil && modifiedBefore == nil && key == .date && !isAscending
    }

    /// Filters these orders and returns the wanted page, for a database that has them all in memory.
    package func page(of orders: some Collection<ShopOrder>) -> EmbeddedOrderPage {
        let facts = orders.filter { ids?.contains($0.id) ?? true }.map(OrderFacts.init)
        let byID = Dictionary(orders.map { ($0.id, $0) }) { first, _ in first }
        let (wanted, total) = page(of: facts)
        return EmbeddedOrderPage(orders: wanted.compactMap { byID[$0] }, total: total)
    }

    /// The ids of the wanted page, and how many orders fit the filter.
    func page(of facts: some Sequence<OrderFacts>) -> (ids: [OrderID], total: Int) {
        let text = search.map(OrderFacts.folded)
        // Sorts ids with their times instead of whole orders, which takes less time.
        let found = facts.lazy.filter { fits($0, text) }.map { Place(id: $0.id, time: time(of: $0)) }
        let end = offset.addingReportingOverflow(limit)
        guard !end.overflow, end.partialValue <= Self.mostInserted else {
            let sorted = found.sorted(by: comes)
            return (sorted.dropFirst(offset).prefix(limit).map(\.id), sorted.count)
        }
        let (first, count) = first(end.partialValue, of: found)
        return (first.dropFirst(offset).map(\.id), count)
    }

    /// An order in the list.
    private struct Place {
        let id: OrderID
        let time: String
    }

    private func comes(_ one: Place, before other: Place) -> Bool {
        let (left, right) = isAscending ? (one, other) : (other, one)
        return left.time == right.time ? left.id.rawValue < right.id.rawValue : left.time < right.time
    }

    /// Up to here the first places are found faster than all are sorted.
    private static let mostInserted = 1_000

    /// The first places of the sorted list, and how many there are in all.
    private func first(_ wanted: Int, of places: some Sequence<Place>) -> (first: [Place], count: Int) {
        var (first, count) = ([Place](), 0)
        for place in places {
            count += 1
            if first.count == wanted {
                guard let last = first.last, comes(place, before: last) else { continue }
                first.removeLast()
            }
            var (low, high) = (0, first.count)
            while low < high {
                let middle = (low + high) / 2
                if comes(place, before: first[middle]) { high = middle } else { low = middle + 1 }
            }
            first.insert(place, at: low)
        }
        return (first, count)
    }

    /// What comes before the id in the order of the list.
    private func time(of order: OrderFacts) -> String {
        switch key {
        case .modified: order.modified
        case .date: order.created
        case .id, .include, .title, .slug: ""
        }
    }

    private func fits(_ order: OrderFacts, _ text: String?) -> Bool {
        (statuses?.contains(order.status) ?? (order.status.rawValue != ShopStatus.bin))
            && (ids?.contains(order.id) ?? true) && !excluded.contains(order.id)
            && (customer.map { $0 == order.customer } ?? true)
            && (product.map { order.products.contains($0) } ?? true)
            && (createdVia?.contains(order.createdVia) ?? true)
            && Self.isWithin(order.created, createdAfter, createdBefore)
            && Self.isWithin(order.modified, modifiedAfter, modifiedBefore)
            && (text.map { text in order.searched.contains { $0.contains(text) } } ?? true)
    }

    private static func isWithin(_ time: String, _ after: String?, _ before: String?) -> Bool {
        (after.map { time > $0 } ?? true) && (before.map { time < $0 } ?? true)
    }
}
