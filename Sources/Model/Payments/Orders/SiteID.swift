/// The shop of an order. Zero is the embedded shop.
package struct SiteID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
    package var description: String { String(rawValue) }

    package static let embedded = SiteID(rawValue: 0)
}
