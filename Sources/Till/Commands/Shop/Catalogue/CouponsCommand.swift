import ArgumentParser
import Flow
import Foundation
import Model
import Networking
import Stores

struct CouponsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coupons", abstract: "Shows, makes, changes and deletes the coupons of the shop.",
        subcommands: [
            ListCoupons.self, SearchCoupons.self, ShowCoupon.self, CheckCoupon.self, CreateCoupon.self,
            UpdateCoupon.self, DeleteCoupon.self,
        ])
}

struct ListCoupons: ShopListCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the newest coupons.")

    @OptionGroup var options: ListOptions
    @OptionGroup var data: DataOptions
    var output: JSONOption { options.output }
    static var none: Sentence { Sentence("coupons.none") }

    func load(from till: LiveTill) async throws(Failure) -> Cached<Listing<Coupon>> {
        let most = options.limit
        return try await till.ask { CouponAction.synchronizeCoupons(page: 1, size: most, $0) }
    }

    func row(of coupon: Coupon, in till: LiveTill) -> String { coupon.row }
}

struct ShowCoupon: ShopEntityCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows one coupon.")

    @OptionGroup var coupon: CouponCode
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func load(from till: LiveTill) async throws(Failure) -> Cached<Coupon> {
        let wanted = coupon.code
        return try await till.ask { CouponAction.retrieveCouponByCode(wanted, $0) }
    }

    func rows(of coupon: Coupon) -> [String] {
        [coupon.row] + (coupon.summary.isEmpty ? [] : ["  \(coupon.summary)"])
    }
}

extension Coupon {
    /// The line of a list.
    var row: String {
        let used = "\(usageCount)\(usageLimit.map { "/\($0)" } ?? "")"
        let until = expires.map { ShopDate.text($0) } ?? ""
        return "\(code.padded(20))\(amount.description.padded(12))\(discountType.padded(16))\(used.padded(10))\(until)"
    }
}
