/// Packed decimal digits, two a byte, the higher first.
package enum BCD {
    /// The number, or nil where a nibble is no decimal digit or the number has more than 18 digits.
    package static func number(_ bytes: some Collection<UInt8>) -> Int64? {
        guard bytes.count <= 9 else { return nil }
        var number: Int64 = 0
        for byte in bytes {
            guard isDecimal(byte) else { return nil }
            number = number * 100 + Int64(byte >> 4) * 10 + Int64(byte & 0x0F)
        }
        return number
    }

    /// Whether every nibble is a decimal digit.
    static func isDecimal(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.allSatisfy(isDecimal)
    }

    static func isDecimal(_ byte: UInt8) -> Bool { byte >> 4 <= 9 && byte & 0x0F <= 9 }

    /// The number with leading zeros in `count` bytes. Traps when it does not fit or is negative.
    package static func bytes(_ number: Int64, count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        write(number, count: count, to: &bytes)
        return bytes
    }

    /// Appends what `bytes` returns.
    static func write(_ number: Int64, count: Int, to bytes: inout [UInt8]) {
        precondition(number >= 0, "BCD has no sign")
        var rest = number
        let start = bytes.count
        for _ in 0..<count { bytes.append(0) }
        for index in (start..<bytes.count).reversed() {
            let pair = rest % 100
            bytes[index] = UInt8(pair / 10) << 4 | UInt8(pair % 10)
            rest /= 100
        }
        precondition(rest == 0, "number longer than its BCD field")
    }

    /// The nibbles as hexadecimal digits, `EEEE1234`: for fields that mix digits with masks and padding.
    package static func digits(_ bytes: some Collection<UInt8>) -> String { bytes.hex }

    /// Packs hexadecimal digits, with `F` added where their number is odd; nil where a character is none.
    package static func packing(_ digits: String) -> [UInt8]? {
        guard digits.utf8.allSatisfy(isDigit) else { return nil }
        var packed: [UInt8] = []
        write(digits, to: &packed)
        return packed
    }

    /// Appends what `packing` returns, of digits that are some.
    static func write(_ digits: String, to bytes: inout [UInt8]) {
        var high: UInt8?
        for nibble in digits.utf8.lazy.compactMap(nibble) {
            if let first = high { bytes.append(first << 4 | nibble) }
            high = high == nil ? nibble : nil
        }
        if let high { bytes.append(high << 4 | 0x0F) }
    }

    static func isDigit(_ character: UInt8) -> Bool { nibble(character) != nil }

    private static func nibble(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
