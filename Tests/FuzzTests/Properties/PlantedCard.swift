/// A card number that is planted in an input and looked for in every output.
enum PlantedCard {
    /// A number that passes every check. Packed, it contains control characters, as most do, and no byte that is a
    /// field's number; otherwise a mutation could turn it into several valid fields in a row.
    static let number = "4012001036141113"
    static let text = Array(number.utf8)
    static let packed: [UInt8] = [0x40, 0x12, 0x00, 0x10, 0x36, 0x14, 0x11, 0x13]
    /// Track 2, packed: the number, a separator, expiry, service code and the bank's own data.
    static let track: [UInt8] = packed + [0xD2, 0x81, 0x22, 0x01, 0x54, 0x32, 0x12, 0x34, 0x5F]

    /// The packed number shifted by half a byte, without the first and the last digit.
    private static let shifted = zip(packed, packed.dropFirst()).map { $0 << 4 | $1 >> 4 }

    /// Whether the number occurs as packed digits on either half of a byte, or as characters that are no part of a
    /// longer number.
    static func shows(in bytes: [UInt8]) -> Bool {
        if contains(bytes, packed) || contains(bytes, shifted) { return true }
        return contains(bytes, text) && shows(in: String(decoding: bytes, as: UTF8.self))
    }

    static func shows(in string: String) -> Bool {
        guard string.utf8.count >= text.count else { return false }
        return string.utf8.split { !(0x30...0x39).contains($0) }.contains { $0.elementsEqual(text) }
    }

    private static func contains(_ bytes: [UInt8], _ pattern: [UInt8]) -> Bool {
        guard bytes.count >= pattern.count else { return false }
        return (0...bytes.count - pattern.count).contains { start in
            bytes[start] == pattern[0] && bytes[start...].starts(with: pattern)
        }
    }
}
