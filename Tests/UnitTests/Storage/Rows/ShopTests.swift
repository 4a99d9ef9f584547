import Foundation
import Model
import Testing

@testable import Storage

@Suite struct OrderCacheTests {
    private let storage: StorageManager
    private let id = OrderID(rawValue: 1042)

    init() throws {
        storage = try StorageManager.inMemory()
        try storage.write {
            try $0.save([Sample.order()], fetchedAt: Sample.time)
            try $0.insert(Sample.payment())
        }
    }

    @Test func anOrderIsReadAsItWasFetched() throws {
        let cached = try #require(try storage.read { try $0.order(id: id, site: .embedded) })
        #expect(cached == CachedOrder(order: Sample.order(), paidBy: nil, fetchedAt: Sample.time))
    }

    @Test func ordersOfAnotherShopAreOthers() throws {
        let site = SiteID(rawValue: 9)
        try storage.write { try $0.save([Sample.order(site: site, customer: "Other")], fetchedAt: Sample.time) }
        #expect(try storage.read { try $0.order(id: id, site: .embedded) }?.order.customer == "Jürgen Groß")
        #expect(try storage.read { try $0.order(id: id, site: site) }?.order.customer == "Other")
        #expect(try storage.read { try $0.order(id: id, site: SiteID(rawValue: 10)) } == nil)
    }

    @Test func aPaidOrderStaysPaidWhateverTheShopStillSays() throws {
        try markPaid()
        try storage.write { try $0.save([Sample.order(status: .pending)], fetchedAt: Sample.later) }
        let cached = try #require(try storage.read { try $0.order(id: id, site: .embedded) })
        #expect(cached.order.status == .processing)
        #expect(cached.paidBy == PaymentID(rawValue: "pay-1"))
        #expect(try storage.read { try $0.orders(site: .embedded, status: .pending, limit: 9) }.isEmpty)
        #expect(try storage.read { try $0.orders(site: .embedded, status: .processing, limit: 9) }.count == 1)
    }

    @Test func theShopMayMoveAPaidOrderOn() throws {
        try markPaid()
        try storage.write { try $0.save([Sample.order(status: .completed)], fetchedAt: Sample.later) }
        #expect(try storage.read { try $0.order(id: id, site: .embedded) }?.order.status == .completed)
    }

    @Test func whoPaidIsKnownWhenTheCacheIsDropped() throws {
        try markPaid()
        try storage.write { try $0.dropOrders(site: .embedded) }
        #expect(try storage.read { try $0.order(id: id, site: .embedded) } == nil)
        #expect(try storage.read { try $0.paidBy(order: id, site: .embedded) } == PaymentID(rawValue: "pay-1"))
        try storage.write { try $0.save([Sample.order(status: .pending)], fetchedAt: Sample.later) }
        #expect(try storage.read { try $0.order(id: id, site: .embedded) }?.order.status == .processing)
    }

    @Test func markingTwiceForOnePaymentChangesNothing() throws {
        try markPaid()
        try markPaid()
        #expect(try storage.read { try $0.paidBy(order: id, site: .embedded) } == PaymentID(rawValue: "pay-1"))
    }

    @Test func anOrderIsPaidByOnePayment() throws {
        try markPaid()
        try storage.write { try $0.insert(Sample.payment("pay-2", order: 7, terminal: "b")) }
        #expect(throws: StorageError.conflict(.orderPaid(PaymentID(rawValue: "pay-1")))) { try markPaid(by: "pay-2") }
    }

    @Test func aPaymentThatDoesNotExistPaysNothing() throws {
        #expect(throws: StorageError.missing(.payment, id: "pay-9")) { try markPaid(by: "pay-9") }
    }

    @Test(arguments: [
        ("jurgen", [1042]), ("GROSS", [1042]), ("104", [1043, 1042]), ("%", []), ("_", []), ("1043", [1043]),
    ])
    func aSearchFindsNumbersAndCustomers(text: String, found: [Int64]) throws {
        try storage.write { try $0.save([Sample.order(1043, customer: nil)], fetchedAt: Sample.time) }
        let orders = try storage.read { try $0.searchOrders(text, site: .embedded, limit: 10) }
        #expect(orders.map(\.order.id.rawValue) == found)
    }

    @Test func aListIsNewestFirstAndLimited() throws {
        try storage.write { try $0.save([Sample.order(7), Sample.order(2000)], fetchedAt: Sample.time) }
        let orders = try storage.read { try $0.orders(site: .embedded, status: nil, limit: 2) }
        #expect(orders.map(\.order.id.rawValue) == [2000, 1042])
    }

    private func markPaid(by payment: String = "pay-1") throws {
        try storage.write {
            try $0.markPaid(order: id, site: .embedded, by: PaymentID(rawValue: payment), at: Sample.time)
        }
    }
}

@Suite struct ShopOrderTests {
    private let storage: StorageManager
    private let id = OrderID(rawValue: 1042)
    private let body =
        #"{"id":1042,"status":"pending","total":"11.50","price":4.663551,"note":"Käthe \"€\"","meta_data":[]}"#

    init() throws {
        storage = try StorageManager.inMemory()
        let order = ShopOrder(id: id, status: .pending, body: Data(body.utf8))
        try storage.write { try $0.seedShopOrders([order]) }
    }

    @Test func seedingAgainLeavesWhatIsThere() throws {
        try pay("T-1")
        let paid = try storage.read { try $0.shopOrder(id: id) }
        try storage.write {
            try $0.seedShopOrders([
                ShopOrder(id: id, status: .pending, body: Data(body.utf8)),
                ShopOrder(id: OrderID(rawValue: 1043), status: .pending, body: Data("{}".utf8)),
            ])
        }
        #expect(try storage.read { try $0.shopOrder(id: id) } == paid)
        #expect(
            try storage.read { try $0.shopOrders(ShopOrderQuery(limit: 9)) }.orders.map(\.id.rawValue) == [1043, 1042])
    }

    @Test func aPaidOrderBearsWhatWooCommerceWouldWrite() throws {
        try pay("T-1")
        let order = try #require(try storage.read { try $0.shopOrder(id: id) })
        let json = try #require(try JSONSerialization.jsonObject(with: order.body) as? [String: Any])
        #expect(order.status == .processing)
        #expect(json["status"] as? String == "processing")
        #expect(json["transaction_id"] as? String == "T-1")
        #expect(json["payment_method"] as? String == "card_terminal")
        #expect(json["date_paid_gmt"] as? String == "2026-11-21T00:00:00")
        #expect(json["needs_payment"] as? Bool == false)
        let meta = try #require(json["meta_data"] as? [[String: Any]])
        #expect(meta.map { $0["value"] as? String } == ["pay-1"])
    }

    @Test func whatThePaymentDoesNotConcernStaysByteForByte() throws {
        try pay("T-1")
        let text = String(decoding: try #require(try storage.read { try $0.shopOrder(id: id) }).body, as: UTF8.self)
        #expect(text.contains(#""total":"11.50","price":4.663551,"note":"Käthe \"€\"""#))
    }

    @Test func payingTwiceWithOneTransactionChangesNothing() throws {
        try pay("T-1")
        let first = try storage.read { try $0.shopOrder(id: id) }
        try pay("T-1", at: Sample.later)
        #expect(try storage.read { try $0.shopOrder(id: id) } == first)
    }

    @Test func anOrderTheShopDoesNotHaveCannotBePaid() throws {
        let id = OrderID(rawValue: 7)
        #expect(throws: StorageError.missing(.order, id: "7")) { try pay("T-1", id: id) }
    }

    @Test(arguments: ["", "[]", "{", "nope"])
    func aBodyThatIsNoOrderIsRefused(body: String) throws {
        let error = try #require(throws: StorageError.self) {
            try storage.write { try $0.save(ShopOrder(id: id, status: .pending, body: Data(body.utf8))) }
        }
        #expect(error.code == "storage.corrupt")
    }

    private func pay(_ transaction: String, id: OrderID? = nil, at time: Date = Sample.time) throws {
        try storage.write {
            try $0.markShopOrderPaid(
                id: id ?? self.id, payment: PaymentID(rawValue: "pay-1"), transactionID: transaction,
                method: .cardTerminal,
                at: time)
        }
    }
}

@Suite struct ShopDocumentTests {
    private let storage: StorageManager

    init() throws { storage = try StorageManager.inMemory() }

    @Test func aDocumentIsAnObjectOrRemoved() throws {
        for body in ["[]", "7", "{", "null", " "] {
            let document = ShopDocument(collection: .notes, id: 7, parent: 1042, body: Data(body.utf8))
            let error = #expect(throws: StorageError.self) { try storage.write { try $0.save(document) } }
            #expect(error?.code == "storage.corrupt", "\(body)")
        }
        for body in ["{\"id\":7}", ""] {
            let document = ShopDocument(collection: .notes, id: 7, parent: 1042, body: Data(body.utf8))
            try storage.write { try $0.save(document) }
            #expect(try storage.read { try $0.shopDocument(.notes, id: 7) } == document)
        }
        #expect(try storage.read { try $0.shopDocuments(.notes, of: 1042) }.map(\.isRemoved) == [true])
    }
}
