import Model

/// Why a file is no valid receipt.
package struct ReceiptDocumentError: Error, Hashable, Sendable {
    /// `lines[2].total.currency`; empty for the whole document.
    package let path: String
    package let reason: Sentence

    /// The longest sentence, because it may repeat contents of the file.
    private static let longestSentence = 400

    package init(_ path: String, _ reason: Sentence) {
        self.path = path
        self.reason = reason
    }

    init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(Self.path(context.codingPath + [key]), Sentence("detail.json.missing"))
        case .valueNotFound(_, let context): self.init(Self.path(context.codingPath), Sentence("detail.json.null"))
        case .typeMismatch(_, let context): self.init(Self.path(context.codingPath), Sentence("detail.json.otherType"))
        // For valid JSON, the decoder gives no other detail about a number that does not fit its type.
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            self.init("", Sentence("detail.json.numberOutOfRange"))
        case .dataCorrupted(let context):
            let said = context.said
            let words = PrintableText(String(context.debugDescription.prefix(Self.longestSentence))).string
            self.init(Self.path(context.codingPath), said.description == words ? said : Sentence(stored: words))
        @unknown default: self.init("", Sentence("detail.receipt.none"))
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce("") { path, key in
            if let index = key.intValue { return "\(path)[\(index)]" }
            let name = PrintableText(key.stringValue).string
            return path.isEmpty ? name : "\(path).\(name)"
        }
    }

    package var said: Sentence {
        path.isEmpty ? reason : Sentence("detail.json.at", ["path": path, "reason": reason])
    }
}

extension ReceiptDocumentError: CustomStringConvertible {
    /// In English.
    package var description: String { said.description }
}
