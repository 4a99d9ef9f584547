/// Packed decimal digits: two per byte, the higher first.
package enum BCD {
    /// The number; nil when a nibble is not a decimal digit or there are more than 18 digits.
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

    /// The number in `count` bytes with leading zeros. Traps when it is negative or does not fit.
    package static func bytes(_ number: Int64, count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        write(number, count: count, to: &bytes)
        return bytes
    }

    /// Appends the result of `bytes`.
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

    /// Packs hexadecimal digits, padded with `F` to an even count; nil when a character is not a digit.
    package static func packing(_ digits: String) -> [UInt8]? {
        guard isDigits(digits) else { return nil }
        var packed: [UInt8] = []
        write(digits, to: &packed)
        return packed
    }

    /// Whether every character is a hexadecimal digit.
    static func isDigits(_ digits: String) -> Bool {
        var digits = digits
        return digits.withUTF8 { $0.allSatisfy(isDigit) }
    }

    /// Appends the result of `packing` for valid digits.
    static func write(_ digits: String, to bytes: inout [UInt8]) {
        var (digits, high) = (digits, UInt8?.none)
        digits.withUTF8 { digits in
            for digit in digits {
                guard let nibble = nibble(digit) else { continue }
                if let first = high { bytes.append(first << 4 | nibble) }
                high = high == nil ? nibble : nil
            }
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
