import Flow
import Networking

/// Requests for the coupons of the shop.
package enum CouponAction: Action {
    /// A page of the coupons, the newest first.
    /// - Endpoint: GET wc/v3/coupons
    /// - Offline: the kept page, with its time
    /// - Test: CouponStoreTests
    case synchronizeCoupons(page: Int, size: Int, Reply<Cached<Listing<Coupon>>>)
    /// The coupons whose code or description contains the text.
    /// - Endpoint: GET wc/v3/coupons?search
    /// - Offline: the kept coupons that contain the text; never known to be all
    /// - Test: CouponStoreTests
    case searchCoupons(String, size: Int, Reply<Cached<Listing<Coupon>>>)
    /// The coupon with this id.
    /// - Endpoint: GET wc/v3/coupons/{id}
    /// - Offline: the kept coupon, with its time
    /// - Test: CouponStoreTests
    case retrieveCoupon(Int64, Reply<Cached<Coupon>>)
    /// The coupon with this code, in upper or lower case.
    /// - Endpoint: GET wc/v3/coupons?code
    /// - Offline: the kept coupon, with its time
    /// - Test: CouponStoreTests
    case retrieveCouponByCode(String, Reply<Cached<Coupon>>)
    /// Whether the shop has a coupon with this code, in upper or lower case, that can be used now as far as that does not
    /// depend on the order.
    /// - Endpoint: GET wc/v3/coupons?code
    /// - Offline: by the kept coupon, with its time
    /// - Test: CouponStoreTests
    case validateCouponCode(String, Reply<Cached<Bool>>)
    /// How often the coupon with this id was used in these days, and what it took off. It is not kept.
    /// - Endpoint: GET wc-analytics/reports/coupons
    /// - Offline: fails
    /// - Test: CouponStoreTests
    case loadCouponReport(Int64, StatsTimeRange, Reply<CouponReport>)
    /// Makes a coupon. May be repeated after a lost answer.
    /// - Endpoint: POST wc/v3/coupons
    /// - Offline: fails
    /// - Test: CouponStoreTests
    case createCoupon(CouponChange, Reply<Coupon>)
    /// Changes what is given of a coupon, and leaves the rest.
    /// - Endpoint: PUT wc/v3/coupons/{id}
    /// - Offline: fails
    /// - Test: CouponStoreTests
    case updateCoupon(Int64, CouponChange, Reply<Coupon>)
    /// Deletes a coupon for good.
    /// - Endpoint: DELETE wc/v3/coupons/{id}?force=true
    /// - Offline: fails
    /// - Test: CouponStoreTests
    case deleteCoupon(Int64, Reply<Void>)
}
