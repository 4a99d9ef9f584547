import Flow
import Foundation
import Model
import Networking
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Orders that a till cannot read, and metadata as PHP may write them.
@Suite struct UnreadableOrderTests {
    private let bench: OrdersTill
    private var shop: OrdersShop { bench.shop }

    init() throws { bench = try OrdersTill() }

    private func ask<Asked: Action, Value: Sendable>(
        _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) throws(Failure) -> Value { try bench.ask(make) }

    /// One in a currency that is none, and one whose total has parts of a cent.
    private func place() {
        for id in 1041...1044 { shop.place(Int64(id)) }
        shop.change(1042, ["currency": "BTC"])
        shop.change(1043, ["total": "12.5025"])
        shop.change(1044, ["currency": "HRK"])
    }

    @Test func theyDoNotHideTheOthersInAList() throws {
        place()
        let listed = try ask { OrderAction.synchronizeOrders(status: nil, limit: 10, $0) }
        #expect(listed.failure == nil && listed.value.items.map(\.id.rawValue).sorted() == [1041, 1044])
        #expect(listed.value.unreadable == 2 && !listed.value.isWhole)
        #expect(try ask { OrderAction.searchOrders("104", limit: 10, $0) }.value.items.count == 2)
        #expect(throws: Failure.self) { try ask { OrderAction.retrieveOrder(OrderID(rawValue: 1042), $0) } }
    }

    @Test func theyDoNotEndASynchronisationAndAreCounted() throws {
        place()
        let report = try ask { OrderAction.synchronizeModifiedOrders($0) }
        #expect(report.orders == 2 && report.unreadable.map(\.rawValue) == [1042, 1043])
        let before = shop.asked.count
        shop.change(1041, ["status": "completed"])
        #expect(try ask { OrderAction.synchronizeModifiedOrders($0) }.unreadable.isEmpty, "it goes on where it was")
        #expect(shop.asked.count - before <= 4)
        shop.goAway()
        let kept = try ask { OrderAction.retrieveOrderRecord(OrderID(rawValue: 1042), $0) }
        #expect(kept.value.currencyCode == "BTC", "what the shop said is kept")
    }

    @Test func rowsWithoutAnIDOfAnOrderAreCountedToo() throws {
        place()
        for id in 1045...1046 { shop.place(Int64(id)) }
        shop.change(1045, ["id": .integer(-77)])
        shop.change(1046, ["id": .null])
        let listed = try ask { OrderAction.synchronizeOrders(status: nil, limit: 10, $0) }
        #expect(listed.value.items.count == 2 && listed.value.unreadable == 4 && !listed.value.isWhole)
        let report = try ask { OrderAction.synchronizeModifiedOrders($0) }
        #expect(report.orders == 2 && report.unreadable.count == 2 && report.unnamed == 2)
    }

    /// A page that is full with them is not the last one.
    @Test func rowsWithoutAnIDDoNotEndASynchronisation() throws {
        for id in 1...130 { shop.place(Int64(id)) }
        shop.change(7, ["id": .null], isInThatSecond: true)
        #expect(try ask { OrderAction.synchronizeModifiedOrders($0) }.orders == 129)
    }

    /// The till finds its order again by a tag in the metadata.
    @Test func anOrderIsNotMadeTwiceWhereMetadataHaveGaps() throws {
        shop.set { $0.hasGaps = true }
        shop.disturb { $0 == 2 ? .lostAfter : nil }
        let made = try ask { OrderAction.createOrder(OrdersTill.oneOf, $0) }
        #expect(made.value.number == "2000")
        #expect(shop.state.withLock { $0.orders.count } == 1)
    }
}
