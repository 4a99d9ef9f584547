import Foundation

/// One Swift file whose characters are classified as code, comment, or text of a string.
///
/// A small scanner, not a parser. It knows nested comments, single- and multi-line strings, raw strings, code inside an
/// interpolation, and regular expression literals, whose patterns count as strings. A slash between operands divides.
struct SwiftSource {
    /// Relative to the repository's root.
    let path: String
    let lines: [String]
    /// The lines with everything but code replaced by spaces, byte for byte; quotation marks stay.
    let code: [String]
    /// The lines with everything but comments replaced by spaces.
    let comments: [String]
    /// The code as one text.
    private let codeText: Data

    init(path: String, text: String) {
        self.path = path
        let bytes = Array(text.utf8)
        var scanner = SourceScanner(bytes)
        let kinds = scanner.kinds()
        lines = Self.lines(bytes)
        let kept = Self.keep(.code, of: bytes, kinds)
        (code, codeText) = (Self.lines(kept), Data(kept))
        comments = Self.lines(Self.keep(.comment, of: bytes, kinds))
    }

    /// Whether any of these texts, each within a line, occurs in the code.
    func mentions(_ marks: [String]) -> Bool { marks.contains { codeText.range(of: Data($0.utf8)) != nil } }

    private static func keep(_ kind: SourceScanner.Kind, of bytes: [UInt8], _ kinds: [SourceScanner.Kind]) -> [UInt8] {
        var kept = bytes
        for index in bytes.indices where kinds[index] != kind && bytes[index] != .newline { kept[index] = .space }
        return kept
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        var lines = bytes.split(separator: .newline, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}

extension UInt8 {
    static let newline = UInt8(ascii: "\n")
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let hash = UInt8(ascii: "#")
    static let slash = UInt8(ascii: "/")
    static let backslash = UInt8(ascii: "\\")

    /// Whether the byte is part of a word; letters beyond ASCII are.
    var isWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}

/// Tells, byte by byte, what a Swift text is made of.
struct SourceScanner {
    enum Kind { case code, comment, string }

    private let text: [UInt8]
    private var at = 0
    private var found: [Kind] = []

    init(_ text: [UInt8]) { self.text = text }

    /// The kind of each byte of the text.
    mutating func kinds() -> [Kind] {
        found.reserveCapacity(text.count)
        while at < text.count { code() }
        return found
    }

    private mutating func take(_ count: Int = 1, as kind: Kind) {
        let count = min(count, text.count - at)
        for _ in 0..<count { found.append(kind) }
        at += count
    }

    private func sees(_ expected: String) -> Bool { sees(expected, at: at) }

    private func sees(_ expected: String, at start: Int) -> Bool {
        var place = start
        for byte in expected.utf8 {
            guard place < text.count, text[place] == byte else { return false }
            place += 1
        }
        return true
    }

    private mutating func code() {
        let next = text[at]
        guard next == .slash || next == .hash || next == .quote else { return take(as: .code) }
        if sees("//") {
            lineComment()
        } else if sees("/*") {
            blockComment()
        } else if let hashes = hashesBefore(.quote) {
            string(hashes: hashes)
        } else if let hashes = hashesBefore(.slash), let length = patternLength(hashes: hashes) {
            pattern(hashes: hashes, length: length)
        } else {
            take(as: .code)
        }
    }

    private mutating func lineComment() {
        while at < text.count, text[at] != .newline { take(as: .comment) }
    }

    private mutating func blockComment() {
        take(2, as: .comment)
        while at < text.count, !sees("*/") {
            if sees("/*") { blockComment() } else { take(as: .comment) }
        }
        take(2, as: .comment)
    }

    /// The number of `#` here when `mark` comes right after them, else nil.
    private func hashesBefore(_ mark: UInt8) -> Int? {
        var next = at
        while next < text.count, text[next] == .hash { next += 1 }
        return next < text.count && text[next] == mark ? next - at : nil
    }
}

// MARK: Strings and patterns

extension SourceScanner {
    private mutating func string(hashes: Int) {
        let marks = String(repeating: "#", count: hashes)
        take(hashes, as: .code)
        let quote = sees("\"\"\"") ? "\"\"\"" : "\""
        take(quote.count, as: .code)
        while at < text.count, !sees(quote + marks) {
            if quote.count == 1, text[at] == .newline { return }
            if sees("\\" + marks + "(") {
                interpolation(opening: 2 + hashes)
            } else if hashes == 0, text[at] == .backslash {
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
            if sees("(") { depth += 1 }
            if sees(")") { depth -= 1 }
            code()
        }
    }

    /// The length of the regular expression whose opening slash comes after `hashes` `#` here; nil where none begins.
    private func patternLength(hashes: Int) -> Int? {
        let start = at + hashes + 1
        if hashes > 0 {
            let end = "/" + String(repeating: "#", count: hashes)
            return (start..<text.count).first { sees(end, at: $0) }.map { $0 - start }
        }
        let openers: [UInt8] = Array("(,=:[{\n".utf8)
        guard let before = text[..<at].last(where: { $0 != .space }), openers.contains(before), start < text.count,
            text[start] != .space, text[start] != .newline
        else { return nil }
        var next = start
        while next < text.count, text[next] != .newline {
            if text[next] == .slash { return next - start }
            next += text[next] == .backslash ? 2 : 1
        }
        return nil
    }

    private mutating func pattern(hashes: Int, length: Int) {
        take(hashes + 1, as: .code)
        take(length, as: .string)
        take(1 + hashes, as: .code)
    }
}
