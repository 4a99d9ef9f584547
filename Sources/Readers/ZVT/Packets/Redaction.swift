/// A telegram's copy that may be traced and stored: same length, and only what is understood and harmless shows.
///
/// It starts out erased (`EE`). Decoding brings back, field by field, what it has recognised; so card data stays
/// hidden in a telegram that breaks off, in tags nobody knows, and behind an error.
struct Redaction {
    static let erased: UInt8 = 0xEE
    /// Twelve digits: one less than a card number has.
    private static let longestPlain = 6

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

    /// Keeps packed decimal digits, or the FFFF that stands for none. Anything else in their place stays erased.
    mutating func keepDigits(_ range: Range<Int>) {
        let isNumber = BCD.isDecimal(original[range]) || original[range].allSatisfy { $0 == 0xFF }
        if isNumber { keep(range) }
    }

    /// Keeps a TLV value that is no card data by its tag, where it is too short for a card number all the same.
    mutating func keepShort(_ range: Range<Int>) {
        if range.count <= Self.longestPlain { keep(range) }
    }

    /// Keeps the application id of a chip, and returns it: zeroed where it is none, and might be a card number.
    mutating func keepApplicationID(_ range: Range<Int>) -> [UInt8] {
        let value = Array(original[range])
        guard let first = value.first, first >= 0xA0 else { return zero(range) }
        keep(range)
        return value
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

    /// Text in which each card number, grouped by single blanks or hyphens or not, has `*` for all but its last four
    /// digits, and for all of what a track's separator joins to it.
    ///
    /// A card number is 13 to 19 digits that pass the Luhn check and are no part of a longer run of digits.
    static func maskingText(_ text: some Collection<UInt8>) -> [UInt8] {
        var bytes = Array(text)
        var groups = digitGroups(in: bytes)[...]
        while !groups.isEmpty {
            guard let number = cardNumber(in: groups, of: bytes) else {
                groups.removeFirst()
                continue
            }
            for index in number.positions.dropLast(shownDigits) { bytes[index] = UInt8(ascii: "*") }
            maskDiscretionaryData(&bytes, after: number.positions[number.positions.count - 1] + 1)
            groups.removeFirst(number.groups)
        }
        return bytes
    }

    /// The longest card number that begins with the first group.
    private static func cardNumber(
        in groups: ArraySlice<Range<Int>>, of bytes: [UInt8]
    ) -> (positions: [Int], groups: Int)? {
        var positions: [Int] = []
        var found: (positions: [Int], groups: Int)?
        for (count, group) in groups.enumerated() {
            if let last = positions.last, !joins(bytes, last + 1..<group.lowerBound) { break }
            positions += group
            guard positions.count <= digitCount.upperBound else { break }
            if positions.count >= digitCount.lowerBound, passesLuhn(positions.map { bytes[$0] - 0x30 }) {
                found = (positions, count + 1)
            }
        }
        return found
    }

    private static func digitGroups(in bytes: [UInt8]) -> [Range<Int>] {
        bytes.indices.split { !isDigit(bytes[$0]) }.map { $0.startIndex..<$0.endIndex }
    }

    private static func joins(_ bytes: [UInt8], _ gap: Range<Int>) -> Bool {
        gap.count == 1 && [UInt8(ascii: " "), UInt8(ascii: "-")].contains(bytes[gap.lowerBound])
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

    static func passesLuhn(_ digits: [UInt8]) -> Bool {
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let value = Int(digit) * (place.isMultiple(of: 2) ? 1 : 2)
            sum += value > 9 ? value - 9 : value
        }
        return sum.isMultiple(of: 10)
    }
}
