/// A part of an amount, exactly: a fraction of whole minor units, which is rounded only where it is shown.
struct ShopShare {
    let numerator: Int128
    let denominator: Int128

    /// The nearest whole number of minor units. Halves go away from zero, or towards it.
    func rounded(halvesUp: Bool = true) -> Int64 {
        let doubled = numerator.magnitude * 2
        let divisor = denominator.magnitude
        let units = halvesUp ? (doubled + divisor) / (divisor * 2) : (doubled + divisor - 1) / (divisor * 2)
        let clamped = Int64(clamping: units)
        return numerator < 0 ? -clamped : clamped
    }

    /// The amount of one of `count`, with the decimals of a price: `3.02521`.
    /// - Parameter minorDigits: the decimals of the minor unit.
    func price(of count: Int64, minorDigits: Int) -> String {
        guard count > 0 else { return "0" }
        let more = max(0, Self.priceDecimals - minorDigits)
        let power = (0..<more).reduce(Int128(1)) { power, _ in power * 10 }
        let units = ShopShare(numerator: numerator * power, denominator: denominator * Int128(count)).rounded()
        var text = ShopRules().text(units, decimals: minorDigits + more)
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return text
    }

    private static let priceDecimals = 6
}
