/// One Swift file, its characters told apart: what is code, what is comment, what is the text of a string.
///
/// A small scanner, not a parser. It knows nested comments, single- and multi-line strings, raw strings, code inside an
/// interpolation, and regular expression literals, whose patterns count as strings. A slash between operands divides.
struct SwiftSource {
    /// Relative to the repository's root.
    let path: String
    let lines: [String]
    /// The lines with everything but code replaced by spaces; quotation marks stay. As many lines as `lines`.
    let code: [String]
    /// The lines with everything but comments replaced by spaces.
    let comments: [String]

    init(path: String, text: String) {
        self.path = path
        var scanner = SourceScanner(text)
        let kinds = scanner.kinds()
        let characters = Array(text)
        lines = Self.lines(characters)
        code = Self.lines(Self.keep(.code, of: characters, kinds))
        comments = Self.lines(Self.keep(.comment, of: characters, kinds))
    }

    private static func keep(_ kind: SourceScanner.Kind, of characters: [Character], _ kinds: [SourceScanner.Kind])
        -> [Character]
    {
        zip(characters, kinds).map { $0.isNewline || $1 == kind ? $0 : " " }
    }

    private static func lines(_ characters: [Character]) -> [String] {
        var lines = characters.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0) }
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}

/// Tells, character by character, what a Swift text is made of.
struct SourceScanner {
    enum Kind { case code, comment, string }

    private let text: [Character]
    private var at = 0
    private var found: [Kind] = []

    init(_ text: String) { self.text = Array(text) }

    /// One kind for each character of the text.
    mutating func kinds() -> [Kind] {
        found.reserveCapacity(text.count)
        while at < text.count { code() }
        return found
    }

    private mutating func take(_ count: Int = 1, as kind: Kind) {
        let count = min(count, text.count - at)
        found.append(contentsOf: repeatElement(kind, count: count))
        at += count
    }

    private func sees(_ expected: String) -> Bool {
        text[at...].starts(with: expected)
    }

    private mutating func code() {
        if sees("//") {
            lineComment()
        } else if sees("/*") {
            blockComment()
        } else if let hashes = hashesBefore("\"") {
            string(hashes: hashes)
        } else if let hashes = hashesBefore("/"), let length = patternLength(hashes: hashes) {
            pattern(hashes: hashes, length: length)
        } else {
            take(as: .code)
        }
    }

    private mutating func lineComment() {
        while at < text.count, !text[at].isNewline { take(as: .comment) }
    }

    private mutating func blockComment() {
        take(2, as: .comment)
        while at < text.count, !sees("*/") {
            if sees("/*") { blockComment() } else { take(as: .comment) }
        }
        take(2, as: .comment)
    }

    /// The number of `#` here when `mark` comes right after them, else nil.
    private func hashesBefore(_ mark: Character) -> Int? {
        let hashes = text[at...].prefix { $0 == "#" }.count
        let next = at + hashes
        return next < text.count && text[next] == mark ? hashes : nil
    }

    /// How long the regular expression is whose opening slash comes after so many `#` here, or nil where none begins.
    private func patternLength(hashes: Int) -> Int? {
        let start = at + hashes + 1
        if hashes > 0 {
            let end = "/" + String(repeating: "#", count: hashes)
            return text[start...].indices.first { text[$0...].starts(with: end) }.map { $0 - start }
        }
        guard let before = text[..<at].last(where: { $0 != " " }), "(,=:[{\n".contains(before), start < text.count,
            !text[start].isWhitespace
        else { return nil }
        var next = start
        while next < text.count, !text[next].isNewline {
            if text[next] == "/" { return next - start }
            next += text[next] == "\\" ? 2 : 1
        }
        return nil
    }

    private mutating func pattern(hashes: Int, length: Int) {
        take(hashes + 1, as: .code)
        take(length, as: .string)
        take(1 + hashes, as: .code)
    }

    private mutating func string(hashes: Int) {
        let marks = String(repeating: "#", count: hashes)
        take(hashes, as: .code)
        let quote = sees("\"\"\"") ? "\"\"\"" : "\""
        take(quote.count, as: .code)
        while at < text.count, !sees(quote + marks) {
            if quote.count == 1, text[at].isNewline { return }
            if sees("\\" + marks + "(") {
                interpolation(opening: 2 + hashes)
            } else if hashes == 0, text[at] == "\\" {
                take(2, as: .string)
            } else {
                take(as: .string)
            }
        }
        take(quote.count + hashes, as: .code)
    }

    private mutating func interpolation(opening: Int) {
        take(opening - 1, as: .string)
        take(as: .code)
        var depth = 1
        while at < text.count, depth > 0 {
            if text[at] == "(" { depth += 1 }
            if text[at] == ")" { depth -= 1 }
            code()
        }
    }
}
