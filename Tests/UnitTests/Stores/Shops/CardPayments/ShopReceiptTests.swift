import Failures
import Flow
import Foundation
import Model
import Networking
import Testing

@testable import Stores

/// The receipts that the shop makes itself.
@Suite struct ShopReceiptTests {
    private let bench: StoreBench
    private let store: ShopReceiptStore
    private static let get = "GET wc/v3/orders/1042/receipt"
    private static let post = "POST wc/v3/orders/1042/receipt"
    private static let page = #"{"receipt_url": "https://shop.example/r/7e9d", "expiration_date": "2026-11-29"}"#

    init() throws {
        bench = try StoreBench()
        store = ShopReceiptStore(shop: bench.session)
        bench.shop.refuse(Self.get, 404, "woocommerce_rest_not_found")
        bench.shop.answer(Self.post, Self.page)
    }

    private func receipt(isNew: Bool = false) throws -> ShopReceipt {
        try store.ask(in: bench.world) {
            .retrieveShopReceipt(OrderID(rawValue: 1042), days: 2, isNew: isNew, $0)
        }
    }

    @Test func aReceiptThatTheShopHasIsNotMadeAgain() throws {
        bench.shop.answer(Self.get, Self.page)
        let told = try receipt()
        #expect(told.address == "https://shop.example/r/7e9d" && told.lastDay == "2026-11-29")
        #expect(bench.shop.asked == [Self.get])
    }

    @Test func otherwiseOneIsMadeForSoManyDays() throws {
        #expect(try receipt().lastDay == "2026-11-29")
        #expect(bench.shop.asked == [Self.get, Self.post])
        #expect(bench.shop.requests.last?.body == Data(#"{"expiration_days":2,"force_new":false}"#.utf8))
    }

    @Test func aNewOneIsMadeAtOnce() throws {
        _ = try receipt(isNew: true)
        #expect(bench.shop.asked == [Self.post])
        #expect(bench.shop.requests.last?.body == Data(#"{"expiration_days":2,"force_new":true}"#.utf8))
    }

    @Test func aShopBeforeTheseReceiptsIsToldAsUnsupportedWithTheReason() throws {
        bench.shop.refuse(Self.get, 404, "rest_no_route")
        let failure = #expect(throws: Failure.self) { try receipt() }
        #expect(failure?.is(ShopFailure.unsupported) == true && failure?.sentence.contains("8.7") == true)
        #expect(bench.shop.asked == [Self.get])
    }

    @Test func anOrderThatTheShopDoesNotHaveHasNoReceipt() throws {
        bench.shop.refuse(Self.post, 404, "woocommerce_rest_not_found")
        let failure = #expect(throws: Failure.self) { try receipt() }
        #expect(failure?.is(OrderFailure.notFound) == true)
    }

    @Test(arguments: ["javascript:alert(1)", "", "/wc/file"]) func whatIsNoWebAddressIsRefused(_ address: String) throws
    {
        bench.shop.answer(Self.post, #"{"receipt_url": "\#(address)", "expiration_date": "2026-11-29"}"#)
        let failure = #expect(throws: Failure.self) { try receipt() }
        #expect(failure?.is(ShopFailure.malformed) == true)
    }

    @Test func whileTheShopIsAwayThereIsNone() throws {
        bench.shop.answer(Self.get, Self.page)
        _ = try receipt()
        bench.shop.isAway()
        let failure = #expect(throws: Failure.self) { try receipt() }
        #expect(failure?.is(ShopFailure.unreachable) == true, "the address is not kept")
    }
}
