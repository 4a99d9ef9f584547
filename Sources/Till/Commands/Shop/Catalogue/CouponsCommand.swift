import ArgumentParser
import Flow
import Foundation
import Model
import Networking
import Service
import Stores

struct CouponsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coupons", abstract: "Shows, makes, changes and deletes the coupons of the shop.",
        subcommands: [
            ListCoupons.self, SearchCoupons.self, ShowCoupon.self, CheckCoupon.self, ReportCoupon.self,
            CreateCoupon.self, UpdateCoupon.self, DeleteCoupon.self,
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

struct ReportCoupon: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Shows how often a coupon was used in some days, and what it took off.")

    @OptionGroup var coupon: CouponCode
    @OptionGroup var days: StatsDays
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    private struct Document: Encodable {
        let code: String
        let orders: Int64
        let amount: String
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (code, range) = (coupon.code, days.wanted)
        let known = try await till.ask { CouponAction.retrieveCouponByCode(code, $0) }.value
        let report = try await till.ask { CouponAction.loadCouponReport(known.id, range, $0) }
        let amount = StatsTotals.amount(report.amount)
        if output.json {
            console.print(try Output.json(Document(code: known.code, orders: report.orders, amount: amount)))
        } else {
            let words: [String: any CustomStringConvertible] = [
                "code": known.code, "orders": report.orders, "amount": amount,
            ]
            console.print(till.language.text("coupons.report", words).printable)
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
