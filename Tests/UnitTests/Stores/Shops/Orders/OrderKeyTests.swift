import Failures
import Flow
import Model
import Networking
import Testing

@testable import Payments
@testable import Stores

/// A request for an order that is repeated with its key, because its answer was lost or its sender began again.
@Suite struct OrderKeyTests {
    private let bench: OrdersTill
    private var shop: OrdersShop { bench.shop }

    init() throws { bench = try OrdersTill() }

    private func make(_ key: String?, _ changes: OrderChanges = OrdersTill.oneOf) throws(Failure) -> Order {
        try bench.ask { OrderAction.createOrder(changes, key: key, $0) }.value
    }

    private var made: Int { shop.state.withLock { $0.orders.count } }

    @Test func aRepeatedRequestMakesNoSecondOrder() throws {
        let first = try make("a")
        #expect(try make("a") == first && made == 1)
        #expect(try make("b").id != first.id && made == 2)
        #expect(try make(nil).id != first.id && make(nil).id != first.id && made == 4, "without a key each is new")
    }

    @Test func aKeyIsNotTakenForOtherGoods() throws {
        let first = try make("a")
        var other = OrdersTill.oneOf
        other.customerNote = "for Anna"
        let failure = #expect(throws: Failure.self) { try make("a", other) }
        #expect(failure?.code == "order.keyConflict")
        #expect(try make("a") == first && made == 1)
    }

    @Test(arguments: [OrdersShop.Disturbance.lostBefore, .lostAfter, .tooBusy, .maintenance, .damaged])
    func anAnswerThatIsLostLeadsToTheSameOrder(_ how: OrdersShop.Disturbance) throws {
        try bench.keepPrices()
        let before = shop.asked.count
        shop.disturb { $0 > before + 1 ? how : nil }
        let first = try make("a")
        #expect(try make("a").id == first.id)
        shop.goAway(false)
        bench.world.advance(by: .seconds(600))
        let last = try make("a")
        #expect(last.id == first.id && !last.number.hasPrefix("L"), "\(last.number)")
        #expect(made == 1)
    }

    @Test func whatTheShopHasRefusedIsRefusedAgain() throws {
        var unfit = OrdersTill.oneOf
        unfit.items[0].quantity = "many"
        for _ in 1...2 {
            #expect(throws: Failure.self) { try make("a", unfit) }
            #expect(made == 0)
        }
    }
}
