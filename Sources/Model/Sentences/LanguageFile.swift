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
        var sentences: [String: String] = [:]
        var open: (key: String, text: String)?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) { continue }
            if line.first?.isWhitespace == true {
                guard let (key, text) = open else { throw .noKey(line: index + 1) }
                open = (key, "\(text) \(line.trimmed)")
                continue
            }
            if let (key, text) = open { sentences[key] = Self.unquoted(text) }
            let entry = try Self.entry(line, index + 1)
            guard sentences[entry.key] == nil else { throw .twice(key: entry.key, line: index + 1) }
            open = entry
        }
        if let (key, text) = open { sentences[key] = Self.unquoted(text) }
        self.sentences = sentences
    }

    private static func entry(_ line: Substring, _ number: Int) throws(LanguageFileError) -> (key: String, text: String)
    {
        guard let sign = line.firstIndex(of: "=") else { throw .noKey(line: number) }
        let key = String(line[..<sign].trimmed)
        let isKey = !key.isEmpty && key.unicodeScalars.allSatisfy { $0 == "." || $0.isASCIILetterOrDigit }
        guard isKey else { throw .noKey(line: number) }
        let text = String(line[line.index(after: sign)...].trimmed)
        guard !text.isEmpty else { throw .nothingSaid(key: key, line: number) }
        return (key, text)
    }

    private static func unquoted(_ text: String) -> String {
        text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = self
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return rest
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIILetterOrDigit: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }
}
