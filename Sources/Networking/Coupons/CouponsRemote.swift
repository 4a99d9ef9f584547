import Foundation

/// The coupons of a shop: `wc/v3/coupons`.
package struct CouponsRemote: Sendable {
    private let coupons: ResourceRemote<Coupon>

    package init(network: any Network) { coupons = ResourceRemote("wc/v3/coupons", network: network) }

    package func loadCoupon(_ id: Int64) async throws(NetworkError) -> Coupon { try await coupons.load(String(id)) }

    package func loadCoupons(page: Int, size: Int, query: [String: String]) async throws(NetworkError) -> Page<Coupon> {
        try await coupons.loadPage(page, size: size, query: query)
    }

    /// The coupon with this code, in any case. Throws `.notFound` when there is none.
    package func loadCoupon(code: String) async throws(NetworkError) -> Coupon {
        let name = Coupon.name(code)
        guard !name.isEmpty else { throw .notFound(nil, of: .coupon) }
        let found = try await coupons.loadPage(query: ["code": name]).found { $0.exactName == name }
        guard let coupon = found.first else { throw .notFound(nil, of: .coupon) }
        return coupon
    }

    /// Makes a coupon. May be repeated after a lost answer: a coupon that is there already, with all of this, is the result.
    package func create(_ change: CouponChange) async throws(NetworkError) -> Coupon {
        do throws(NetworkError) { return try await coupons.create(change.json) } catch {
            guard let code = change.code, case .refused(_, let complaint) = error,
                complaint?.code == "woocommerce_rest_coupon_code_already_exists",
                let there = try? await loadCoupon(code: code), change.isDone(in: there)
            else { throw error }
            return there
        }
    }

    package func update(_ id: Int64, _ change: CouponChange) async throws(NetworkError) -> Coupon {
        try await coupons.update(String(id), change.json)
    }

    /// Deletes the coupon for good.
    package func delete(_ id: Int64) async throws(NetworkError) {
        _ = try await coupons.delete(String(id), force: true)
    }
}
