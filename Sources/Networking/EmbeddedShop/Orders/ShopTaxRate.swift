/// A tax rate, in ten-thousandths of a percent.
struct ShopTaxRate: Hashable {
    let id: Int64
    let name: String
    let country: String
    let rate: Int64

    private static let whole: Int128 = 1_000_000

    /// Nil when the rate is for another class or country.
    init?(_ entry: ShopEntry, class wanted: String, country: String) {
        let place = entry.text("country")
        guard entry.text("class") == wanted, place.isEmpty || place == country,
            let rate = ShopRules(decimals: 4).units(entry.text("rate")), (0...Int64(Self.whole)).contains(rate)
        else { return nil }
        id = entry.id
        name = entry.text("name")
        self.country = place
        self.rate = rate
    }

    func tax(onNet units: Int64) -> ShopShare {
        ShopShare(numerator: Int128(units) * Int128(rate), denominator: Self.whole)
    }

    /// The part of a gross amount that is this tax, when these rates are in it.
    func tax(inGross units: Int64, with rates: [ShopTaxRate]) -> ShopShare {
        ShopShare(numerator: Int128(units) * Int128(rate), denominator: Self.divisor(rates))
    }

    static func net(ofGross units: Int64, with rates: [ShopTaxRate]) -> ShopShare {
        ShopShare(numerator: Int128(units) * whole, denominator: divisor(rates))
    }

    private static func divisor(_ rates: [ShopTaxRate]) -> Int128 { rates.reduce(whole) { $0 + Int128($1.rate) } }

    var code: String { country.isEmpty ? "\(name)-\(id)" : "\(country)-\(name.uppercased())-\(id)" }

    /// The rate as a number: 19, or 5.5.
    var percent: JSONValue {
        var text = ShopRules().text(rate, decimals: 4)
        while text.hasSuffix("0") { text.removeLast() }
        return .number(text.hasSuffix(".") ? String(text.dropLast()) : text)
    }
}
