/// What went wrong, for a program and for a person: a stable code, a plain sentence, and what can be done.
///
/// Every layer has its own error type; at a layer's border it becomes a `Failure`. Codes are dotted and never change
/// their meaning: `reader.notConnected`, `printer.paperOut`, `shop.unauthorized`.
public struct Failure: Error, Hashable, Codable, Sendable {
    /// Who can do something about it.
    public enum Recovery: String, Hashable, Codable, Sendable {
        /// The same request may succeed later, unchanged.
        case retry
        /// Someone who keeps the machine must act.
        case askOperator
        /// The person at the kiosk must act.
        case askCardholder
        /// No repetition will help.
        case giveUp
    }

    public let code: String
    /// A whole sentence for a person, without card data.
    public let sentence: String
    /// What to do, as a command or an instruction; nil where the sentence says it all.
    public let remedy: String?
    public let recovery: Recovery
    /// What lay below, outermost first, as sentences.
    public let causes: [String]

    public init(
        _ code: String, _ sentence: String, remedy: String? = nil, recovery: Recovery, causes: [String] = []
    ) {
        self.code = code
        self.sentence = sentence
        self.remedy = remedy
        self.recovery = recovery
        self.causes = causes
    }
}

/// An error of one layer that can speak as a `Failure`.
public protocol LayerError: Error, Sendable {
    var failure: Failure { get }
}

extension Failure: CustomStringConvertible {
    /// `The printer is out of paper (printer.paperOut): put in a new roll`.
    public var description: String {
        let head = "\(sentence) (\(code))"
        return remedy.map { "\(head): \($0)" } ?? head
    }
}
