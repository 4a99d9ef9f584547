/// An order's number within its site, WooCommerce's `id`.
package struct OrderID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
    package var description: String { String(rawValue) }

    /// Whether the order was made at this till while its shop could not be asked. The till gives such an order a negative id,
    /// which it keeps for ever; the shop knows the order by another one (docs/decisions/0064).
    package var isLocal: Bool { rawValue < 0 }

    /// The id that somebody typed: `1042`, or `L5` for an order that was made at this till.
    package init?(typed text: String) {
        let isLocal = text.first == "L" || text.first == "l"
        let digits = isLocal ? text.dropFirst() : Substring(text)
        guard let number = Int64(digits), number >= 0, digits.first?.isNumber == true else { return nil }
        self.init(rawValue: isLocal ? -number : number)
    }

    /// The number that people see before the shop has given one: `L5`.
    package var localNumber: String { "L\(rawValue.magnitude)" }

    /// The number for people where nothing but the id is at hand: `1042`, or `L5` for an order that was made at this till.
    package var written: String { isLocal ? localNumber : description }
}
