import Flow
import Foundation
import Model
import Synchronization

/// The storage of an embedded shop in memory. Orders of a large made-up shop are made when they are first asked for.
package final class MemoryShopDatabase: EmbeddedShopDatabase {
    private let state: Mutex<MemoryRecords>

    package init(_ orders: [ShopOrder] = []) {
        state = Mutex(MemoryRecords(orders))
    }

    init(made: MadeOrders) {
        state = Mutex(MemoryRecords(made))
    }

    /// Whether anything has changed since the shop was made.
    package var isChanged: Bool { state.withLock { $0.isChanged } }

    package func read<T: Sendable>(
        _ work: @escaping @Sendable (any ShopRecords) throws(Failure) -> T
    ) async throws(Failure) -> T {
        try state.withLock { records throws(Failure) in try work(records) }
    }

    package func change<T: Sendable>(
        _ work: @escaping @Sendable (any ShopRecords) throws(Failure) -> (T, [ShopWrite])
    ) async throws(Failure) -> T {
        try state.withLock { records throws(Failure) in
            let (result, writes) = try work(records)
            for write in writes { records.apply(write) }
            return result
        }
    }
}

/// The records are used by one caller at a time, under the lock of their database.
private final class MemoryRecords: ShopRecords {
    private var kept: [OrderID: ShopOrder]
    /// The ids of all orders, the newest last.
    private var ids: [OrderID]
    /// What is known of the orders, in the order of their ids. Empty as long as no list was asked for.
    private var facts: [OrderFacts?] = []
    private var documents: [ShopCollection: [Int64: ShopDocument]] = [:]
    private var children: [ShopCollection: [Int64: Set<Int64>]] = [:]
    private let made: MadeOrders?
    private(set) var isChanged = false

    init(_ orders: [ShopOrder]) {
        kept = Dictionary(orders.map { ($0.id, $0) }) { $1 }
        ids = kept.keys.sorted { $0.rawValue < $1.rawValue }
        made = nil
    }

    init(_ made: MadeOrders) {
        kept = [:]
        ids = made.ids
        self.made = made
    }

    func order(id: OrderID) -> ShopOrder? {
        if let order = kept[id] { return order }
        guard let made, has(id), let order = made.order(id) else { return nil }
        kept[id] = order
        return order
    }

    private func has(_ id: OrderID) -> Bool { index(of: id) != nil }

    /// The place of the order of this number.
    private func index(of id: OrderID) -> Int? {
        let place = place(for: id)
        return place < ids.count && ids[place] == id ? place : nil
    }

    /// The place of the first order with this or a larger number, by bisection.
    private func place(for id: OrderID) -> Int {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle].rawValue < id.rawValue { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func orders(_ wanted: EmbeddedOrderQuery) -> EmbeddedOrderPage {
        if wanted.isPlain, wanted.statuses == nil, wanted.search == nil, wanted.ids == nil, made != nil {
            let page = ids.reversed().dropFirst(wanted.offset).prefix(wanted.limit)
            return EmbeddedOrderPage(orders: page.compactMap(order), total: ids.count)
        }
        let asked = wanted.ids.map { $0.compactMap(index) } ?? Array(ids.indices)
        let (page, total) = wanted.page(of: asked.lazy.compactMap(fact))
        return EmbeddedOrderPage(orders: page.compactMap(order), total: total)
    }

    private func fact(at place: Int) -> OrderFacts? {
        if facts.isEmpty { facts = Array(repeating: nil, count: ids.count) }
        if let known = facts[place] { return known }
        let id = ids[place]
        let found = kept[id].map(OrderFacts.init) ?? made?.facts(id)
        facts[place] = found
        return found
    }

    func newestOrder() -> OrderID? { ids.last }

    func document(_ collection: ShopCollection, id: Int64) -> ShopDocument? { documents[collection]?[id] }

    func documents(_ collection: ShopCollection, of parent: Int64?) -> [ShopDocument] {
        guard let all = documents[collection] else { return [] }
        guard let parent else { return all.values.sorted { $0.id < $1.id } }
        return (children[collection]?[parent] ?? []).sorted().compactMap { all[$0] }
    }

    func apply(_ write: ShopWrite) {
        isChanged = true
        switch write {
        case .order(let order):
            kept[order.id] = order
            if let place = index(of: order.id) {
                if !facts.isEmpty { facts[place] = nil }
            } else {
                let place = place(for: order.id)
                ids.insert(order.id, at: place)
                if !facts.isEmpty { facts.insert(nil, at: place) }
            }
        case .orderRemoved(let id):
            kept[id] = nil
            guard let place = index(of: id) else { break }
            ids.remove(at: place)
            if !facts.isEmpty { facts.remove(at: place) }
        case .document(let document):
            documents[document.collection, default: [:]][document.id] = document
            children[document.collection, default: [:]][document.parent, default: []].insert(document.id)
        }
    }
}
