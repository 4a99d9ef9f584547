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

struct ListCoupons: TillCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the newest coupons.")

    @OptionGroup var options: ListOptions
    @OptionGroup var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let most = options.limit
        let coupons = try await till.ask { CouponAction.synchronizeCoupons(page: 1, size: most, $0) }
        try console.show(coupons, in: till, asJSON: options.output.json, none: Sentence("coupons.none")) { $0.row }
        return .done
    }
}

struct ShowCoupon: TillCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows one coupon.")

    @Argument(help: ArgumentHelp("The coupon's code, in upper or lower case.", valueName: "code"))
    var code: String
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let wanted = code
        let known = try await till.ask { CouponAction.retrieveCouponByCode(wanted, $0) }
        try console.show(known, in: till, asJSON: output.json) { coupon in
            [coupon.row] + (coupon.summary.isEmpty ? [] : ["  \(coupon.summary)"])
        }
        return .done
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
