import Failures
import Flow
import Foundation
import Model
import Networking
import Storage
import Testing

@testable import Payments
@testable import Stores

/// A plugin numbers the shop's orders itself: the number that is printed is not the order's id, and may be another order's id.
@Suite struct OrderNumberTests {
    private let bench: OrdersTill
    private var shop: OrdersShop { bench.shop }

    init() throws {
        bench = try OrdersTill()
        place(401, number: "300", total: "99.00")
        place(300, number: "7", total: "1.00")
    }

    private func place(_ id: Int64, number: String, total: String = "12.50") {
        shop.place(id, total: total)
        shop.change(id, ["number": .string(number)])
    }

    private func id(of number: String) throws(Failure) -> Int64 {
        guard let typed = OrderNumber(typed: number) else { return 0 }
        return try bench.ask { OrderAction.identifyOrder(typed, $0) }.rawValue
    }

    private func refusal(of number: String) -> Failure? {
        do throws(Failure) { _ = try id(of: number) } catch { return error }
        return nil
    }

    @Test func theNumberThatIsPrintedCountsAndNotTheId() throws {
        #expect(try id(of: "300") == 401)
        #expect(try id(of: "#7") == 300)
        let found = try bench.ask { OrderAction.lookUpOrder("300", $0) }
        #expect(found.value.id.rawValue == 401 && found.value.total.minorUnits == 9900)
    }

    @Test func anIdThatIsNobodysNumberIsNoOrder() {
        #expect(refusal(of: "401")?.is(OrderFailure.notFound) == true)
    }

    @Test func aNumberThatIsNoIdIsLookedFor() throws {
        place(402, number: "WC-77")
        #expect(try id(of: "WC-77") == 402)
    }

    @Test(arguments: [OrdersShop.Disturbance.lostBefore, .tooBusy, .maintenance, .damaged])
    func aSearchThatFailsIsNotAnsweredByTheOrderWithThatId(_ how: OrdersShop.Disturbance) throws {
        let before = shop.asked.count
        shop.disturb { $0 > before + 1 ? how : nil }
        let failure = try #require(refusal(of: "300"))
        #expect(!failure.is(OrderFailure.notFound), "\(failure)")
        #expect(throws: Failure.self) { try bench.ask { OrderAction.lookUpOrder("300", $0) } }
    }

    @Test func aNumberIsFoundAmongManyThatContainIt() throws {
        for order in 0..<250 { place(1_000 + Int64(order), number: "30\(order)x") }
        place(5, number: "30")
        #expect(try id(of: "30") == 5)
    }

    @Test func aPageWithAnOrderThatCannotBeReadIsNotTheLastOne() throws {
        for order in 0..<150 { place(1_000 + Int64(order), number: "30\(order)x") }
        shop.change(1_149, ["currency": "BTC"])
        place(5, number: "30")
        #expect(try id(of: "30") == 5)
    }

    @Test func aShopThatAnswersEveryPageWithTheFirstIsNotAskedForEver() throws {
        for order in 0..<150 { place(1_000 + Int64(order), number: "30\(order)x") }
        shop.set { $0.ignoresPages = true }
        let before = shop.asked.count
        #expect(try #require(refusal(of: "30")).code == "shop.malformed")
        #expect(shop.asked.count - before <= 4, "\(shop.asked.dropFirst(before))")
    }

    @Test func aNumberThatWasSeenIsNotAskedFor() throws {
        #expect(try id(of: "300") == 401)
        shop.goAway()
        #expect(try id(of: "300") == 401)
        #expect(refusal(of: "301")?.is(OrderFailure.notFound) == false, "the shop may have it")
    }

    @Test func whereTheIdIsTheNumberTheShopIsAskedOnce() throws {
        shop.place(1042)
        let before = shop.asked.count
        #expect(try id(of: "1042") == 1042)
        #expect(shop.asked.dropFirst(before) == ["GET wc/v3/orders/1042"])
    }

    @Test func moneyIsGivenBackForTheNumberOnTheReceipt() throws {
        #expect(try id(of: "7") == 300)
        try bench.counter.approve(300, number: "7", at: OrdersTill.site)
        #expect(try bench.ask { JournalAction.findPayment(reference: "7", $0) }.id.rawValue == "pay-300")
        for cached in ["known", "forgotten"] {
            #expect(throws: Failure.self, "\(cached)") {
                try bench.ask { JournalAction.findPayment(reference: "300", $0) }
            }
            try bench.counter.storage.write { try $0.dropOrder(OrderID(rawValue: 401), site: OrdersTill.site) }
        }
    }

    @Test(arguments: ["", "abc", "-5", "a b 1", "1042\u{7}", String(repeating: "1", count: 65), "5413330089601109"])
    func whatIsNoNumberIsNotLookedFor(_ text: String) {
        #expect(OrderNumber(typed: text) == nil)
    }
}
