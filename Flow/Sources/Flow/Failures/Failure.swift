/// A failure for programs and people: a stable code, a plain sentence, and what can be done.
///
/// Each layer has its own error type, which becomes a `Failure` at the layer's border. Codes are dotted and never change
/// their meaning: `grinder.jammed`, `network.unreachable`.
public struct Failure: Error, Hashable, Codable, Sendable {
    /// Who can resolve the failure. An app adds its own values as static members; the raw value is encoded.
    public struct Recovery: RawRepresentable, Hashable, Codable, Sendable {
        /// The same request may succeed later, unchanged.
        public static let retry = Recovery(rawValue: "retry")
        /// The operator of the machine must act.
        public static let askOperator = Recovery(rawValue: "askOperator")
        /// Repeating does not help.
        public static let giveUp = Recovery(rawValue: "giveUp")

        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public let code: String
    /// A whole sentence for people, without anything that must not be shown or stored.
    public let sentence: String
    /// An instruction or a command that helps; nil when the sentence suffices.
    public let remedy: String?
    public let recovery: Recovery
    /// The underlying failures as sentences, outermost first.
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
