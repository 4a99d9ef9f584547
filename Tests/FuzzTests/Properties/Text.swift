import Foundation

@testable import Model
@testable import Readers
@testable import Receipts

extension FuzzTarget {
    /// Text of a terminal on its way to paper and disk: character sets, redaction, cleaning, wrapping.
    static let text = FuzzTarget(name: "text", longestInput: 1_024, seeds: FuzzSeeds.texts) { bytes in
        var input = FuzzInput(bytes)
        let encoding = TextProperty.encodings[Int(input.byte()) % TextProperty.encodings.count]
        let width = ReceiptLayout.fewestColumns + Int(input.byte())
        let text = input.remaining()
        try TextProperty.checkCharacterSet(encoding, text)
        try TextProperty.checkRedaction(encoding.decode(text))
        try TextProperty.checkPrintable(encoding.decode(text), width: width)
    }
}

enum TextProperty {
    static let encodings: [TextEncoding] = [
        .cp437, .utf8, .latin1, .latin9, .latin2, .cyrillic, .turkish, .ascii,
    ]

    /// Character sets that have a character for each byte, so that nothing is lost on the way and back.
    private static let whole: [TextEncoding] = [
        .cp437, .latin1, .latin2, .latin4, .cyrillic, .turkish, .nordic, .baltic, .latin9,
    ]

    static func checkCharacterSet(_ encoding: TextEncoding, _ bytes: [UInt8]) throws {
        let text = encoding.decode(bytes)
        let again = encoding.decode(encoding.encode(text))
        if whole.contains(encoding) {
            try promise("\(encoding): every byte comes back", encoding.encode(text) == bytes)
        }
        try promise("\(encoding): text of a set can be written in it", again == text || encoding == .ascii)
    }

    /// No card number passes, and nothing else changes.
    static func checkRedaction(_ text: String) throws {
        let masked = CardData.masked(text)
        try promise("every character keeps its place", masked.unicodeScalars.count == text.unicodeScalars.count)
        let kept = zip(text.unicodeScalars, masked.unicodeScalars).allSatisfy { $0 == $1 || $1 == "*" }
        try promise("what is not hidden stays", kept)
        try promise("a card number stays: \(masked)", !CardNumberScanner.findsNumber(in: masked))
        try promise("the quick look misses nothing", CardDataScan.mayFindCardData(in: text) || isClean(text))
    }

    /// Whether the thorough search alone finds nothing to hide.
    static func isClean(_ text: String) -> Bool {
        CardDataScan(text.unicodeScalars.map(\.value)).cardData(.announced) == nil
    }

    /// Whatever the text, printers get printable characters, and lines that fit.
    static func checkPrintable(_ untrusted: String, width: Int) throws {
        let text = PrintableText(untrusted)
        try promise("nothing but characters", text.string.unicodeScalars.allSatisfy(isPrintable))
        try promise("clean text is clean", PrintableText(text.string) == text)
        // An ellipsis is printed as three dots.
        try promise("a limit", text.string.unicodeScalars.count <= 3 * untrusted.unicodeScalars.count)
        let pieces = text.wrapped(width)
        try promise("no line is too wide", pieces.allSatisfy { $0.cells <= width })
        try promise("no word is lost", letters(pieces.map(\.string).joined()) == letters(text.string))
    }

    private static func letters(_ text: String) -> [Unicode.Scalar] { text.unicodeScalars.filter { $0 != " " } }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

/// Looks for card numbers by a rule of its own, digit by digit; the redactor's rule also joins groups.
enum CardNumberScanner {
    /// Whether a run of 13 to 19 digits, alone between characters that are no part of a word, begins as card numbers of
    /// its length do and passes the Luhn check.
    static func findsNumber(in text: String) -> Bool {
        text.unicodeScalars.split { !isWord($0) }.contains { word in
            word.allSatisfy { ("0"..."9").contains($0) } && isCardNumber(word.map { Int($0.value) - 0x30 })
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || scalar.properties.generalCategory == .nonspacingMark || scalar.properties.isJoinControl
    }

    private static func isCardNumber(_ digits: [Int]) -> Bool {
        let firsts: [Int: ClosedRange<Int>] = [
            13: 4...4, 14: 3...3, 15: 3...3, 16: 2...6, 17: 4...6, 18: 4...6, 19: 4...6,
        ]
        guard let allowed = firsts[digits.count], allowed.contains(digits[0]) else { return false }
        var sum = 0
        for (index, digit) in digits.reversed().enumerated() {
            sum += index.isMultiple(of: 2) ? digit : digit * 2 / 10 + digit * 2 % 10
        }
        return sum.isMultiple(of: 10)
    }
}
