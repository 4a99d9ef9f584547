/// Hides card data in text: the one redactor, for what a terminal prints, what a shop sends, and what is logged.
///
/// Of a card number (ISO/IEC 7812) the last four digits stay; what a magnetic track holds beside it, the cardholder's name
/// included, and the date after the words for a card's expiry lose all. Every other character stays in its place, so that
/// a line keeps its width.
///
/// What it does not find: a number that is spelled out in words, in a picture, or that does not pass its own check digit.
package enum CardData {
    /// Digits of a card number.
    package static let digitCount = 13...19
    /// How many of them may be shown.
    package static let shownDigits = 4

    /// The text without card data.
    package static func masked(_ text: String) -> String {
        maskedIfNeeded(text) ?? text
    }

    /// What a shop or a person wrote, without card data. "Valid until 2027" is said of a voucher there: a date is a card's
    /// only where a card number is as well.
    package static func masked(written text: String) -> String {
        maskedIfNeeded(text, .besideNumber) ?? text
    }

    /// Nil where there is no card data.
    private static func maskedIfNeeded(_ text: String, _ expiry: CardDataScan.Expiry = .announced) -> String? {
        guard CardDataScan.mayFindCardData(in: text) else { return nil }
        guard let hidden = CardDataScan(text.unicodeScalars.map(\.value)).cardData(expiry) else { return nil }
        var masked = String.UnicodeScalarView()
        for (scalar, isHidden) in zip(text.unicodeScalars, hidden) { masked.append(isHidden ? "*" : scalar) }
        return String(masked)
    }

    /// A quick look that spares the thorough one: false where the digits are too few for a card number, and no `^` is
    /// there, which on a track stands behind numbers of any length.
    package static func mayBeIn(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count { (0x30...0x39).contains($0) } >= digitCount.lowerBound || bytes.contains(UInt8(ascii: "^"))
    }

    /// Text in a one-byte character set without card numbers and tracks. Expiry dates stay: they are not for every eye,
    /// but an inspector may show them.
    package static func masked(_ bytes: [UInt8]) -> [UInt8] {
        guard let hidden = CardDataScan(bytes.map(UInt32.init)).cardData(.shown) else { return bytes }
        return zip(bytes, hidden).map { byte, isHidden in isHidden ? UInt8(ascii: "*") : byte }
    }

    /// What a terminal printed, in a one-byte character set, without card data.
    package static func masked(printed bytes: [UInt8]) -> [UInt8] {
        guard let hidden = CardDataScan(bytes.map(UInt32.init)).cardData(.announced) else { return bytes }
        return zip(bytes, hidden).map { byte, isHidden in isHidden ? UInt8(ascii: "*") : byte }
    }

    /// Lines that belong together, without card data; also without what is split over two of them.
    package static func masked(lines: [String]) -> [String] {
        guard let masked = maskedIfNeeded(lines.joined(separator: "\n")) else { return lines }
        return masked.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The same of lines that a shop or a person wrote, as many as there were.
    package static func masked(writtenLines lines: [String]) -> [String] {
        guard let masked = maskedIfNeeded(lines.joined(separator: "\n"), .besideNumber) else { return lines }
        let parts = masked.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // Lines that hold a line break of their own are masked one by one.
        return parts.count == lines.count ? parts : lines.map(Self.masked(written:))
    }

    /// How many of these lines, from the last one back, end in digits that may be the beginning of a card number, the rest of
    /// which is still to come.
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

    /// Text in a one-byte character set that other text is to follow: digits at its end that may be the beginning of a card
    /// number are masked where they are more than may be shown of one.
    package static func maskedEnd(_ bytes: [UInt8]) -> [UInt8] {
        var masked = bytes
        for place in digitsAtEnd(bytes.map(UInt32.init)) { masked[place] = UInt8(ascii: "*") }
        return masked
    }

    /// Lines that other lines are to follow, likewise.
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

    /// PCI DSS 3.4.1 lets the first six digits be shown.
    private static let mostOpenDigits = 6
    /// With a blank line between any two digits.
    private static let mostOpenLines = 2 * digitCount.upperBound

    /// Whether the text holds card data.
    package static func isIn(_ text: String) -> Bool { masked(text) != text }

    /// The same of what a shop or a person wrote.
    package static func isIn(written text: String) -> Bool { masked(written: text) != text }

    /// Whether these digits, and nothing beside them, are a card number by their count, their beginning and their check
    /// digit.
    package static func isNumber(_ digits: [UInt8]) -> Bool {
        guard digitCount.contains(digits.count), let first = digits.first else { return false }
        // What no issuer begins with at that length is a time, an article number (EAN), a trace.
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
    /// The lines as they look, without card data. Lines that hold a line break of their own are masked one by one.
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
    /// What is masked in this text or in the other, which are the same text otherwise.
    fileprivate func withMasks(of other: String) -> String {
        guard self != other else { return self }
        var both = String.UnicodeScalarView()
        for (own, its) in zip(unicodeScalars, other.unicodeScalars) { both.append(its == "*" ? its : own) }
        return String(both)
    }
}
