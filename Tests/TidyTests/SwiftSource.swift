/// One Swift file, its characters told apart: what is code, what is comment, what is the text of a string.
///
/// A small scanner, not a parser. It knows nested comments, single- and multi-line strings, raw strings and code inside
/// an interpolation; it does not know bare regular expression literals, which this repository does not use.
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
        } else if let hashes = hashesBeforeQuote() {
            string(hashes: hashes)
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

    /// The number of `#` here when a string opens after them, else nil.
    private func hashesBeforeQuote() -> Int? {
        let hashes = text[at...].prefix { $0 == "#" }.count
        let quote = at + hashes
        return quote < text.count && text[quote] == "\"" ? hashes : nil
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
