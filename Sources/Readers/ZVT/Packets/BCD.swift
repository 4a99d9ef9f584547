/// Packed decimal digits, two a byte, the higher first.
public enum BCD {
    /// The number, or nil where a nibble is no decimal digit or the number has more than 18 digits.
    public static func number(_ bytes: some Collection<UInt8>) -> Int64? {
        guard bytes.count <= 9, isDecimal(bytes) else { return nil }
        return bytes.reduce(0) { $0 * 100 + Int64($1 >> 4) * 10 + Int64($1 & 0x0F) }
    }

    /// Whether every nibble is a decimal digit.
    static func isDecimal(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.allSatisfy { $0 >> 4 <= 9 && $0 & 0x0F <= 9 }
    }

    /// The number with leading zeros in `count` bytes. Traps when it does not fit or is negative.
    public static func bytes(_ number: Int64, count: Int) -> [UInt8] {
        precondition(number >= 0, "BCD has no sign")
        var rest = number
        var bytes = [UInt8](repeating: 0, count: count)
        for index in bytes.indices.reversed() {
            let pair = rest % 100
            bytes[index] = UInt8(pair / 10) << 4 | UInt8(pair % 10)
            rest /= 100
        }
        precondition(rest == 0, "number longer than its BCD field")
        return bytes
    }

    /// The nibbles as hexadecimal digits, `EEEE1234`: for fields that mix digits with masks and padding.
    public static func digits(_ bytes: some Collection<UInt8>) -> String { bytes.hex }

    /// Packs hexadecimal digits, with `F` added where their number is odd; nil where a character is none.
    public static func packing(_ digits: String) -> [UInt8]? {
        let nibbles = digits.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) }
        guard nibbles.allSatisfy({ $0 != nil }) else { return nil }
        let padded = nibbles.compactMap(\.self) + (nibbles.count.isMultiple(of: 2) ? [] : [0x0F])
        return stride(from: 0, to: padded.count, by: 2).map { padded[$0] << 4 | padded[$0 + 1] }
    }
}
