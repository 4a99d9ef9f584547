import Model

/// Two copies of a telegram from which decoding removes card data in place.
struct Redaction {
    static let erased: UInt8 = 0xEE
    /// The most bytes that may stay plain: twelve digits, one less than a card number has.
    private static let longestPlain = 6
    private static let usualTexts = 4

    /// The bytes for decoded values: the telegram without the card data that was recognised.
    private(set) var content: [UInt8]
    /// The bytes for traces and storage, of the same length: only what is understood and harmless shows.
    ///
    /// They start out erased (`EE`), and decoding restores field by field what it recognises. So card data stays hidden in a
    /// truncated telegram, in unknown tags, and behind an error.
    private(set) var bytes: [UInt8]
    /// The ranges of text in the telegram.
    private(set) var texts: [Range<Int>] = []

    init(of telegram: [UInt8]) {
        content = telegram
        bytes = Array(repeating: Self.erased, count: telegram.count)
    }

    /// The copy for traces. Each field is harmless; when digits of adjacent fields could form a card number, only the header
    /// is shown.
    func traceable(header: Int) -> [UInt8] {
        guard hasDigitsAcrossFields else { return bytes }
        return bytes.prefix(header) + Array(repeating: Self.erased, count: bytes.count - header)
    }

    /// Whether too many digits stand in a row as text without belonging to one text. A text with one or two digits beside it
    /// is that text and the number of the next field, unless together they are a card number.
    private var hasDigitsAcrossFields: Bool {
        // One probe per stride hits every run that is long enough.
        stride(from: Self.longestPlain, to: bytes.count, by: Self.longestPlain + 1).contains { place in
            guard Self.isDigit(bytes[place]) else { return false }
            let start = bytes[..<place].lastIndex { !Self.isDigit($0) }.map { $0 + 1 } ?? 0
            let end = bytes[place...].firstIndex { !Self.isDigit($0) } ?? bytes.count
            return end - start > Self.longestPlain && leavesItsText(start..<end)
        }
    }

    private func leavesItsText(_ digits: Range<Int>) -> Bool {
        let beside = digits.count - (texts.lazy.map { $0.clamped(to: digits).count }.max() ?? 0)
        return beside > Self.mostBesideText || beside > 0 && CardData.isNumber(digits.map { bytes[$0] - 0x30 })
    }

    private static let mostBesideText = 2

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// A saved part of both copies. Saving the whole copies for every part would be slow.
    struct Part {
        fileprivate let range: Range<Int>
        fileprivate let content: [UInt8]
        fileprivate let bytes: [UInt8]
    }

    func part(_ range: Range<Int>) -> Part {
        Part(range: range, content: Array(content[range]), bytes: Array(bytes[range]))
    }

    mutating func restore(_ part: Part) {
        content.replaceSubrange(part.range, with: part.content)
        bytes.replaceSubrange(part.range, with: part.bytes)
    }

    /// Restores harmless bytes.
    mutating func keep(_ range: Range<Int>) {
        for index in range { bytes[index] = content[index] }
    }

    /// Overwrites card data or keys with zeros.
    mutating func zero(_ range: Range<Int>) {
        for index in range { content[index] = 0 }
        keep(range)
    }

    /// Keeps an account number's last four digits.
    mutating func maskAccountNumber(_ range: Range<Int>) {
        CardData.maskAccountNumber(&content, in: range)
        keep(range)
    }

    /// Keeps packed decimal digits, or the FFFF that stands for none. Any other content stays erased.
    mutating func keepDigits(_ range: Range<Int>) {
        let isNumber = range.allSatisfy { BCD.isDecimal(content[$0]) } || range.allSatisfy { content[$0] == 0xFF }
        if isNumber { keep(range) }
    }

    /// Keeps a TLV value that is no card data by its tag, if it is too short for a card number.
    mutating func keepShort(_ range: Range<Int>) {
        if range.count <= Self.longestPlain { keep(range) }
    }

    /// Keeps a chip's application id; a value that is none, and could be a card number, is overwritten with zeros.
    mutating func keepApplicationID(_ range: Range<Int>) {
        guard let first = content[range].first, first >= 0xA0, !CardData.isIn(Array(content[range])) else {
            return zero(range)
        }
        keep(range)
    }

    /// Keeps text with its card numbers masked. Bytes that are not text stay erased.
    mutating func maskText(_ range: Range<Int>) {
        if texts.isEmpty { texts.reserveCapacity(Self.usualTexts) }
        texts.append(range)
        if CardData.mayBeIn(content[range]) {
            content.replaceSubrange(range, with: CardData.masked(Array(content[range])))
        }
        let isText = content[range].reversed().drop { $0 == 0 }.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        if isText { keep(range) }
    }
}

extension CardData {
    /// Replaces every nibble of BMP 22 before the last four digits by `E`. Separator and padding stay; everything behind a
    /// separator is erased, since it is a track's expiry date and service code.
    static func maskAccountNumber(_ packed: inout [UInt8], in range: Range<Int>) {
        let nibbles = 2 * range.lowerBound..<2 * range.upperBound
        let padding = nibbles.reversed().prefix { nibble($0, of: packed) == 0x0F }.count
        let separator = nibbles.first { nibble($0, of: packed) == 0x0D }
        let end = separator ?? nibbles.upperBound - padding
        for index in nibbles {
            let value = nibble(index, of: packed)
            let isLast = index < end && index >= end - shownDigits && value <= 9
            let isFrame = value == 0x0F || index == separator
            if !isLast, !isFrame { packed[index / 2] = masked(packed[index / 2], high: index.isMultiple(of: 2)) }
        }
    }

    private static func nibble(_ index: Int, of packed: [UInt8]) -> UInt8 {
        index.isMultiple(of: 2) ? packed[index / 2] >> 4 : packed[index / 2] & 0x0F
    }

    private static func masked(_ byte: UInt8, high: Bool) -> UInt8 { high ? 0xE0 | byte & 0x0F : byte & 0xF0 | 0x0E }

    /// Whether bytes of unknown meaning hold a card number, as text or as packed digits from any nibble on.
    static func isIn(_ bytes: [UInt8]) -> Bool {
        isPacked(in: bytes) || mayBeIn(bytes[...]) && masked(bytes) != bytes
    }

    private static func isPacked(in bytes: [UInt8]) -> Bool {
        let end = 2 * bytes.count
        var start = 0
        for place in 0...end where place == end || nibble(place, of: bytes) > 9 {
            if isNumber(within: start..<place, of: bytes) { return true }
            start = place + 1
        }
        return false
    }

    /// Looks for a card number in packed digits, from any digit on.
    private static func isNumber(within run: Range<Int>, of bytes: [UInt8]) -> Bool {
        run.dropLast(digitCount.lowerBound - 1).contains { start in
            // No issuer's number begins with 0 or 1, which are frequent in other runs of digits.
            nibble(start, of: bytes) > 1
                && digitCount.contains { count in
                    start + count <= run.upperBound
                        && isNumber((start..<start + count).map { nibble($0, of: bytes) })
                }
        }
    }
}
