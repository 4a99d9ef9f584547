/// The schemes by which terminals count, in the order of ZVT's BMP 60.
package enum CardScheme: String, Hashable, Codable, Sendable, CaseIterable {
    case girocard, jcb, mastercard, americanExpress, visa, diners, other
}
