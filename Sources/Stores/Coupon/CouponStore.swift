import Failures
import Flow
import Foundation
import Model
import Networking
import Payments

/// The coupons of the shop.
package final class CouponStore: Store {
    package typealias Handled = CouponAction

    private let remote: CouponsRemote
    private let coupons: ShopCache<Coupon>
    private let environment: Environment
    private let analytics: AnalyticsRemote
    /// How far the shop's clock is ahead of UTC at a time, in seconds.
    private let utcOffset: @Sendable (Date) -> Int

    init(shop: ShopSession, utcOffset: @escaping @Sendable (Date) -> Int) {
        analytics = AnalyticsRemote(network: shop.network)
        self.utcOffset = utcOffset
        remote = CouponsRemote(network: shop.network)
        coupons = shop.cache()
        environment = shop.environment
    }

    package func onAction(_ action: CouponAction) {
        let remote = remote
        switch action {
        case .synchronizeCoupons(let page, let size, let reply):
            let query = ShopQuery(page: page, size: size)
            coupons.answer(reply, query) { () throws(NetworkError) in
                try await remote.loadCoupons(page: page, size: size, query: query.items)
            }
        case .searchCoupons(let text, let size, let reply):
            let query = ShopQuery(["search": text], size: size)
            coupons.answer(reply, query, matching: text) { () throws(NetworkError) in
                try await remote.loadCoupons(page: 1, size: size, query: query.items)
            }
        case .retrieveCoupon(let id, let reply):
            coupons.answer(reply, key: String(id)) { () throws(NetworkError) in try await remote.loadCoupon(id) }
        case .retrieveCouponByCode(let code, let reply):
            environment.answer(reply, "load a coupon") { [self] () throws(Failure) in try await load(code) }
        case .validateCouponCode(let code, let reply):
            environment.answer(reply, "check a coupon") { [self] () throws(Failure) in try await validate(code) }
        case .loadCouponReport(let id, let range, let reply):
            let (analytics, span) = (analytics, range.span(today: environment.today(utcOffset)))
            environment.answer(reply, "load a report") { () throws(Failure) in
                try await asFailure { () async throws(NetworkError) in
                    try await analytics.loadReport(ofCoupon: id, span)
                }
            }
        case .createCoupon(let change, let reply):
            coupons.change(reply, key: nil) { () throws(NetworkError) in try await remote.create(change) }
        case .updateCoupon(let id, let change, let reply):
            coupons.change(reply, key: String(id)) { () throws(NetworkError) in try await remote.update(id, change) }
        case .deleteCoupon(let id, let reply):
            coupons.delete(reply, key: String(id)) { () throws(NetworkError) in try await remote.delete(id) }
        }
    }

    package func clearOperatorData() { coupons.clear() }
}

extension CouponStore {
    private func load(_ code: String) async throws(Failure) -> Cached<Coupon> {
        let now = environment.now()
        do throws(NetworkError) {
            let coupon = try await remote.loadCoupon(code: code)
            // A coupon that cannot be kept is still the shop's answer.
            try? coupons.note([coupon])
            return Cached(value: coupon, asOf: now, failure: nil)
        } catch {
            let known = try coupons.kept(named: Coupon.name(code))
            if let known, case .notFound(_, of: .coupon?) = error { try coupons.remove(known.value.key) }
            let failure = error.failure
            guard let known, failure.recovery == .retry else { throw failure }
            return Cached(value: known.value, asOf: known.asOf, failure: failure)
        }
    }

    private func validate(_ code: String) async throws(Failure) -> Cached<Bool> {
        do throws(Failure) {
            let now = environment.now()
            return try await load(code).map { $0.isUsable(at: now) }
        } catch {
            guard error.is(CouponFailure.notFound) else { throw error }
            return Cached(value: false, asOf: environment.now(), failure: nil)
        }
    }
}
