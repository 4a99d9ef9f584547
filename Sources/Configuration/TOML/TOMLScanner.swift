import Model

/// The tokens of a TOML document: the current position, and the keys and values there.
struct TOMLScanner {
    private let text: [UInt8]
    private var at = 0
    /// The current line and column, kept up to date so that reading them is free.
    private(set) var place = TextPlace.start

    init(_ text: [UInt8]) { self.text = text }

    var byte: UInt8? { at < text.count ? text[at] : nil }

    func mistake(_ sentence: Sentence) -> TOMLMistake { TOMLMistake(place, sentence) }

    mutating func advance(_ count: Int = 1) {
        for _ in 0..<count {
            guard let byte else { return }
            if byte == UInt8(ascii: "\n") {
                place = TextPlace(line: place.line + 1, column: 1)
            } else if byte & 0xC0 != 0x80 {
                place = TextPlace(line: place.line, column: place.column + 1)
            }
            at += 1
        }
    }

    private func isNext(_ word: StaticString) -> Bool {
        text[at...].starts(with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    /// Consumes a character if it is the next one; returns whether it was.
    mutating func skip(_ word: StaticString) -> Bool {
        guard isNext(word) else { return false }
        advance(word.utf8CodeUnitCount)
        return true
    }

    mutating func expect(_ sign: StaticString, _ where: Sentence) throws(TOMLMistake) {
        skipBlanks()
        guard skip(sign) else { throw mistake(Sentence("config.toml.missing", ["sign": sign, "place": `where`])) }
    }

    mutating func skipBlanks() { while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { advance() } }

    /// Skips blanks, comments and line ends.
    mutating func skipBlankLines() throws(TOMLMistake) {
        repeat {
            skipBlanks()
            try skipComment()
        } while skip("\n") || skip("\r\n")
    }

    /// Requires the end of the line behind a pair or a header.
    mutating func endLine() throws(TOMLMistake) {
        skipBlanks()
        try skipComment()
        guard byte == nil || skip("\n") || skip("\r\n") else { throw mistake(Sentence("config.toml.lineEnd")) }
    }

    private mutating func skipComment() throws(TOMLMistake) {
        guard byte == UInt8(ascii: "#") else { return }
        while let byte, byte != UInt8(ascii: "\n"), !isNext("\r\n") {
            if Self.isControl(byte) { throw mistake(Sentence("config.toml.comment")) }
            advance()
        }
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F }

    // MARK: Words

    private mutating func take(while condition: (UInt8) -> Bool) -> String {
        let start = at
        while let byte, condition(byte) { advance() }
        return String(decoding: text[start..<at], as: UTF8.self)
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    mutating func readKeyPart() throws(TOMLMistake) -> String {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            if isNext("\"\"\"") || isNext("'''") { throw mistake(Sentence("config.toml.keyOnOneLine")) }
            return try readText()
        }
        let part = take(while: Self.isKeyByte)
        if part.isEmpty { throw mistake(Sentence("config.toml.noKey")) }
        return part
    }

    /// Parses a value without quotation marks.
    mutating func readWord() throws(TOMLMistake) -> ConfiguredValue {
        let start = place
        let word = take { Self.isKeyByte($0) || $0 == UInt8(ascii: "+") || ".:".utf8.contains($0) }
        switch word {
        case "": throw TOMLMistake(start, Sentence("config.toml.noValue"))
        case "true": return .flag(true)
        case "false": return .flag(false)
        default: break
        }
        if let number = Self.number(word) { return .number(number) }
        let digits = word.drop { $0 == "+" || $0 == "-" }
        if digits.first?.isASCII == true, digits.first?.isNumber == true || digits == "inf" || digits == "nan" {
            return .other(
                digits.contains { $0 == ":" || $0 == "-" }
                    ? Sentence("config.value.date") : Sentence("config.value.suchNumber"))
        }
        throw TOMLMistake(start, Sentence("config.toml.noQuotes", ["word": word]))
    }

    /// Parses a whole number: `1_000`, `0x1F`, `0o17`, `0b1`. Nil when it is none or too large.
    private static func number(_ word: String) -> Int64? {
        let parts = word.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty }), parts.dropFirst().allSatisfy({ $0.first != "+" }) else { return nil }
        let digits = parts.joined()
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
            let rest = digits.dropFirst(2)
            return rest.first?.isHexDigit == true ? Int64(rest, radix: radix) : nil
        }
        let unsigned = digits.drop { $0 == "+" || $0 == "-" }
        guard unsigned == "0" || unsigned.first != "0" else { return nil }
        return Int64(digits)
    }

    // MARK: Texts

    /// Parses a string of any of the four forms.
    mutating func readText() throws(TOMLMistake) -> String {
        let start = place
        if skip("\"\"\"") { return try readText(upTo: "\"\"\"", from: start, isLong: true, hasEscapes: true) }
        if skip("'''") { return try readText(upTo: "'''", from: start, isLong: true, hasEscapes: false) }
        if skip("\"") { return try readText(upTo: "\"", from: start, isLong: false, hasEscapes: true) }
        advance()
        return try readText(upTo: "'", from: start, isLong: false, hasEscapes: false)
    }

    private mutating func readText(
        upTo end: StaticString, from start: TextPlace, isLong: Bool, hasEscapes: Bool
    ) throws(TOMLMistake) -> String {
        var letters: [UInt8] = []
        if isLong { _ = skip("\n") || skip("\r\n") }
        while !isNext(end) {
            guard let byte else { throw TOMLMistake(start, Sentence("config.toml.textEnd")) }
            if byte == UInt8(ascii: "\\") && hasEscapes {
                letters += try readEscape(isLong: isLong)
                continue
            }
            let isLineEnd = byte == UInt8(ascii: "\n") || isNext("\r\n")
            if isLineEnd && !isLong { throw TOMLMistake(start, Sentence("config.toml.textEndOfLine")) }
            if Self.isControl(byte) && !isLineEnd { throw mistake(Sentence("config.toml.textCharacter")) }
            letters.append(byte)
            advance()
        }
        advance(end.utf8CodeUnitCount)
        // Up to two quotation marks before the closing three belong to the text.
        for _ in 0..<2 where isLong && byte == end.utf8Start.pointee {
            letters.append(end.utf8Start.pointee)
            advance()
        }
        return String(decoding: letters, as: UTF8.self)
    }

    private mutating func readEscape(isLong: Bool) throws(TOMLMistake) -> [UInt8] {
        let start = place
        advance()
        let sign = byte
        if isLong, try skipFoldedLines(from: start) { return [] }
        advance()
        switch sign {
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return sign.map { [$0] } ?? []
        case UInt8(ascii: "u"): return try readScalar(digits: 4, from: start)
        case UInt8(ascii: "U"): return try readScalar(digits: 8, from: start)
        default: throw TOMLMistake(start, Sentence("config.toml.noEscape"))
        }
    }

    /// Skips the line end and all following blanks after a backslash at the end of a line.
    private mutating func skipFoldedLines(from start: TextPlace) throws(TOMLMistake) -> Bool {
        guard let byte, " \t\r\n".utf8.contains(byte) else { return false }
        skipBlanks()
        guard skip("\n") || skip("\r\n") else { throw TOMLMistake(start, Sentence("config.toml.onlyBlanks")) }
        repeat { skipBlanks() } while skip("\n") || skip("\r\n")
        return true
    }

    private mutating func readScalar(digits: Int, from start: TextPlace) throws(TOMLMistake) -> [UInt8] {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let byte, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
                throw TOMLMistake(start, Sentence("config.toml.escapeDigits", ["count": digits]))
            }
            value = value << 4 | UInt32(digit)
            advance()
        }
        guard let scalar = UnicodeScalar(value) else { throw TOMLMistake(start, Sentence("config.toml.noCharacter")) }
        return Array(String(Character(scalar)).utf8)
    }
}
