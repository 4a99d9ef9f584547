import Flow
import Foundation
import Model
import Networking
import Synchronization
import Testing

@testable import Stores

/// Coupons: finding them by code, and changing them at the shop.
@Suite struct CouponStoreTests {
    private let till: ShopTill
    private var shop: ScriptedShop { till.shop }

    init() throws { till = try ShopTill() }

    private static func coupon(_ more: String = "") -> String {
        #"{"id":53,"code":"kaffee10","amount":"10.00","discount_type":"percent","status":"publish","usage_count":15\#(more)}"#
    }

    private func validate(_ code: String) throws -> Bool {
        try till.ask { CouponAction.validateCouponCode(code, $0) }.value
    }

    @Test func aPageOfCouponsIsAnsweredAndKept() throws {
        shop.answer("GET wc/v3/coupons", "[\(Self.coupon())]", total: 1, pages: 1)
        let known = try till.ask { CouponAction.synchronizeCoupons(page: 1, size: 25, $0) }
        #expect(known.value.items.map(\.code) == ["kaffee10"] && known.value.isWhole)
        #expect(known.value.items.first?.amount == 10)
        shop.cutOff()
        #expect(try till.ask { CouponAction.synchronizeCoupons(page: 1, size: 25, $0) }.failure != nil)
    }

    @Test(arguments: ["KAFFEE10", "kaffee10", " Kaffee10 "])
    func aCodeIsFoundInUpperAndLowerCase(_ code: String) throws {
        shop.answer("GET wc/v3/coupons", "[\(Self.coupon())]")
        #expect(try till.ask { CouponAction.retrieveCouponByCode(code, $0) }.value.id == 53)
        #expect(till.lastQuery["code"] == "kaffee10")
        #expect(try validate(code))
    }

    @Test func aCodeThatTheShopDoesNotHaveIsNotValid() throws {
        shop.answer("GET wc/v3/coupons", "[]")
        #expect(try !validate("KAFFEE10"))
        #expect(
            till.failure(Cached<Coupon>.self) { CouponAction.retrieveCouponByCode("KAFFEE10", $0) } == "coupon.notFound"
        )
    }

    @Test func anEmptyCodeIsNotSent() throws {
        #expect(try !validate("  "))
        #expect(shop.requests.isEmpty)
    }

    @Test(arguments: [
        #","date_expires_gmt":"2020-01-01T00:00:00""#, #","usage_limit":15"#, #","status":"draft""#,
    ])
    func aCouponThatCannotBeUsedAnyMoreIsNotValid(_ member: String) throws {
        shop.answer("GET wc/v3/coupons", "[\(Self.coupon(member))]")
        #expect(try !validate("kaffee10"))
    }

    @Test(arguments: [#","usage_limit":0"#, #","usage_limit":16"#, #","date_expires_gmt":"2999-01-01T00:00:00""#])
    func aCouponThatCanStillBeUsedIsValid(_ member: String) throws {
        shop.answer("GET wc/v3/coupons", "[\(Self.coupon(member))]")
        #expect(try validate("kaffee10"))
    }

    @Test func aCodeIsJudgedByTheKeptCouponWhenTheShopIsAway() throws {
        shop.answer("GET wc/v3/coupons", "[\(Self.coupon())]")
        _ = try till.ask { CouponAction.retrieveCouponByCode("kaffee10", $0) }
        shop.cutOff()
        let known = try till.ask { CouponAction.validateCouponCode("KAFFEE10", $0) }
        #expect(known.value && known.failure?.code == "shop.unreachable")
        #expect(till.failure(Cached<Bool>.self) { CouponAction.validateCouponCode("OTHER", $0) } == "shop.unreachable")
    }

    @Test func aCouponThatTheShopNoLongerHasIsForgotten() throws {
        shop.answer("GET wc/v3/coupons", "[\(Self.coupon())]", "[]")
        _ = try till.ask { CouponAction.retrieveCouponByCode("kaffee10", $0) }
        _ = try validate("kaffee10")
        #expect(try till.cached("coupon", "53") == nil)
    }

    @Test func aCouponIsFoundByItsID() throws {
        shop.answer("GET wc/v3/coupons/53", Self.coupon())
        #expect(try till.ask { CouponAction.retrieveCoupon(53, $0) }.value.code == "kaffee10")
    }

    @Test func aSearchIsAnsweredFromWhatIsKeptWhenTheShopIsAway() throws {
        shop.answer("GET wc/v3/coupons", "[\(Self.coupon())]")
        _ = try till.ask { CouponAction.synchronizeCoupons(page: 1, size: 25, $0) }
        shop.cutOff()
        #expect(try till.ask { CouponAction.searchCoupons("AFFE", size: 5, $0) }.value.items.count == 1)
    }

    @Test func anAmountIsSentAsExactText() throws {
        shop.answer("POST wc/v3/coupons", Self.coupon(), status: 201)
        let change = CouponChange(code: "KAFFEE10", amount: Decimal(string: "0.1"), discountType: "percent")
        #expect(try till.ask { CouponAction.createCoupon(change, $0) }.id == 53)
        #expect(
            try till.body(of: try #require(shop.requests.last))
                == ["code": "KAFFEE10", "amount": "0.1", "discount_type": "percent"])
        #expect(try till.cached("coupon", "53") != nil)
    }

    @Test func makingACouponAgainAfterALostAnswerMakesNoOther() throws {
        shop.refuse("POST wc/v3/coupons", 400, "woocommerce_rest_coupon_code_already_exists")
        shop.answer("GET wc/v3/coupons", "[\(Self.coupon())]")
        let same = CouponChange(code: "KAFFEE10", amount: 10)
        #expect(try till.ask { CouponAction.createCoupon(same, $0) }.id == 53)
        let other = CouponChange(code: "KAFFEE10", amount: 20)
        #expect(till.failure(Coupon.self) { CouponAction.createCoupon(other, $0) } == "shop.refused")
    }

    @Test func aChangedCouponIsKeptAsTheShopHasItNow() throws {
        shop.answer("PUT wc/v3/coupons/53", Self.coupon(#","description":"new""#))
        #expect(try till.ask { CouponAction.updateCoupon(53, CouponChange(summary: "new"), $0) }.summary == "new")
        #expect(try till.body(of: try #require(shop.requests.last)) == ["description": "new"])
    }

    @Test func aCouponIsDeletedForGoodAndOneThatIsGoneCountsAsDeleted() throws {
        shop.answer("GET wc/v3/coupons/53", Self.coupon())
        _ = try till.ask { CouponAction.retrieveCoupon(53, $0) }
        shop.answer("DELETE wc/v3/coupons/53", Self.coupon())
        try till.ask { CouponAction.deleteCoupon(53, $0) }
        #expect(till.lastQuery == ["force": "true"])
        #expect(try till.cached("coupon", "53") == nil)
        shop.refuse("DELETE wc/v3/coupons/53", 404, "woocommerce_rest_shop_coupon_invalid_id")
        try till.ask { CouponAction.deleteCoupon(53, $0) }
    }

    @Test func aChangeOfTheShopIsAnsweredThoughTheDiskIsFull() throws {
        let full = Mutex<FullStorage?>(nil)
        let till = try ShopTill { counter in
            let storage = FullStorage(storage: counter.storage)
            full.withLock { $0 = storage }
            return storage
        }
        full.withLock { $0 }?.isFull.withLock { $0 = true }
        till.shop.answer("POST wc/v3/coupons", Self.coupon(), status: 201)
        till.shop.answer("DELETE wc/v3/coupons/53", Self.coupon())
        #expect(try till.ask { CouponAction.createCoupon(CouponChange(code: "KAFFEE10"), $0) }.id == 53)
        try till.ask { CouponAction.deleteCoupon(53, $0) }
        #expect(try till.cached("coupon", "53") == nil)
    }

    @Test func aRefusedDeletionKeepsTheCoupon() throws {
        shop.answer("GET wc/v3/coupons/53", Self.coupon())
        _ = try till.ask { CouponAction.retrieveCoupon(53, $0) }
        shop.refuse("DELETE wc/v3/coupons/53", 403, "woocommerce_rest_cannot_delete")
        #expect(till.failure(Void.self) { CouponAction.deleteCoupon(53, $0) } == "shop.forbidden")
        #expect(try till.cached("coupon", "53") != nil)
    }

    @Test func signingOutForgetsTheCoupons() throws {
        shop.answer("GET wc/v3/coupons/53", Self.coupon())
        _ = try till.ask { CouponAction.retrieveCoupon(53, $0) }
        try till.signOut()
        #expect(try till.cached("coupon", "53") == nil)
    }

    @Test func theReportOfACouponSaysHowOftenItWasUsed() throws {
        shop.answer(
            "GET wc-analytics/reports/coupons",
            #"[{"coupon_id":52,"amount":1,"orders_count":1},{"coupon_id":53,"amount":6.529999999999999,"orders_count":3}]"#
        )
        let days = StatsTimeRange.custom(
            from: CalendarDay(secondsSince1970: 1_793_491_200, utcOffset: 0),
            to: CalendarDay(secondsSince1970: 1_793_577_600, utcOffset: 0))
        let report = try till.ask { CouponAction.loadCouponReport(53, days, $0) }
        #expect(report.orders == 3 && report.amount > 6.52 && report.amount < 6.54)
        #expect(till.lastQuery["coupons"] == "53" && till.lastQuery["after"] == "2026-11-01T00:00:00")
        #expect(till.lastQuery["before"] == "2026-11-02T23:59:59")
        shop.answer("GET wc-analytics/reports/coupons", "[]")
        #expect(try till.ask { CouponAction.loadCouponReport(53, days, $0) } == CouponReport(orders: 0, amount: 0))
        shop.refuse("GET wc-analytics/reports/coupons", status: 404, code: "rest_no_route")
        #expect(till.failure(CouponReport.self) { CouponAction.loadCouponReport(53, days, $0) } == "report.switchedOff")
    }
}
