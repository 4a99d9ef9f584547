import Failures
import Flow
import Foundation
import Model
import Networking
import Storage
import Testing

@testable import Payments
@testable import Stores

/// An order is made once, whatever the clocks of the shop and of the till show.
@Suite struct OrderClockTests {
    private let bench: OrdersTill
    private var shop: OrdersShop { bench.shop }

    init() throws {
        bench = try OrdersTill()
        shop.set { $0.tellsTime = true }
    }

    private func ask<Asked: Action, Value: Sendable>(
        _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) throws(Failure) -> Value { try bench.ask(make) }

    private var made: Int { shop.state.withLock { $0.orders.count } }

    /// Makes an order while the shop is away, which is back later with a clock that is so many hours off. The answer to the
    /// request that makes the order is lost.
    private func queue(hours: Double) throws {
        try bench.keepPrices()
        shop.goAway()
        _ = try ask { OrderAction.createOrder(OrdersTill.oneOf, $0) }
        let now = bench.world.now + hours * 3600
        shop.set { ($0.now, $0.losesMade) = (now, true) }
        shop.goAway(false)
    }

    @Test(arguments: [-71, 0, 71] as [Double])
    func anOrderWhoseAnswerIsLostIsMadeOnce(hours: Double) throws {
        try queue(hours: hours)
        bench.world.advance(by: .seconds(3600))
        #expect(made <= 1, "not twice")
        shop.set { $0.losesMade = false }
        bench.world.advance(by: .seconds(3600))
        let left = try ask { OutboxAction.list($0) }
        if hours < 0 {
            #expect(left.map { $0.refusal?.is(ShopFailure.wrongClock) } == [true])
            #expect(made == 0, "what could not be found again is not made")
        } else {
            #expect(left.isEmpty && made == 1)
        }
    }

    @Test func aPersonHasItMadeAllTheSame() throws {
        try queue(hours: -71)
        bench.world.advance(by: .seconds(3600))
        let left = try ask { OutboxAction.list($0) }
        try #require(left.count == 1)
        try ask { OutboxAction.retry(id: left[0].id, anyway: true, $0) }
        bench.world.advance(by: .seconds(3600))
        #expect(made == 1, "the answer was lost")
        shop.set { $0.losesMade = false }
        bench.world.advance(by: .seconds(3600))
        #expect(try ask { OutboxAction.list($0) }.isEmpty)
        #expect(made == 1)
    }

    @Test func aShopWhoseClockIsSetIsToldWithoutAWordOfAPerson() throws {
        try queue(hours: -71)
        shop.set { $0.losesMade = false }
        bench.world.advance(by: .seconds(3600))
        let left = try ask { OutboxAction.list($0) }
        try #require(left.count == 1 && made == 0)
        let now = bench.world.now
        shop.set { $0.now = now }
        try ask { OutboxAction.retry(id: left[0].id, $0) }
        bench.world.advance(by: .seconds(60))
        #expect(try ask { OutboxAction.list($0) }.isEmpty && made == 1)
    }
}
