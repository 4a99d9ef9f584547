import Failures
import Flow
import Foundation
import Model
import Networking
import Storage
import Testing

@testable import Payments
@testable import Stores

/// What a till itself has told the shop of an order is no change by somebody else.
@Suite struct OwnChangeTests {
    private let bench: OrdersTill
    private var counter: Counter { bench.counter }
    private var shop: OrdersShop { bench.shop }
    private static let order = OrderID(rawValue: 1042)

    init() throws { bench = try OrdersTill() }

    private func ask<Asked: Action, Value: Sendable>(
        _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) throws(Failure) -> Value { try bench.ask(make) }

    private func note() throws(Failure) -> Cached<Order> {
        var changes = OrderChanges()
        changes.customerNote = "Danke"
        return try ask { [changes] in OrderAction.updateOrder(Self.order, changes, $0) }
    }

    private func seenThenPaid() throws {
        shop.place(1042)
        _ = try ask { OrderAction.retrieveOrder(Self.order, $0) }
        try counter.approve(1042, at: OrdersTill.site)
        try ask { OutboxAction.deliver($0) }
        bench.world.advance(by: .seconds(60))
        #expect(shop[1042]?["status"] == "processing")
    }

    @Test func anOrderIsChangedAfterItWasPaidAtThisTill() throws {
        try seenThenPaid()
        #expect(try note().failure == nil)
        #expect(shop[1042]?["customer_note"] == "Danke")
        #expect(try counter.undelivered.isEmpty)
    }

    @Test func whatSomebodyElseChangedBesidesIsNotWrittenOver() throws {
        try seenThenPaid()
        shop.change(1042, ["customer_note": "Bitte klingeln"])
        let failure = #expect(throws: Failure.self) { try note() }
        #expect(failure?.is(OrderFailure.modified) == true)
        #expect(failure?.remedy?.contains("till orders find") == true, "no message waits")
        #expect(shop[1042]?["customer_note"] == "Bitte klingeln")
        #expect(try ask { OutboxAction.list($0) }.isEmpty)
        #expect(try note().failure == nil, "the order was shown as it is now")
    }

    /// The shop's times have whole seconds.
    @Test func whatSomebodyElseChangedInTheSameSecondIsNotWrittenOver() throws {
        shop.place(1042)
        _ = try ask { OrderAction.retrieveOrder(Self.order, $0) }
        shop.change(1042, ["customer_note": "Bitte klingeln"], isInThatSecond: true)
        let failure = #expect(throws: Failure.self) { try note() }
        #expect(failure?.is(OrderFailure.modified) == true)
        #expect(shop[1042]?["customer_note"] == "Bitte klingeln")
    }

    @Test func twoChangesByTheTillInTheSameSecondAreBothMade() throws {
        shop.place(1042)
        _ = try ask { OrderAction.retrieveOrder(Self.order, $0) }
        for _ in 1...2 { #expect(try note().failure == nil) }
        #expect(try counter.undelivered.isEmpty)
    }

    @Test(arguments: [["status": "completed"], ["billing": ["first_name": "Ida"]]] as [[String: JSONValue]])
    func anotherStatusOrAddressIsSomebodyElsesChange(members: [String: JSONValue]) throws {
        shop.place(1042)
        _ = try ask { OrderAction.retrieveOrder(Self.order, $0) }
        shop.change(1042, members)
        let failure = #expect(throws: Failure.self) { try note() }
        #expect(failure?.is(OrderFailure.modified) == true)
    }
}
