import Failures
import Flow
import Foundation
import Model
import Networking
import Storage
import Synchronization
import Testing

@testable import Payments
@testable import Stores

/// Capturing a payment by the shop's extension: once, whatever answers are lost. The shop has the rules of the real ones.
@Suite struct OrderCaptureTests {
    private let world = VirtualWorld(seed: 1)
    private let shop: LossyShop
    private let session: ShopSession
    private let store: CardPresentPaymentsShopStore
    private let order: OrderID

    init() throws {
        let world = world
        let shop = LossyShop(world.environment)
        self.shop = shop
        session = ShopSession(
            network: shop, site: SiteID(rawValue: 7), environment: world.environment,
            caches: ShopCaches(
                storage: try StorageManager.inMemory { world.now }, root: StateStore.till(in: world.environment)))
        store = CardPresentPaymentsShopStore(orders: ShopOrders(shop: session))
        order = try world.finish { () async throws(NetworkError) in try await shop.place() }
        let _: Listing<PaymentGatewayAccount> = try store.ask(in: world) { .loadAccounts($0) }
    }

    private func capture(_ kind: String = "a", of id: OrderID? = nil) throws -> CapturedOrderPayment {
        let intent = "pi_\(order)_\(kind)"
        return try store.ask(in: world) { .captureOrderPayment(id ?? order, intent: intent, $0) }
    }

    private func failure(_ kind: String, of id: OrderID? = nil) -> String? {
        do {
            _ = try capture(kind, of: id)
            return nil
        } catch { return (error as? Failure)?.code }
    }

    private func shown() throws -> (status: String, body: String) {
        let (shop, order) = (shop, order)
        return try world.finish { () async throws(NetworkError) in try await shop.order(order) }
    }

    @Test func aCaptureCompletesTheOrderAndIsNotRepeated() throws {
        let first = try capture()
        #expect(!first.wasCaptured && first.gateway == .wooPayments)
        let (status, body) = try shown()
        #expect(["processing", "completed"].contains(status) && body.contains("_intent_id"))
        #expect(try capture().wasCaptured, "the order shows it")
        #expect(shop.captures == 1)
    }

    private static let unreachable = NetworkError.unreachable(reason: "the cable is pulled")

    @Test(arguments: [unreachable, .connection(.timedOut(after: .seconds(10)))])
    func aLostAnswerIsLookedUpInTheOrder(_ error: NetworkError) throws {
        shop.loseAnswers(with: error)
        #expect(try capture().wasCaptured)
        #expect(try capture().wasCaptured)
        #expect(shop.captures == 1)
    }

    @Test(arguments: [unreachable, .connection(.timedOut(after: .seconds(10)))])
    func whatIsNotKnownIsCalledUnknownAndMayBeAskedAgain(_ error: NetworkError) throws {
        shop.goAway(with: error)
        #expect(failure("a") == GatewayFailure.captureUnknown.rawValue)
        #expect(try shown().status == "pending")
        shop.goAway(with: nil)
        #expect(try !capture().wasCaptured)
        #expect(shop.captures == 2)
    }

    /// Nothing can have been captured over a line that never was.
    @Test func aShopThatTakesNoConnectionHasNotCaptured() throws {
        shop.goAway(with: .connection(.refused(host: "shop.example")))
        #expect(failure("a") == ShopFailure.connectionRefused.rawValue)
        #expect(try shown().status == "pending")
    }

    @Test func anOrderThatBelongsToAnotherIntentIsNotCapturedAgain() throws {
        _ = try capture("a")
        #expect(failure("b") == GatewayFailure.otherIntent.rawValue)
        #expect(shop.captures == 1, "nothing is sent")
    }

    @Test(arguments: ["unauthorised", "canceled", "failing"])
    func anIntentThatCannotBeCapturedLeavesTheOrderUnpaid(_ kind: String) throws {
        #expect(failure(kind) == GatewayFailure.notCaptured.rawValue)
        #expect(try shown().status == "pending")
    }

    @Test func anOrderThatTheShopDoesNotHaveIsNotCaptured() {
        #expect(failure("a", of: OrderID(rawValue: 9_999)) == OrderFailure.notFound.rawValue)
        #expect(shop.captures == 0)
    }

    /// It was paid, may have been, or has an amount reserved for it.
    @Test(
        arguments: [
            ([.settled(.approved(TransactionResult(resultCode: 0)))], .payment), ([.sending], .payment),
            ([.settled(.approved(TransactionResult(resultCode: 0)))], .reservation),
        ] as [([PaymentEvent], TransactionPurpose)])
    func anOrderForWhichThisTillHasTakenMoneyIsNotCharged(events: [PaymentEvent], purpose: TransactionPurpose) throws {
        let bench = try OrdersTill()
        try bench.counter.write(events, 1042, at: OrdersTill.site, purpose: purpose)
        bench.shop.set { $0.asked = [] }
        let failure = #expect(throws: Failure.self) {
            let _: CapturedOrderPayment = try bench.ask {
                CardPresentPaymentsShopAction.captureOrderPayment(OrderID(rawValue: 1042), intent: "pi_1", $0)
            }
        }
        #expect(failure?.is(OrderFailure.holdsMoney) == true && bench.shop.asked.isEmpty)
    }

    @Test func withoutAnAccountNothingIsCaptured() {
        store.clearOperatorData()
        #expect(failure("a") == GatewayFailure.noAccount.rawValue)
        #expect(shop.captures == 0)
    }

    @Test func twoEqualRequestsAtTheSameTimeAreOne() {
        let answers = Mutex<[Result<CapturedOrderPayment, Failure>]>([])
        for _ in 1...2 {
            store.onAction(
                .captureOrderPayment(
                    order, intent: "pi_\(order)_a", Reply { answer in answers.withLock { $0.append(answer) } }))
        }
        world.run()
        let told = answers.withLock { $0 }.compactMap { try? $0.get() }
        #expect(told.count == 2 && Set(told).count == 1 && shop.captures == 1)
    }

    // MARK: What the shop does between the look and the capture

    /// A shop that refuses a capture, with 409 if nothing else is said, and shows this order before and after it.
    private func refused(before: String = "", after: String) throws -> String? {
        try refusal(before: before, after: after)?.code
    }

    private func refusal(
        before: String = "", after: String, _ status: Int = 409, _ code: String = "wcpay_payment_uncapturable"
    ) throws -> Failure? {
        let bench = try StoreBench()
        let store = CardPresentPaymentsShopStore(orders: ShopOrders(shop: bench.session))
        bench.shop.answer("GET wc/v3/payments/accounts", #"{"status": "complete", "country": "US"}"#)
        let _: Listing<PaymentGatewayAccount> = try store.ask(in: bench.world) { .loadAccounts($0) }
        func body(_ meta: String) -> String {
            """
            {"id": 7, "status": "\(meta.isEmpty ? "pending" : "processing")", "total": "1.00", "currency": "USD",
             "meta_data": [\(meta)]}
            """
        }
        bench.shop.answer("GET wc/v3/orders/7", body(before), body(after))
        bench.shop.refuse("POST wc/v3/payments/orders/7/capture_terminal_payment", status, code)
        do {
            let _: CapturedOrderPayment = try store.ask(in: bench.world) {
                .captureOrderPayment(OrderID(rawValue: 7), intent: "pi_1", $0)
            }
            return nil
        } catch { return error as? Failure }
    }

    private static func intent(_ id: String, _ status: String) -> String {
        """
        {"id": 1, "key": "_intent_id", "value": "\(id)"}, {"id": 2, "key": "_intention_status", "value": "\(status)"}
        """
    }

    @Test func aRefusalOfAnIntentThatTheOrderShowsAsCapturedIsASuccess() throws {
        #expect(try refused(after: Self.intent("pi_1", "succeeded")) == nil)
    }

    @Test func aRefusalOfAnyOtherIntentIsNone() throws {
        #expect(try refused(after: Self.intent("pi_2", "succeeded")) == GatewayFailure.otherIntent.rawValue)
        #expect(try refused(after: Self.intent("pi_1", "canceled")) == GatewayFailure.notCaptured.rawValue)
        #expect(try refused(after: "") == GatewayFailure.notCaptured.rawValue)
    }

    /// Only an answer after which the shop may have captured is looked up in the order.
    @Test(
        arguments: [
            (400, "wcpay_capture_error", GatewayFailure.notCaptured.rawValue, GatewayFailure.notCaptured.rawValue),
            (400, "other", ShopFailure.refused.rawValue, ShopFailure.refused.rawValue),
            (500, "wcpay_capture_error", nil, GatewayFailure.notCaptured.rawValue),
            (500, "other", nil, GatewayFailure.captureUnknown.rawValue),
        ] as [(Int, String, String?, String)])
    func aRefusalSaysWhetherTheMoneyWasCaptured(status: Int, code: String, ifShown: String?, otherwise: String) throws {
        #expect(try refusal(after: Self.intent("pi_1", "succeeded"), status, code)?.code == ifShown)
        #expect(try refusal(after: "", status, code)?.code == otherwise)
    }

    @Test func whatTheShopSaysAgainstACaptureIsTold() throws {
        let failure = try #require(try refusal(after: ""))
        #expect(failure.is(GatewayFailure.notCaptured) && failure.causes == ["No."])
    }

    @Test func anIntentThatIsStillProcessingIsNotCaptured() throws {
        let bench = try StoreBench()
        let store = CardPresentPaymentsShopStore(orders: ShopOrders(shop: bench.session))
        bench.shop.answer("GET wc/v3/wc_stripe/account/summary", #"{"status": "complete", "country": "US"}"#)
        let _: Listing<PaymentGatewayAccount> = try store.ask(in: bench.world) { .loadAccounts($0) }
        bench.shop.answer(
            "GET wc/v3/orders/7", #"{"id": 7, "status": "pending", "total": "1.00", "currency": "USD"}"#)
        bench.shop.answer(
            "POST wc/v3/wc_stripe/orders/7/capture_terminal_payment", #"{"id": "pi_1", "status": "processing"}"#)
        let failure = #expect(throws: Failure.self) {
            let _: CapturedOrderPayment = try store.ask(in: bench.world) {
                .captureOrderPayment(OrderID(rawValue: 7), intent: "pi_1", $0)
            }
        }
        #expect(failure?.is(GatewayFailure.notCaptured) == true && failure?.sentence.contains("processing") == true)
    }
}
