import Flow
import Foundation
import Model
import Networking
import Storage
import Synchronization
import Testing

@testable import Payments
@testable import Stores

/// The statuses of a day's orders, asked for in as few requests as possible.
@Suite struct OrderStatusesTests {
    /// A shop that lists its orders except for those in the bin, as WooCommerce does.
    private final class Shop: Network {
        private let orders: ClosedRange<Int64>
        private let bin: Set<Int64>
        private let refusesLists: Bool
        private let answers: Int
        let asked = Mutex<[String]>([])

        /// - Parameter answers: how many requests are answered.
        init(_ orders: ClosedRange<Int64>, bin: Set<Int64> = [], refusesLists: Bool = false, answers: Int = .max) {
            (self.orders, self.bin, self.refusesLists, self.answers) = (orders, bin, refusesLists, answers)
        }

        func response(for request: Networking.Request) async throws(NetworkError) -> Response {
            let include = request.query["include"]
            let count = asked.withLock {
                $0.append(include.map { "\($0.split(separator: ",").count) orders" } ?? request.path)
                return $0.count
            }
            guard count <= answers else { throw .unreachable(reason: Sentence(stored: "the cable is pulled")) }
            guard let include else { return order(Int64(request.path.split(separator: "/").last ?? "") ?? 0) }
            if refusesLists { throw .refused(status: 400, nil) }
            let listed = include.split(separator: ",").compactMap { Int64($0) }
                .filter { orders.contains($0) && !bin.contains($0) }.map { #"{"id":\#($0),"status":"processing"}"# }
            return Response(status: 200, body: Data("[\(listed.joined(separator: ","))]".utf8))
        }

        private func order(_ id: Int64) -> Response {
            guard orders.contains(id) else { return Response(status: 404, body: Data("{}".utf8)) }
            let status = bin.contains(id) ? "trash" : "processing"
            let body = #"{"id":\#(id),"status":"\#(status)","currency":"EUR","total":"1.00"}"#
            return Response(status: 200, body: Data(body.utf8))
        }
    }

    private func statuses(of orders: ClosedRange<Int64>, in shop: Shop) async -> [SiteOrder: OrderStatus] {
        let payments = orders.map { Self.payment($0) }
        return await OrderStatuses(
            networks: FixedNetworks([.embedded: shop]), environment: VirtualWorld().environment, patience: .seconds(10)
        ).load(of: payments + payments)
    }

    private static func payment(_ order: Int64, at site: SiteID = .embedded) -> PaymentRecord {
        PaymentRecord(
            id: PaymentID(rawValue: "pay-\(order)"), fingerprint: "", site: site, order: OrderID(rawValue: order),
            amount: .sample, terminalAddress: "serial:/dev/a", stage: .settled, language: "en",
            createdAt: PaymentIntent.sampleStart, updatedAt: PaymentIntent.sampleStart)
    }

    @Test func aHundredOrdersAreOneRequest() async {
        let shop = Shop(1...250)
        let found = await statuses(of: 1...250, in: shop)
        #expect(found.count == 250 && found.values.allSatisfy { $0 == .processing })
        #expect(shop.asked.withLock { $0 } == ["100 orders", "100 orders", "50 orders"])
    }

    @Test func whatTheListDoesNotHaveIsAskedForByItself() async {
        let shop = Shop(1...10, bin: [4])
        let found = await statuses(of: 1...11, in: shop)
        #expect(found[SiteOrder(OrderID(rawValue: 4), at: .embedded)]?.rawValue == "trash")
        #expect(found[SiteOrder(OrderID(rawValue: 11), at: .embedded)] == nil && found.count == 10)
        #expect(shop.asked.withLock { $0 } == ["11 orders", "wc/v3/orders/4", "wc/v3/orders/11"])
    }

    @Test func ordersOfTwoShopsAreAskedOfTheirOwnShopAndKeptApart() throws {
        let world = VirtualWorld()
        let (one, other) = (Shop(1...3), Shop(1...3, bin: [1]))
        let networks = FixedNetworks([.embedded: one, SiteID(rawValue: 7): other])
        let payments = [SiteID.embedded, SiteID(rawValue: 7), SiteID(rawValue: 9)].map { Self.payment(1, at: $0) }
        let statuses = OrderStatuses(networks: networks, environment: world.environment, patience: .seconds(10))
        let found = try world.finish { () async throws(Failure) in await statuses.load(of: payments) }
        #expect(found.count == 2, "the till cannot reach the third shop")
        #expect(found[SiteOrder(OrderID(rawValue: 1), at: .embedded)] == .processing)
        #expect(found[SiteOrder(OrderID(rawValue: 1), at: SiteID(rawValue: 7))]?.rawValue == "trash")
    }

    @Test func aShopThatRefusesListsIsAskedForEach() async {
        let shop = Shop(1...3, refusesLists: true)
        #expect(await statuses(of: 1...3, in: shop).count == 3)
    }

    @Test(arguments: [0, 1, 2]) func aShopThatDoesNotAnswerIsNotAskedForTheOthers(answers: Int) async {
        let shop = Shop(1...250, bin: [3, 5, 7], answers: answers)
        let found = await statuses(of: 1...250, in: shop)
        #expect(found.count == [0, 97, 98][answers])
        #expect(shop.asked.withLock { $0.count } == answers + 1)
    }

    /// A shop that takes so long for each answer, on the world's clock.
    private struct SlowShop: Network {
        let world: VirtualWorld
        let delay: Duration
        let shop: Shop

        func response(for request: Networking.Request) async throws(NetworkError) -> Response {
            do { try await world.environment.sleep(world.uptime + delay) } catch {
                throw .unreachable(reason: Sentence(stored: "given up"))
            }
            return try await shop.response(for: request)
        }
    }

    /// The first answer is late, or each is in time and there are many.
    @Test(arguments: [(3_600, 0, 10, 0), (9, 6, 60, 94)])
    func aSlowShopDoesNotHoldTheEndOfTheDay(
        delay: Int64, asked: Int, waited: Int64, found: Int
    ) throws {
        let world = VirtualWorld()
        let shop = Shop(1...250, bin: Set(90...250))
        let slow = SlowShop(world: world, delay: .seconds(delay), shop: shop)
        let statuses = OrderStatuses(
            networks: FixedNetworks([SiteID(rawValue: 7): slow]), environment: world.environment,
            patience: .seconds(10))
        let payments = (1...250).map { Self.payment($0, at: SiteID(rawValue: 7)) }
        let start = world.uptime
        let loaded = try world.finish { () async throws(Failure) in await statuses.load(of: payments) }
        #expect(loaded.count == found && world.uptime - start == .seconds(waited))
        #expect(shop.asked.withLock { $0.count } == asked)
    }
}
