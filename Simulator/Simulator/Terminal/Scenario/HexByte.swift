/// A byte, written as two hexadecimal digits in a scenario file.
package struct HexByte: Hashable, Codable, Sendable, ExpressibleByIntegerLiteral {
    package var value: UInt8

    package init(_ value: UInt8) { self.value = value }
    package init(integerLiteral value: UInt8) { self.value = value }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard text.utf8.count == 2, let value = UInt8(text, radix: 16) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is no byte of two hex digits")
        }
        self.value = value
    }

    package func encode(to encoder: any Encoder) throws {
        let digits = String(value, radix: 16, uppercase: true)
        var container = encoder.singleValueContainer()
        try container.encode(digits.count == 1 ? "0" + digits : digits)
    }
}
