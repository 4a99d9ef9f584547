import Flow
import Foundation
import Model
import Synchronization
import Testing

@testable import Networking

/// A refund that was made elsewhere is recorded in the shop once.
@Suite struct RefundTests {
    private let shop: EmbeddedShop
    private let remote: OrderRefundsRemote
    private let order = OrderID(rawValue: 1042)

    init() {
        let orders = DemoShop.embeddedOrders(placedAt: Date(timeIntervalSince1970: 1_795_132_800))
        shop = EmbeddedShop(
            database: MemoryShopDatabase(orders), catalogue: DemoShop.catalogue, environment: .standing)
        remote = OrderRefundsRemote(network: shop, order: order)
    }

    private func euros(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: .eur) }

    private func totals() async throws -> [String] {
        let response = try await shop.response(for: Request(.get, "wc/v3/orders/1042"))
        guard case .array(let refunds)? = try JSONValue(parsing: response.body)["refunds"] else { return [] }
        return refunds.compactMap { $0["total"]?.text }
    }

    private func status() async throws -> OrderStatus {
        try await OrdersRemote(network: shop, site: .embedded).loadOrder(id: order).status
    }

    @Test func partsAreRecordedAndTheWholeMakesTheOrderRefunded() async throws {
        try await remote.record(euros(350), reason: "by card", reference: "ref-1")
        #expect(try await status() == .pending)
        try await remote.record(euros(800), reason: "by card", reference: "ref-2")
        #expect(try await status() == .refunded)
        #expect(try await totals() == ["-3.50", "-8.00"])
    }

    @Test func theSameRefundToldTwiceIsRecordedOnce() async throws {
        for _ in 0..<2 { try await remote.record(euros(350), reason: "by card", reference: "ref-1") }
        #expect(try await totals() == ["-3.50"])
    }

    @Test func aRefundThatIsWithdrawnIsGoneAndMayBeRecordedAgain() async throws {
        try await remote.record(euros(350), reason: "by card", reference: "ref-1")
        try await remote.record(euros(100), reason: "by card", reference: "ref-2")
        for _ in 0..<2 { try await remote.withdraw(reason: "by card", reference: "ref-1") }
        #expect(try await totals() == ["-1.00"])
        try await remote.record(euros(350), reason: "by card", reference: "ref-1")
        #expect(try await totals() == ["-1.00", "-3.50"])
    }

    /// The shop wrote the refund, and died before it wrote the metadata.
    @Test func aRefundIsKnownByItsReasonToo() async throws {
        let body: JSONValue = ["amount": "3.50", "reason": "Card terminal, ref-1", "api_refund": false]
        _ = try await shop.response(for: Request(.post, "wc/v3/orders/1042/refunds", body: body.data))
        try await remote.record(euros(350), reason: "Card terminal, ref-1", reference: "ref-1")
        #expect(try await totals() == ["-3.50"])
    }

    @Test func moreThanIsLeftIsRefusedAsWooCommerceDoes() async throws {
        try await remote.record(euros(1000), reason: "by card", reference: "ref-1")
        let error = await #expect(throws: NetworkError.self) {
            try await remote.record(euros(151), reason: "by card", reference: "ref-2")
        }
        #expect(try await totals() == ["-10.00"])
        // Though it is answered as 500, it would be refused again: an operator has to know.
        #expect(error?.isAboutTheRequest == true && error?.mayPass == false)
    }

    /// A proxy that repeats a request; WooCommerce has no idempotency keys.
    private struct Repeating: Network {
        let shop: EmbeddedShop

        func response(for request: Request) async throws(NetworkError) -> Response {
            if request.method == .post { _ = try await shop.response(for: request) }
            return try await shop.response(for: request)
        }
    }

    @Test func aRefundThatTheShopHasTwiceIsShownToAPerson() async throws {
        let remote = OrderRefundsRemote(network: Repeating(shop: shop), order: order)
        let error = await #expect(throws: NetworkError.self) {
            try await remote.record(euros(350), reason: "by card", reference: "ref-1")
        }
        #expect(error?.code == "order.refundedTwice" && error?.isAboutTheRequest == true)
        #expect(try await totals() == ["-3.50", "-3.50"])
        await #expect(throws: NetworkError.self) {
            try await remote.record(euros(350), reason: "by card", reference: "ref-1")
        }
        #expect(try await totals().count == 2, "and not told a third time")
    }

    /// The shop makes the refund, and then does not say whether it has it once.
    private final class NoSecondLook: Network {
        let shop: EmbeddedShop
        let error: NetworkError
        let hasMade = Mutex(false)

        init(shop: EmbeddedShop, error: NetworkError) { (self.shop, self.error) = (shop, error) }

        func response(for request: Request) async throws(NetworkError) -> Response {
            if request.method == .post { hasMade.withLock { $0 = true } }
            if request.method == .get, hasMade.withLock({ $0 }) { throw error }
            return try await shop.response(for: request)
        }
    }

    @Test func aRefundThatWasMadeIsNoFailureBecauseTheShopTellsNoMore() async throws {
        let shop = NoSecondLook(shop: shop, error: .malformed(field: nil, reason: Sentence("detail.json.noID")))
        let made = try await OrderRefundsRemote(network: shop, order: order)
            .record(euros(350), reason: "by card", reference: "ref-1")
        #expect(made.amount == Decimal(string: "3.50"))
        #expect(try await totals() == ["-3.50"])
    }

    /// The message stays in the outbox, and the next delivery looks again.
    @Test func whatPassesIsThrownAndTheNextDeliveryRecordsNothingTwice() async throws {
        let hanging = NoSecondLook(shop: shop, error: .connection(.timedOut(after: .seconds(20))))
        await #expect(throws: NetworkError.self) {
            try await OrderRefundsRemote(network: hanging, order: order)
                .record(euros(350), reason: "by card", reference: "ref-1")
        }
        try await remote.record(euros(350), reason: "by card", reference: "ref-1")
        #expect(try await totals() == ["-3.50"])
    }

    @Test func anOrderThatIsNotThereHasNoRefunds() async throws {
        await #expect {
            try await OrderRefundsRemote(network: shop, order: OrderID(rawValue: 7))
                .record(euros(1), reason: "by card", reference: "ref-1")
        } throws: {
            ($0 as? NetworkError)?.code == "order.notFound"
        }
    }

    /// Without this field WooCommerce would ask the payment gateway to move the money again.
    @Test func noGatewayIsAskedToGiveItBackAgain() async throws {
        let body = Data(#"{"amount":"1.00"}"#.utf8)
        let response = try await shop.response(for: Request(.post, "wc/v3/orders/1042/refunds", body: body))
        #expect(response.status == 500 && String(decoding: response.body, as: UTF8.self).contains("automatic refunds"))
        #expect(try await totals().isEmpty)
    }
}
