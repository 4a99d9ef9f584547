import Foundation

/// Bytes as pairs of lower-case hexadecimal digits.
package enum Hexadecimal {
    package static func text(_ bytes: Data) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Nil for anything but pairs of hexadecimal digits.
    package static func bytes(_ text: some StringProtocol) -> Data? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count % 2 == 0 else { return nil }
        return Data(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
    }
}
