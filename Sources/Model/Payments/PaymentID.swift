/// The id of a payment attempt from its intent to its final state. It is never reused.
package struct PaymentID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package var description: String { rawValue }
}
