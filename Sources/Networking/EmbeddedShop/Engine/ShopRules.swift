import Foundation
import Model

/// What the shop's settings decide.
package struct ShopRules: Sendable {
    /// The shop's address, without a slash at its end; nil for a shop without addresses.
    package var home: String?
    /// What the shop calls itself.
    package var name = ShopTemplate.name
    package var currency: String
    /// The decimals of amounts.
    package var decimals: Int
    package var pricesIncludeTax: Bool
    package var country: String
    /// How far the shop's clock is ahead of UTC, in whole minutes.
    package var utcOffset: TimeInterval
    /// Whether the plugin for shipment tracking is there.
    package var hasTracking: Bool
    /// The extensions for card payments in person that the shop has.
    package var cardPayments: Set<PaymentGatewayExtension>

    package init(
        home: String? = nil, currency: String = "EUR", decimals: Int = 2, pricesIncludeTax: Bool = true,
        country: String = "DE", utcOffset: TimeInterval = 0, hasTracking: Bool = false,
        cardPayments: Set<PaymentGatewayExtension> = []
    ) {
        self.home = home
        self.currency = currency
        self.decimals = decimals
        self.pricesIncludeTax = pricesIncludeTax
        self.country = country
        self.utcOffset = utcOffset
        self.hasTracking = hasTracking
        self.cardPayments = cardPayments
    }

    /// The version of WooCommerce whose answers these imitate.
    package static let version = "11.0.1"

    /// The rules with what was changed in the settings.
    func with(_ settings: [ShopDocument]) -> ShopRules {
        var rules = self
        for entry in settings.compactMap(ShopEntry.init) {
            let value = entry.text("value")
            switch entry.text("id") {
            case "woocommerce_currency": rules.currency = value
            case "woocommerce_price_num_decimals": rules.decimals = min(max(0, Int(value) ?? decimals), 4)
            case "woocommerce_prices_include_tax": rules.pricesIncludeTax = value == "yes"
            default: break
            }
        }
        return rules
    }

    /// An address within the shop; empty for a shop without addresses.
    func address(_ path: String) -> String { home.map { "\($0)/\(path)" } ?? "" }

    func link(_ path: String) -> String { address("wp-json/\(path)") }

    var currencySymbol: String { Self.symbols[currency] ?? currency }
    private static let symbols = [
        "EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "CHF": "CHF", "OMR": "ر.ع.", "KWD": "د.ك",
    ]

    /// A time on the shop's clock.
    func local(_ time: Date) -> JSONValue { .string(ShopTime.text(time.addingTimeInterval(utcOffset))) }
}

extension ShopRules {
    /// An amount in whole minor units as text: `12.50`.
    func text(_ units: Int64, decimals: Int? = nil) -> String {
        let decimals = decimals ?? self.decimals
        let digits = String(units.magnitude)
        let sign = units < 0 ? "-" : ""
        guard decimals > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }

    func amount(_ units: Int64) -> JSONValue { .string(text(units)) }

    /// An amount as a number in JSON.
    func number(_ units: Int64) -> JSONValue { .number(text(units)) }

    /// The greatest amount that is read; sums of as many as a request can name fit into 64 bits.
    static let greatest: Int64 = 1_000_000_000_000_000

    /// Reads a decimal number as whole minor units, rounded half up. Nil when it is none or too great.
    func units(_ text: String) -> Int64? {
        let sign = text.hasPrefix("-")
        let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), text.utf8.count <= 30, parts[0].count + (parts.last?.count ?? 0) > 0,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        let fraction = (parts.count == 2 ? String(parts[1]) : "") + String(repeating: "0", count: decimals + 1)
        guard let whole = Int64(parts[0].isEmpty ? "0" : parts[0]), whole < Self.greatest,
            let kept = Int64("0" + fraction.prefix(decimals))
        else { return nil }
        let power = (0..<decimals).reduce(Int64(1)) { power, _ in power * 10 }
        let (product, overflow) = whole.multipliedReportingOverflow(by: power)
        let rounded = fraction.dropFirst(decimals).first.map { $0 >= "5" } ?? false
        guard !overflow, product < Self.greatest else { return nil }
        let units = product + kept + (rounded ? 1 : 0)
        return sign ? -units : units
    }

    func units(_ value: JSONValue?) -> Int64? { value?.asPlain.flatMap(units) }
}
