/// Hides card data in text. It is the only redactor, for terminal texts, texts of a shop, and logs.
///
/// The last four digits of a card number (ISO/IEC 7812) stay. The rest of a magnetic track, with the cardholder's name,
/// and a date after a word for a card's expiry are hidden completely. Every other character stays in its place, so that
/// a line keeps its width.
///
/// Not found are numbers spelled out in words, numbers in a picture, and numbers with a wrong check digit.
package enum CardData {
    /// How many digits a card number has.
    package static let digitCount = 13...19
    /// How many digits of a card number may be shown.
    package static let shownDigits = 4

    /// The text without card data.
    package static func masked(_ text: String) -> String {
        maskedIfNeeded(text) ?? text
    }

    /// A shop's or a person's text without card data. "Valid until 2027" may concern a voucher there: a date counts as
    /// a card's only if there is a card number as well.
    package static func masked(written text: String) -> String {
        maskedIfAny(written: text) ?? text
    }

    /// The text with its card data masked, as `masked(written:)` masks it; nil if there is no card data.
    package static func maskedIfAny(written text: String) -> String? { maskedIfNeeded(text, .besideNumber) }

    /// Nil if there is no card data.
    private static func maskedIfNeeded(_ text: String, _ expiry: CardDataScan.Expiry = .announced) -> String? {
        let mayBeThere =
            expiry == .besideNumber
            ? CardDataScan.mayFindCardData(inWritten: text) : CardDataScan.mayFindCardData(in: text)
        guard mayBeThere else { return nil }
        guard let hidden = CardDataScan(text.unicodeScalars.map(\.value)).cardData(expiry) else { return nil }
        var masked = String.UnicodeScalarView()
        for (scalar, isHidden) in zip(text.unicodeScalars, hidden) { masked.append(isHidden ? "*" : scalar) }
        return String(masked)
    }

    /// A quick check that avoids the thorough one: false if there are too few digits for a card number and no `^`,
    /// which follows numbers of any length on a track.
    package static func mayBeIn(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count { (0x30...0x39).contains($0) } >= digitCount.lowerBound || bytes.contains(UInt8(ascii: "^"))
    }

    /// Text in a one-byte character set without card numbers and tracks. Expiry dates stay, because an inspector may
    /// show them.
    package static func masked(_ bytes: [UInt8]) -> [UInt8] {
        guard let hidden = CardDataScan(bytes.map(UInt32.init)).cardData(.shown) else { return bytes }
        return zip(bytes, hidden).map { byte, isHidden in isHidden ? UInt8(ascii: "*") : byte }
    }

    /// A terminal's text in a one-byte character set without card data.
    package static func masked(printed bytes: [UInt8]) -> [UInt8] {
        guard let hidden = CardDataScan(bytes.map(UInt32.init)).cardData(.announced) else { return bytes }
        return zip(bytes, hidden).map { byte, isHidden in isHidden ? UInt8(ascii: "*") : byte }
    }

    /// Lines that belong together, without card data, even if it is split over two of them.
    package static func masked(lines: [String]) -> [String] {
        guard let masked = maskedIfNeeded(lines.joined(separator: "\n")) else { return lines }
        return masked.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Lines of a shop or a person without card data; their number stays the same.
    package static func masked(writtenLines lines: [String]) -> [String] {
        guard let masked = maskedIfNeeded(lines.joined(separator: "\n"), .besideNumber) else { return lines }
        let parts = masked.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // Lines that contain a line break are masked one by one.
        return parts.count == lines.count ? parts : lines.map(Self.masked(written:))
    }

    /// How many of the last lines end in digits that may begin a card number whose rest is still to come.
    package static func openLines(_ lines: [String]) -> Int {
        let end = lines.suffix(mostOpenLines)
        let symbols = Array(end.map { Array($0.unicodeScalars.map(\.value)) }.joined(separator: [0x0A]))
        guard let start = CardNumberScan.startOfOpenNumber(in: symbols) else { return 0 }
        var place = 0
        for (index, line) in end.enumerated() {
            place += line.unicodeScalars.count + 1
            if start < place { return end.count - index }
        }
        return 0
    }

    /// Text in a one-byte character set that other text will follow. Digits at its end that may begin a card number are
    /// masked if they are more than may be shown.
    package static func maskedEnd(_ bytes: [UInt8]) -> [UInt8] {
        var masked = bytes
        for place in digitsAtEnd(bytes.map(UInt32.init)) { masked[place] = UInt8(ascii: "*") }
        return masked
    }

    /// Lines that other lines will follow. Digits at their end that may begin a card number are masked if they are more
    /// than may be shown.
    package static func maskedEnd(lines: [String]) -> [String] {
        var scalars = Array(lines.map { Array($0.unicodeScalars) }.joined(separator: ["\n"]))
        let places = digitsAtEnd(scalars.map(\.value))
        guard !places.isEmpty else { return lines }
        for place in places { scalars[place] = "*" }
        var place = 0
        return lines.map { line in
            let end = place + line.unicodeScalars.count
            defer { place = end + 1 }
            return String(String.UnicodeScalarView(scalars[place..<end]))
        }
    }

    private static func digitsAtEnd(_ symbols: [UInt32]) -> [Int] {
        guard let start = CardNumberScan.startOfOpenNumber(in: symbols) else { return [] }
        let places = (start..<symbols.count).filter { CardDataScan.digit(symbols[$0]) != nil }
        let masked = symbols[start...].count { CardDataScan.isMask($0) }
        return places.count + masked > mostOpenDigits ? places : []
    }

    /// PCI DSS 3.4.1 permits showing the first six digits.
    private static let mostOpenDigits = 6
    /// The most lines over which a number may be printed: one digit on each, with a blank line between any two.
    private static let mostOpenLines = 2 * digitCount.upperBound

    /// Whether the text contains card data.
    package static func isIn(_ text: String) -> Bool { masked(text) != text }

    /// Whether a shop's or a person's text contains card data.
    package static func isIn(written text: String) -> Bool { masked(written: text) != text }

    /// Whether these digits alone are a card number, by their count, their beginning and their check digit.
    package static func isNumber(_ digits: [UInt8]) -> Bool {
        guard digitCount.contains(digits.count), let first = digits.first else { return false }
        // A number with a beginning that no issuer uses at that length is a time, an article number (EAN) or a trace.
        let isIssued =
            switch digits.count {
            case 13: first == 4
            case 14, 15: first == 3
            default: first >= 2
            }
        return isIssued && passesLuhn(digits)
    }

    /// ISO/IEC 7812-1 annex B: every second digit from the right doubled, the sum a multiple of ten.
    private static func passesLuhn(_ digits: [UInt8]) -> Bool {
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let value = Int(digit) * (place.isMultiple(of: 2) ? 1 : 2)
            sum += value > 9 ? value - 9 : value
        }
        return sum.isMultiple(of: 10)
    }
}

extension Sequence<PrintedLine> {
    /// The lines without card data and otherwise unchanged. Lines that contain a line break are masked one by one.
    package var withoutCardData: [PrintedLine] {
        let lines = Array(self)
        let together = CardData.masked(lines: lines.map(\.text))
        return lines.indices.map { index in
            var line = lines[index]
            let alone = CardData.masked(line.text)
            line.text = together.count == lines.count ? alone.withMasks(of: together[index]) : alone
            return line
        }
    }
}

extension String {
    /// Applies the masks of both texts, which are otherwise equal.
    fileprivate func withMasks(of other: String) -> String {
        guard self != other else { return self }
        var both = String.UnicodeScalarView()
        for (own, its) in zip(unicodeScalars, other.unicodeScalars) { both.append(its == "*" ? its : own) }
        return String(both)
    }
}
