/// A currency of ISO 4217: its letters, its number, and the decimal digits of its minor unit.
///
/// Amounts in Till are whole minor units, so the exponent decides how an amount is written, never how it is stored.
package struct Currency: Hashable, Sendable {
    /// Three capital letters, `EUR`.
    package let code: String
    /// The ISO number, `978`; terminals send it as BCD (ZVT BMP 49).
    package let number: Int
    /// Decimal digits of the minor unit: 0 (JPY) to 4 (CLF).
    package let exponent: Int

    /// The currency with these letters, in any case; nil if ISO 4217 has no such currency in use.
    package init?(code: String) {
        guard let found = Self.byCode[code.uppercased()] else { return nil }
        self = found
    }

    /// The currency of an amount that a shop or the journal tells: one in use or, for old orders, one that was withdrawn lately.
    package init?(told code: String) {
        guard let found = Self(code: code) ?? Self.withdrawnByCode[code.uppercased()] else { return nil }
        self = found
    }

    /// The currency with this ISO number; nil if ISO 4217 has no such currency in use.
    package init?(number: Int) {
        guard let found = Self.byNumber[number] else { return nil }
        self = found
    }

    init(_ code: String, _ number: Int, _ exponent: Int) {
        self.code = code
        self.number = number
        self.exponent = exponent
    }

    package static let eur = Currency("EUR", 978, 2)

    static let byCode = Dictionary(uniqueKeysWithValues: iso4217.map { ($0.code, $0) })
    private static let withdrawnByCode = Dictionary(uniqueKeysWithValues: withdrawn.map { ($0.code, $0) })
    static let byNumber = Dictionary(uniqueKeysWithValues: iso4217.map { ($0.number, $0) })
}

extension Currency: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let code = try container.decode(String.self)
        guard let found = Currency(told: code) else {
            throw DecodingError.mistake(in: container, Sentence("detail.json.noCurrency", ["code": code]))
        }
        self = found
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}
