/// A failure, for a program and for a person: a stable code, a plain sentence, and what can be done.
///
/// Every layer has its own error type; at a layer's border it becomes a `Failure`. Codes are dotted and never change
/// their meaning: `grinder.jammed`, `network.unreachable`.
public struct Failure: Error, Hashable, Codable, Sendable {
    /// Who can do something about it. An app adds its own as static members; the raw value is what is encoded.
    public struct Recovery: RawRepresentable, Hashable, Codable, Sendable {
        /// The same request may succeed later, unchanged.
        public static let retry = Recovery(rawValue: "retry")
        /// Someone who keeps the machine must act.
        public static let askOperator = Recovery(rawValue: "askOperator")
        /// No repetition will help.
        public static let giveUp = Recovery(rawValue: "giveUp")

        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public let code: String
    /// A whole sentence for a person, without anything that must not be shown or stored.
    public let sentence: String
    /// An instruction or a command that helps; nil where the sentence says it all.
    public let remedy: String?
    public let recovery: Recovery
    /// The failures below this one that led to it, outermost first, as sentences.
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

extension Failure: CustomStringConvertible {
    /// `The grinder is jammed. (grinder.jammed): open it and take the stone out`.
    public var description: String {
        let head = "\(sentence) (\(code))"
        return remedy.map { "\(head): \($0)" } ?? head
    }
}

extension Failure.Recovery: CustomStringConvertible {
    public var description: String { rawValue }
}
