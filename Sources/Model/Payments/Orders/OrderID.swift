/// An order's number within its site, WooCommerce's `id`.
package struct OrderID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
    package var description: String { String(rawValue) }
}
