/// A file of sentences in one language, each under a key:
///
/// ```
/// # What is told of a declined card.
/// report.declined = Declined (code {code})
/// why.tooLittle = " That is too little: the order is not paid by it."
/// why.goodsOwed = It is charged for more than goods were given for,
///     and not given back by itself: {command}.
/// ```
///
/// A line that begins with a number sign is a comment. A line that begins with a blank goes on with the sentence above it,
/// after one blank. A sentence that begins or ends with a blank, or with a quotation mark, stands in quotation marks, which
/// are not part of it. `{code}` is the place of an argument.
package struct LanguageFile: Hashable, Sendable {
    package let sentences: [String: String]

    package init(_ text: String) throws(LanguageFileError) {
        var text = text
        let read = text.withUTF8 { bytes in
            Result { () throws(LanguageFileError) in try LanguageFile(utf8: bytes) }
        }
        self = try read.get()
    }

    /// Reads a text in valid UTF-8. It is read byte by byte, because nearly every start of a program reads a file of a
    /// hundred thousand.
    ///
    /// - Parameter beginnings: keeps only the sentences whose keys begin with one of these; all of them if it is empty.
    init(utf8 bytes: UnsafeBufferPointer<UInt8>, keeping beginnings: [String] = []) throws(LanguageFileError) {
        var reader = LanguageFileReader(beginnings: beginnings.map { Array($0.utf8) })
        var (start, number) = (0, 1)
        while start <= bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
            try reader.read(bytes[start..<end], number)
            (start, number) = (end + 1, number + 1)
        }
        sentences = reader.finished()
    }
}

/// The sentences as far as they have been read.
private struct LanguageFileReader {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    private enum Open {
        case nothing
        /// A sentence that is not kept.
        case passedOver
        case sentence(key: String, text: [UInt8])
    }

    private let beginnings: [[UInt8]]
    private var sentences: [String: String] = [:]
    private var open = Open.nothing

    init(beginnings: [[UInt8]]) { self.beginnings = beginnings }

    mutating func finished() -> [String: String] {
        keep()
        return sentences
    }

    mutating func read(_ line: Bytes, _ number: Int) throws(LanguageFileError) {
        if line.first == UInt8(ascii: "#") { return }
        let content = line.trimmed
        if content.isEmpty { return }
        guard content.startIndex == line.startIndex else { return try goOn(content, number) }
        keep()
        open = try entry(content, number)
    }

    private mutating func goOn(_ content: Bytes, _ number: Int) throws(LanguageFileError) {
        switch open {
        case .nothing: throw .noKey(line: number)
        case .passedOver: break
        case .sentence(let key, var text):
            text.append(UInt8(ascii: " "))
            text.append(contentsOf: content)
            open = .sentence(key: key, text: text)
        }
    }

    private mutating func keep() {
        guard case .sentence(let key, let text) = open else { return }
        let quote = UInt8(ascii: "\"")
        let isQuoted = text.count > 1 && text.first == quote && text.last == quote
        sentences[key] = String(decoding: isQuoted ? text[1..<text.count - 1] : text[...], as: UTF8.self)
        open = .nothing
    }

    private func entry(_ line: Bytes, _ number: Int) throws(LanguageFileError) -> Open {
        guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { throw .noKey(line: number) }
        let name = line[..<sign].trimmed
        guard !name.isEmpty, name.allSatisfy(\.isOfKey) else { throw .noKey(line: number) }
        guard beginnings.isEmpty || beginnings.contains(where: name.starts) else { return .passedOver }
        let key = String(decoding: name, as: UTF8.self)
        let text = line[(sign + 1)...].trimmed
        guard !text.isEmpty else { throw .nothingSaid(key: key, line: number) }
        guard sentences[key] == nil else { throw .twice(key: key, line: number) }
        return .sentence(key: key, text: Array(text))
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// The text without blanks at its ends.
    fileprivate var trimmed: Self {
        var rest = self
        while let blank = rest.blankAtStart { rest = rest.dropFirst(blank) }
        while let blank = rest.blankAtEnd { rest = rest.dropLast(blank) }
        return rest
    }

    /// The bytes of the blank with which the text begins; nil if it begins with something else.
    private var blankAtStart: Int? {
        guard let first else { return nil }
        if first < 0x80 { return first.isASCIIBlank ? 1 : nil }
        return Self.blank(prefix(4).prefix { $0 >= 0x80 }, atEnd: false)
    }

    private var blankAtEnd: Int? {
        guard let last else { return nil }
        if last < 0x80 { return last.isASCIIBlank ? 1 : nil }
        let start = lastIndex { $0 >= 0xC0 } ?? startIndex
        return Self.blank(self[start...], atEnd: true)
    }

    /// The length of the only or first character of some bytes beyond ASCII, if it is a blank.
    private static func blank(_ bytes: Self, atEnd: Bool) -> Int? {
        guard let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first, scalar.properties.isWhitespace
        else { return nil }
        return String(scalar).utf8.count
    }
}

extension UInt8 {
    fileprivate var isASCIIBlank: Bool { self == 0x20 || 0x09...0x0D ~= self }

    fileprivate var isOfKey: Bool {
        switch self {
        case UInt8(ascii: "."), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
