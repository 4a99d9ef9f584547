/// An exact amount: whole minor units of one currency. There is no floating point anywhere in Till.
package struct Money: Hashable, Codable, Sendable {
    /// 1250 is 12.50 EUR.
    package let minorUnits: Int64
    package let currency: Currency

    package init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// The greatest amount that a terminal can be asked for or can tell: twelve digits (ZVT BMP 04, EMV tag 9F02).
    package static let mostMinorUnits: Int64 = 999_999_999_999

    package static func zero(_ currency: Currency) -> Money { Money(minorUnits: 0, currency: currency) }
}

extension Money {
    /// Reads `12.50`, `12,50`, `12`, `-0.05` exactly: ASCII digits with a point or comma as decimal sign. Grouping,
    /// exponents and signs other than a leading minus are refused, and so are more decimals than the currency has:
    /// `12.505` EUR is not rounded.
    package init(parsing text: String, currency: Currency) throws(MoneyError) {
        let sign = text.utf8.prefix { $0 == UInt8(ascii: "-") }
        guard sign.count <= 1 else { throw .malformed(text) }
        let digits = text.utf8.dropFirst(sign.count)
        let point = digits.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
        let whole = digits[..<(point ?? digits.endIndex)]
        let fraction = digits[(point ?? digits.endIndex)...].dropFirst()
        guard Self.areDigits(whole), point == nil || Self.areDigits(fraction) else { throw .malformed(text) }
        let missing = currency.exponent - fraction.count
        guard missing >= 0 else { throw .tooManyDecimals(text, allowed: currency.exponent) }
        // The sign is added separately, because the smallest Int64 has no positive counterpart.
        let padded = Array(sign) + whole + fraction + repeatElement(UInt8(ascii: "0"), count: missing)
        guard let minorUnits = Int64(String(decoding: padded, as: UTF8.self)) else { throw .outOfRange(text) }
        self.init(minorUnits: minorUnits, currency: currency)
    }

    private static func areDigits(_ text: Substring.UTF8View) -> Bool {
        !text.isEmpty && text.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The digits with the currency's decimals, `12.50`; `separator` is the locale's decimal sign.
    package func formatted(separator: String = ".") -> String {
        let digits = String(minorUnits.magnitude)
        let sign = minorUnits < 0 ? "-" : ""
        guard currency.exponent > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, currency.exponent + 1 - digits.count)) + digits
        return sign + padded.dropLast(currency.exponent) + separator + padded.suffix(currency.exponent)
    }

    /// The sum. Throws if the currencies differ or the result does not fit.
    package func adding(_ other: Money) throws(MoneyError) -> Money {
        guard currency == other.currency else { throw .currencyMismatch(currency, other.currency) }
        let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
        guard !overflow else { throw .overflow }
        return Money(minorUnits: sum, currency: currency)
    }

    /// The difference. Throws if the currencies differ or the result does not fit.
    package func subtracting(_ other: Money) throws(MoneyError) -> Money {
        guard currency == other.currency else { throw .currencyMismatch(currency, other.currency) }
        let (difference, overflow) = minorUnits.subtractingReportingOverflow(other.minorUnits)
        guard !overflow else { throw .overflow }
        return Money(minorUnits: difference, currency: currency)
    }
}

extension Money: CustomStringConvertible {
    /// `12.50 EUR`.
    package var description: String { "\(formatted()) \(currency.code)" }
}
