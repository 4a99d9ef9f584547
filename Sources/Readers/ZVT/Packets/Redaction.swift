/// A telegram's copy that may be traced and stored: same length, and only what is understood and harmless shows.
///
/// It starts out erased (`EE`). Decoding brings back, field by field, what it has recognised; so card data stays
/// hidden in a telegram that breaks off, in tags nobody knows, and behind an error.
struct Redaction {
    static let erased: UInt8 = 0xEE

    private let original: [UInt8]
    private(set) var bytes: [UInt8]

    init(of original: [UInt8]) {
        self.original = original
        bytes = Array(repeating: Self.erased, count: original.count)
    }

    /// Brings back bytes that are harmless.
    mutating func keep(_ range: Range<Int>) {
        bytes.replaceSubrange(range, with: original[range])
    }

    /// Zeroes card or key data, and returns the zeroes as the content.
    mutating func zero(_ range: Range<Int>) -> [UInt8] {
        let zeroes = [UInt8](repeating: 0, count: range.count)
        bytes.replaceSubrange(range, with: zeroes)
        return zeroes
    }

    /// Keeps an account number's last four digits, and returns the masked content.
    mutating func maskAccountNumber(_ range: Range<Int>) -> [UInt8] {
        let masked = CardData.maskingAccountNumber(original[range])
        bytes.replaceSubrange(range, with: masked)
        return masked
    }

    /// Keeps text, with card numbers in it masked, and returns the content. Bytes that are no text stay erased.
    mutating func maskText(_ range: Range<Int>) -> [UInt8] {
        let masked = CardData.maskingText(original[range])
        let isText = masked.reversed().drop { $0 == 0 }.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        if isText { bytes.replaceSubrange(range, with: masked) }
        return masked
    }
}

/// Recognises and hides card numbers.
enum CardData {
    /// Digits of a card number (ISO/IEC 7812).
    static let digitCount = 13...19
    static let shownDigits = 4

    /// Nibbles of BMP 22 with all digits before the last four made `E`; separator and padding stay, and nothing
    /// that follows a separator does, for that is the expiry and service code of a track.
    static func maskingAccountNumber(_ packed: some Collection<UInt8>) -> [UInt8] {
        var nibbles = packed.flatMap { [$0 >> 4, $0 & 0x0F] }
        let unpadded = nibbles.count - nibbles.reversed().prefix { $0 == 0x0F }.count
        let numberEnd = nibbles.firstIndex(of: 0x0D) ?? unpadded
        for index in nibbles.indices {
            let isLast = index < numberEnd && index >= numberEnd - shownDigits
            let isDigit = nibbles[index] <= 9
            let isFrame = nibbles[index] == 0x0F || index == numberEnd && nibbles[index] == 0x0D
            if !(isLast && isDigit || isFrame) { nibbles[index] = 0x0E }
        }
        return stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    }

    /// Text in which each run of 13 to 19 digits that passes the Luhn check, grouped by single blanks or hyphens or
    /// not, has `*` for all but its last four digits, and for all of what a track's separator joins to it.
    static func maskingText(_ text: some Collection<UInt8>) -> [UInt8] {
        var bytes = Array(text)
        var start = 0
        while let run = digitRun(in: bytes, from: start) {
            if digitCount.contains(run.count), passesLuhn(run.map { bytes[$0] - 0x30 }) {
                for index in run.dropLast(shownDigits) { bytes[index] = UInt8(ascii: "*") }
                maskDiscretionaryData(&bytes, after: run[run.count - 1] + 1)
            }
            start = run[run.count - 1] + 1
        }
        return bytes
    }

    /// The positions of the next digits that belong together.
    private static func digitRun(in bytes: [UInt8], from start: Int) -> [Int]? {
        guard let first = bytes[start...].firstIndex(where: isDigit) else { return nil }
        var positions = [first]
        var index = first + 1
        while index < bytes.count {
            if isDigit(bytes[index]) {
                positions.append(index)
            } else if !isSeparator(bytes[index]) || index + 1 == bytes.count || !isDigit(bytes[index + 1]) {
                break
            }
            index += 1
        }
        return positions
    }

    private static func maskDiscretionaryData(_ bytes: inout [UInt8], after position: Int) {
        guard position < bytes.count, [UInt8(ascii: "="), UInt8(ascii: "D")].contains(bytes[position]) else { return }
        var index = position + 1
        while index < bytes.count, isDigit(bytes[index]) {
            bytes[index] = UInt8(ascii: "*")
            index += 1
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") }

    static func passesLuhn(_ digits: [UInt8]) -> Bool {
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let value = Int(digit) * (place.isMultiple(of: 2) ? 1 : 2)
            sum += value > 9 ? value - 9 : value
        }
        return sum.isMultiple(of: 10)
    }
}
