import ArgumentParser
import Flow
import Foundation
import Model
import Networking
import Stores

struct SearchCoupons: ShopListCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Lists the coupons whose code or description contains a text.")

    @Argument(help: ArgumentHelp("Part of a code or of a description.", valueName: "text"))
    var text: String
    @OptionGroup var options: ListOptions
    @OptionGroup var data: DataOptions
    var output: JSONOption { options.output }
    static var none: Sentence { Sentence("coupons.none") }

    func load(from till: LiveTill) async throws(Failure) -> Cached<Listing<Coupon>> {
        let (wanted, most) = (text, options.limit)
        return try await till.ask { CouponAction.searchCoupons(wanted, size: most, $0) }
    }

    func row(of coupon: Coupon, in till: LiveTill) -> String { coupon.row }
}

struct CheckCoupon: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Tells whether a coupon can be used now.",
        discussion: """
            Whether it fits an order is the shop's to say, when the order is made with it.

            Exit codes: 0 it can be used, 8 it cannot, or there is none with this code.
            """)

    @OptionGroup var coupon: CouponCode
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let wanted = coupon.code
        let known = try await till.ask { CouponAction.validateCouponCode(wanted, $0) }
        console.say(ageOf: known, at: till.environment.now(), in: till.language)
        let sentence = known.value ? Sentence("coupons.usable") : Sentence("coupons.unusable")
        let document = JSONValue.object(["code": .string(wanted), "usable": .bool(known.value)])
        console.print(output.json ? document.shown : sentence.text(in: till.language))
        return known.value ? .done : .conflict
    }
}

/// What a coupon gives, and for how long.
struct CouponOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What it takes off: percent, or an amount of money.", valueName: "amount"))
    var amount: TypedAmount?
    @Option(help: ArgumentHelp("percent, fixed_cart, fixed_product, or a kind of a plugin.", valueName: "kind"))
    var type: String?
    @Option(help: ArgumentHelp("A description for the shop's staff.", valueName: "text"))
    var description: String?
    @Option(help: ArgumentHelp("How often it can be used.", valueName: "count"))
    var limit: Int?
    @Option(help: ArgumentHelp("The least that an order comes to.", valueName: "amount"))
    var minimum: TypedAmount?
    @Option(help: ArgumentHelp("The last day, as 2026-11-30.", valueName: "day"))
    var until: CalendarDay?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is 1 or more.") }
    }

    func change(code: String? = nil) -> CouponChange {
        // The shop takes the first moment at which a coupon cannot be used any more.
        CouponChange(
            code: code, amount: amount?.amount, discountType: type, summary: description, usageLimit: limit,
            minimumAmount: minimum?.amount, expires: until.map { ($0 + 1).text })
    }
}

struct CreateCoupon: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Makes a coupon.",
        discussion: "A coupon with this code and all of this is the result, so the command may be repeated.")

    @Argument(help: ArgumentHelp("The code that customers name. The shop keeps it in lower case.", valueName: "code"))
    var code: String
    @OptionGroup var options: CouponOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func validate() throws {
        guard !Coupon.name(code).isEmpty else { throw ValidationError("A coupon has a code.") }
        guard options.amount != nil else { throw ValidationError("Name an --amount.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let change = options.change(code: code)
        let made = try await till.ask { CouponAction.createCoupon(change, $0) }
        console.print(output.json ? made.json.shown : made.row.printable)
        return .done
    }
}

struct UpdateCoupon: TillCommand {
    static let configuration = CommandConfiguration(commandName: "update", abstract: "Changes a coupon.")

    @OptionGroup var coupon: CouponCode
    @OptionGroup var options: CouponOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func validate() throws {
        if options.change() == CouponChange() { throw ValidationError("Name something to change.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (id, change) = (try await till.coupon(coupon.code), options.change())
        let changed = try await till.ask { CouponAction.updateCoupon(id, change, $0) }
        console.print(output.json ? changed.json.shown : changed.row.printable)
        return .done
    }
}

struct DeleteCoupon: TillCommand {
    static let configuration = CommandConfiguration(commandName: "delete", abstract: "Deletes a coupon for good.")

    @OptionGroup var coupon: CouponCode
    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let id = try await till.coupon(coupon.code)
        try await till.ask { CouponAction.deleteCoupon(id, $0) }
        console.print(till.language.text("coupons.deleted", ["code": coupon.code]).printable)
        return .done
    }
}

extension LiveTill {
    /// The id of the coupon with this code, as the shop has it now.
    fileprivate func coupon(_ code: String) async throws(Failure) -> Int64 {
        let known = try await ask { CouponAction.retrieveCouponByCode(code, $0) }
        if let failure = known.failure { throw failure }
        return known.value.id
    }
}
