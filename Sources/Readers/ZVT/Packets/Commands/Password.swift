/// A six-digit password of the terminal, `000000` if none is set. It is never shown.
package struct Password: Hashable, Sendable, CustomStringConvertible {
    package static let unset = Password(packed: [0, 0, 0])

    package let packed: [UInt8]

    /// Nil unless these are six decimal digits.
    package init?(_ digits: String) {
        guard digits.utf8.count == 6, let packed = BCD.packing(digits), BCD.number(packed) != nil else { return nil }
        self.packed = packed
    }

    init(packed: [UInt8]) { self.packed = packed }

    package var description: String { "••••••" }
}
