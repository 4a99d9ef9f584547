import Flow
import Foundation
import Model
import Networking
import Storage
import Testing

@testable import Till

/// The pages of the embedded shop, read from the database, equal those made from a list of all orders.
@Suite struct StoredShopTests {
    private let shop: StoredShop
    private let orders: [ShopOrder]

    init() throws {
        shop = StoredShop(storage: try StorageManager.inMemory(), environment: .live)
        try shop.seed()
        orders = DemoShop.embeddedOrders(placedAt: Date(timeIntervalSince1970: 0))
    }

    @Test(
        arguments: [nil, [.pending], [.pending, .processing, .cancelled], [.refunded], []] as [Set<OrderStatus>?],
        [nil, "104", "MULLER", "ę", "小", "nobody", "a", "müller\n", "ł"])
    func aPageIsWhatTheListOfAllHas(statuses: Set<OrderStatus>?, search: String?) async throws {
        for (offset, limit) in [(0, 100), (0, 1), (2, 3), (100, 10), (0, 0)] {
            let query = EmbeddedOrderQuery(statuses: statuses, search: search, offset: offset, limit: limit)
            let (found, wanted) = (try await shop.orders(query), query.page(of: orders))
            #expect(found.orders.map(\.id) == wanted.orders.map(\.id), "\(query)")
            #expect(found.total == wanted.total, "\(query)")
        }
    }

    @Test(arguments: [[], [1042], [1043, 9, 1042, 1044]] as [Set<Int64>], [nil, [.pending]] as [Set<OrderStatus>?])
    func namedOrdersAreWhatTheListOfAllHasOfThem(ids: Set<Int64>, statuses: Set<OrderStatus>?) async throws {
        for (offset, limit) in [(0, 100), (0, 1), (1, 5)] {
            let query = EmbeddedOrderQuery(
                statuses: statuses, ids: Set(ids.map { OrderID(rawValue: $0) }), offset: offset, limit: limit)
            let (found, wanted) = (try await shop.orders(query), query.page(of: orders))
            #expect(found.orders.map(\.id) == wanted.orders.map(\.id), "\(query)")
            #expect(found.total == wanted.total, "\(query)")
        }
    }

    @Test func whatChangesIsFoundUnderItsNewStatusAndName() async throws {
        let id = OrderID(rawValue: 1042)
        try await shop.change { records throws(Failure) in
            guard let order = try records.order(id: id) else { return ((), []) }
            let body = String(decoding: order.body, as: UTF8.self).replacing("Müller", with: "Schmidt")
            return ((), [.order(ShopOrder(id: order.id, status: .completed, body: Data(body.utf8)))])
        }
        func found(_ statuses: Set<OrderStatus>?, _ search: String?) async throws -> (Bool, Int) {
            let page = try await shop.orders(EmbeddedOrderQuery(statuses: statuses, search: search, limit: 100))
            return (page.orders.contains { $0.id == id }, page.total)
        }
        let (completed, pending) = (try await found([.completed], nil), try await found([.pending], nil))
        #expect(completed == (true, 2) && !pending.0)
        let (new, old, all) = (
            try await found(nil, "schmidt"), try await found(nil, "müller"), try await found(nil, nil)
        )
        #expect(new == (true, 1) && old == (false, 0) && all == (true, orders.count))
    }

    /// Everything that the shop keeps besides orders is in the database too.
    @Test func whatIsNotedOfAnOrderIsThereAgain() async throws {
        let embedded = EmbeddedShop(database: shop, catalogue: DemoShop.catalogue, environment: .live)
        let body = Data(#"{"note": "Bon gedruckt"}"#.utf8)
        let made = await embedded.answer(to: Request(.post, "wc/v3/orders/1042/notes", body: body), from: .till)
        #expect(made.response.status == 201)
        let again = EmbeddedShop(database: shop, catalogue: DemoShop.catalogue, environment: .live)
        let notes = await again.answer(to: Request(.get, "wc/v3/orders/1042/notes"), from: .till)
        #expect(String(decoding: notes.response.body, as: UTF8.self).contains("Bon gedruckt"))
        let away = await again.answer(to: Request(.delete, "wc/v3/orders/1042"), from: .till)
        #expect(away.response.status == 200)
        let page = try await shop.orders(EmbeddedOrderQuery(limit: 100))
        #expect(page.total == orders.count - 1)
    }
}

extension StoredShop {
    fileprivate func orders(_ query: EmbeddedOrderQuery) async throws(Failure) -> EmbeddedOrderPage {
        try await read { records throws(Failure) in try records.orders(query) }
    }
}
