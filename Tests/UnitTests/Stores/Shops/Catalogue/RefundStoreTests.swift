import Flow
import Foundation
import Model
import Networking
import Testing

@testable import Stores

/// The refunds that the shop has of its orders. None of them moves money.
@Suite struct RefundStoreTests {
    private let till: ShopTill
    private var shop: ScriptedShop { till.shop }
    private let order = OrderID(rawValue: 287)
    private static let path = "wc/v3/orders/287/refunds"

    init() throws { till = try ShopTill() }

    private static func refund(_ id: Int, _ amount: String = "3.24", reference: String? = nil) -> String {
        let meta = reference.map { #"{"id":1,"key":"_till_refund","value":"\#($0)"}"# } ?? ""
        return #"{"id":\#(id),"amount":"\#(amount)","reason":"Broken","refunded_payment":false,"meta_data":[\#(meta)]}"#
    }

    private func record(_ amount: Int64, _ reference: String) throws(Failure) -> Refund {
        let (order, money) = (order, Money(minorUnits: amount, currency: .eur))
        return try till.ask { RefundAction.createRefund(order, money, reason: "Broken", reference: reference, $0) }
    }

    private func load(_ ids: [Int64]) throws(Failure) -> Listing<Refund> {
        let order = order
        return try till.ask { RefundAction.retrieveRefunds(order, ids, $0) }
    }

    @Test func aPageOfRefundsIsThePageThatWasAskedFor() throws {
        shop.answer("GET \(Self.path)", "[\(Self.refund(3))]", total: 3, pages: 3)
        let order = order
        let known = try till.ask { RefundAction.synchronizeRefunds(order, page: 3, size: 1, $0) }
        #expect(till.lastQuery == ["page": "3", "per_page": "1"])
        #expect(known.value.items.map(\.amount) == [Decimal(string: "3.24")] && known.value.total == 3)
        shop.cutOff()
        #expect(try till.ask { RefundAction.synchronizeRefunds(order, page: 3, size: 1, $0) }.failure != nil)
    }

    @Test func theRefundsOfTwoOrdersAreTwoLists() throws {
        shop.answer("GET \(Self.path)", "[\(Self.refund(3))]")
        let (order, other) = (order, OrderID(rawValue: 288))
        _ = try till.ask { RefundAction.synchronizeRefunds(order, page: 1, size: 10, $0) }
        shop.cutOff()
        let code = till.failure(Cached<Listing<Refund>>.self) {
            RefundAction.synchronizeRefunds(other, page: 1, size: 10, $0)
        }
        #expect(code == "shop.unreachable")
    }

    @Test func aRefundThatTheShopNoLongerHasIsForgotten() throws {
        let order = order
        shop.answer("GET \(Self.path)/3", Self.refund(3))
        _ = try till.ask { RefundAction.retrieveRefund(order, 3, $0) }
        shop.refuse("GET \(Self.path)/3", 404, "woocommerce_rest_invalid_order_refund_id")
        #expect(
            till.failure(Cached<Refund>.self) { RefundAction.retrieveRefund(order, 3, $0) } == "refund.notFound")
        #expect(try till.cached("refund", "3") == nil)
    }

    @Test func onlyRefundsThatAreNotKeptAreAskedFor() throws {
        let order = order
        shop.answer("GET \(Self.path)/3", Self.refund(3))
        _ = try till.ask { RefundAction.retrieveRefund(order, 3, $0) }
        shop.answer("GET \(Self.path)", "[\(Self.refund(4))]")
        #expect(try load([4, 3]).items.map(\.id) == [4, 3])
        #expect(till.lastQuery["include"] == "4")
        shop.cutOff()
        #expect(try load([3, 4]).items.map(\.id) == [3, 4])
        #expect(throws: NetworkError.unreachable(reason: "the cable is pulled").failure) { try load([5]) }
    }

    @Test func aRecordedRefundMovesNoMoneyAndRestocksNothing() throws {
        shop.answer("GET \(Self.path)", "[]")
        shop.answer("POST \(Self.path)", Self.refund(9, "12.50", reference: "ref-1"), status: 201)
        #expect(try record(1250, "ref-1").id == 9)
        let body = try till.body(of: try #require(shop.requests.last { $0.method == .post }))
        #expect(body["amount"] == "12.50" && body["api_refund"] == false && body["api_restock"] == false)
        #expect(try till.cached("refund", "9") != nil)
    }

    @Test func aRefundIsLookedUpOnAllPagesBeforeItIsRepeated() throws {
        shop.answer(
            "GET \(Self.path)", "[\(Self.refund(1))]", "[\(Self.refund(2, "12.50", reference: "ref-1"))]", pages: 2)
        #expect(try record(1250, "ref-1").id == 2)
        #expect(shop.paths == ["GET \(Self.path)", "GET \(Self.path)"])
    }

    @Test func aReferenceIsNotUsedForAnotherAmount() {
        shop.answer("GET \(Self.path)", "[\(Self.refund(2, "12.50", reference: "ref-1"))]")
        let failure = #expect(throws: Failure.self) { try record(1300, "ref-1") }
        #expect(failure?.code == "shop.refused")
        #expect(shop.requests.allSatisfy { $0.method == .get })
    }

    @Test func nothingIsRecordedWhileItIsUnknownWhetherItWasDone() {
        shop.cutOff()
        #expect(throws: Failure.self) { try record(1250, "ref-1") }
        shop.cutOff(false)
        #expect(shop.requests.isEmpty)
    }

    @Test func resettingAndSigningOutForgetTheRefunds() throws {
        let order = order
        shop.answer("GET \(Self.path)/3", Self.refund(3))
        _ = try till.ask { RefundAction.retrieveRefund(order, 3, $0) }
        try till.ask { RefundAction.resetStoredRefunds($0) }
        #expect(try till.cached("refund", "3") == nil)
        _ = try till.ask { RefundAction.retrieveRefund(order, 3, $0) }
        try till.signOut()
        #expect(try till.cached("refund", "3") == nil)
    }
}
