import Model

/// The rules for the content of a kind of symbol.
struct SymbolRules {
    /// The longest linear code: longer ones fit on no receipt and are not readable.
    static let longestLinear = 80

    private let kind: Symbol.Kind

    init(_ kind: Symbol.Kind) { self.kind = kind }

    /// The content to encode, with its check digit added if it is missing.
    func completed(_ content: String) throws(SymbolError) -> String {
        switch kind {
        case .qr(let correction): try text(content, upTo: Self.capacity(correction))
        case .pdf417: try text(content, upTo: 1_000)
        case .dataMatrix: try text(content, upTo: 1_500)
        case .aztec: try text(content, upTo: 1_500)
        case .maxiCode: try bytes(try only(content, Self.printable, Sentence("detail.printableASCII")), upTo: 93)
        case .dataBar(.expanded): try elements(content, upTo: 74)
        case .gs1_128: try elements(content, upTo: 48)
        case .dataBar(let form): try item(content, form)
        case .upcA: try number(content, digits: 12)
        case .ean13: try number(content, digits: 13)
        case .ean8: try number(content, digits: 8)
        case .upcE: try shortened(content)
        case .code39:
            try linear(
                content, Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".unicodeScalars),
                Sentence("detail.code39Characters"))
        case .itf: try interleaved(content)
        case .codabar: try codabar(content)
        case .code93, .code128: try linear(content, Self.printable, Sentence("detail.printableASCII"))
        }
    }

    /// Bytes of a QR code of version 40 (ISO/IEC 18004, table 7).
    private static func capacity(_ correction: Symbol.Correction) -> Int {
        switch correction {
        case .low: 2_953
        case .medium: 2_331
        case .quartile: 1_663
        case .high: 1_273
        }
    }

    private static let digits = Set("0123456789".unicodeScalars)
    private static let printable = Set((UInt8(0x20)...0x7E).map { Unicode.Scalar($0) })

    private func bytes(_ content: String, upTo most: Int) throws(SymbolError) -> String {
        guard content.utf8.count <= most else { throw .tooLong(kind, most: most) }
        return content
    }

    /// Text in any language with line breaks, but without other controls, which a printer might obey.
    private func text(_ content: String, upTo most: Int) throws(SymbolError) -> String {
        let control = content.unicodeScalars.first { scalar in
            switch scalar {
            case "\t", "\n", "\r": false
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": true
            default: false
            }
        }
        if let control { throw .character(kind, control, allowed: Sentence("detail.anyText")) }
        return try bytes(content, upTo: most)
    }

    private func only(
        _ content: String, _ allowed: Set<Unicode.Scalar>, _ inWords: Sentence
    ) throws(SymbolError) -> String {
        if let other = content.unicodeScalars.first(where: { !allowed.contains($0) }) {
            throw .character(kind, other, allowed: inWords)
        }
        return content
    }

    private func linear(
        _ content: String, _ allowed: Set<Unicode.Scalar>, _ inWords: Sentence
    ) throws(SymbolError) -> String {
        try bytes(try only(content, allowed, inWords), upTo: Self.longestLinear)
    }

    private func elements(_ content: String, upTo most: Int) throws(SymbolError) -> String {
        let elements = try GS1Element.parse(content, for: kind)
        let length = elements.reduce(0) { $0 + $1.identifier.count + $1.value.count }
        guard length <= most else { throw .tooLong(kind, most: most) }
        return content
    }

    private func interleaved(_ content: String) throws(SymbolError) -> String {
        let number = try linear(content, Self.digits, Sentence("detail.digits"))
        guard number.utf8.count % 2 == 0 else { throw .length(kind, Sentence("detail.evenDigits")) }
        return number
    }

    private func codabar(_ content: String) throws(SymbolError) -> String {
        let whole = try linear(
            content, Set("0123456789-$:/.+ABCD".unicodeScalars), Sentence("detail.codabarCharacters"))
        let ends = Set("ABCD")
        guard whole.count > 2, whole.first.map(ends.contains) == true, whole.last.map(ends.contains) == true,
            !whole.dropFirst().dropLast().contains(where: ends.contains)
        else { throw .length(kind, Sentence("detail.startAndStop")) }
        return whole
    }

    /// Digits with a check digit, which may be missing (GS1 General Specifications §7.9).
    private func number(_ content: String, digits: Int) throws(SymbolError) -> String {
        let number = try only(content, Self.digits, Sentence("detail.digits"))
        switch number.utf8.count {
        case digits - 1: return number + String(CheckDigit.modulo10(number))
        case digits: return try checked(number, CheckDigit.modulo10(String(number.dropLast())))
        default: throw .length(kind, Sentence("detail.withCheckDigit", ["digits": digits, "without": digits - 1]))
        }
    }

    private func checked(_ number: String, _ expected: Int) throws(SymbolError) -> String {
        let digit = number.last?.wholeNumberValue ?? 0
        guard digit == expected else { throw .checkDigit(kind, is: digit, expected: expected) }
        return number
    }

    /// UPC-E: six digits of a UPC-A without its zeros, with its number system before and its check digit after them.
    private func shortened(_ content: String) throws(SymbolError) -> String {
        let digits = try only(content, Self.digits, Sentence("detail.digits"))
        let number = digits.count == 6 ? "0" + digits : digits
        guard (7...8).contains(number.count), number.hasPrefix("0") || number.hasPrefix("1") else {
            throw .length(kind, Sentence("detail.shortDigits"))
        }
        let expected = CheckDigit.modulo10(CheckDigit.upcA(ofShort: String(number.prefix(7))))
        return number.count == 7 ? number + String(expected) : try checked(number, expected)
    }

    /// A GTIN of 14 digits.
    private func item(_ content: String, _ form: Symbol.DataBar) throws(SymbolError) -> String {
        let item = try number(content, digits: 14)
        if form == .limited, let first = item.first, first > "1" {
            throw .length(kind, Sentence("detail.limitedDigits"))
        }
        return item
    }
}

/// The check digits of GS1.
enum CheckDigit {
    /// The digit that follows these: weights 3 and 1 from the right.
    static func modulo10(_ digits: String) -> Int {
        let sum = zip(0..., digits.reversed()).reduce(0) { sum, place in
            sum + (place.1.wholeNumberValue ?? 0) * (place.0 % 2 == 0 ? 3 : 1)
        }
        return (10 - sum % 10) % 10
    }

    /// The first eleven digits of the UPC-A that these seven of a UPC-E stand for.
    static func upcA(ofShort number: String) -> String {
        let digits = Array(number)
        let (system, body, last) = (String(digits[0]), digits[1...5].map(String.init), digits[6])
        return switch last {
        case "0", "1", "2": system + body[0] + body[1] + String(last) + "0000" + body[2] + body[3] + body[4]
        case "3": system + body[0] + body[1] + body[2] + "00000" + body[3] + body[4]
        case "4": system + body[0...3].joined() + "00000" + body[4]
        default: system + body.joined() + "0000" + String(last)
        }
    }
}
