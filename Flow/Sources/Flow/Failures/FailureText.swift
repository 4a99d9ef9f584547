/// The key of a sentence and what differs from case to case, for an app that speaks several languages: the app looks the
/// sentence up in the reader's language, also when the failure was stored long ago.
public struct FailureText: Hashable, Codable, Sendable {
    /// What stands in a place of the sentence.
    public enum Argument: Hashable, Sendable {
        case text(String)
        case number(Int64)
        /// A sentence within the sentence.
        case sentence(FailureText)
    }

    public let key: String
    public let arguments: [String: Argument]

    public init(_ key: String, _ arguments: [String: Argument] = [:]) {
        self.key = key
        self.arguments = arguments
    }
}

extension FailureText.Argument: Codable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let number = try? value.decode(Int64.self) {
            self = .number(number)
        } else {
            self = .sentence(try value.decode(FailureText.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number): try value.encode(number)
        case .sentence(let sentence): try value.encode(sentence)
        }
    }
}
