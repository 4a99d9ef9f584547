import Model

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
        let masked = CardData.masked(Array(original[range]))
        let isText = masked.reversed().drop { $0 == 0 }.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        if isText { bytes.replaceSubrange(range, with: masked) }
        return masked
    }
}

extension CardData {
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
}
