import Flow

package enum CouponFailure: String, ListedFailure {
    package static let title = "Coupons"

    case notFound = "coupon.notFound"

    package var meaning: FailureMeaning {
        switch self {
        case .notFound: .init(.notFound, mends: .cashier, "The shop has no such coupon.")
        }
    }
}
