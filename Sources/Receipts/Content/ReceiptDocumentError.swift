/// Why a file is no valid receipt.
package struct ReceiptDocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `lines[2].total.currency`; empty for the whole document.
    package let path: String
    package let reason: String

    /// The longest sentence, because it may repeat contents of the file.
    private static let longestSentence = 400

    package init(_ path: String, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context): self.init(Self.path(context.codingPath + [key]), "it is missing")
        case .valueNotFound(_, let context): self.init(Self.path(context.codingPath), "it is null")
        case .typeMismatch(_, let context): self.init(Self.path(context.codingPath), "it is of another type")
        // For valid JSON, the decoder gives no other detail about a number that does not fit its type.
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            self.init("", "a number in it is too large or too small for its place")
        case .dataCorrupted(let context):
            let sentence = context.debugDescription.prefix(Self.longestSentence)
            self.init(Self.path(context.codingPath), PrintableText(String(sentence)).string)
        @unknown default: self.init("", "it is no receipt")
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce("") { path, key in
            if let index = key.intValue { return "\(path)[\(index)]" }
            let name = PrintableText(key.stringValue).string
            return path.isEmpty ? name : "\(path).\(name)"
        }
    }

    package var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}
