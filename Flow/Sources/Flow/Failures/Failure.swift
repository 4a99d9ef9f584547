/// A failure for programs and people: a stable code, a plain sentence, and what can be done.
///
/// Each layer has its own error type, which becomes a `Failure` at the layer's border. It can only be made with a
/// ``FailureCode``. A decoded failure keeps the code that it was stored with, also one that is not made any more.
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

    /// The raw value of a ``FailureCode``.
    public let code: String
    /// A whole sentence for people, without anything that must not be shown or stored.
    public let sentence: String
    /// An instruction or a command that helps; nil when the sentence suffices.
    public let remedy: String?
    public let recovery: Recovery
    /// The underlying failures as sentences, outermost first.
    public let causes: [String]

    public init(
        _ code: some FailureCode, _ sentence: String, remedy: String? = nil, recovery: Recovery, causes: [String] = []
    ) {
        self.init(code: code.rawValue, sentence, remedy: remedy, recovery: recovery, causes: causes)
    }

    private init(code: String, _ sentence: String, remedy: String?, recovery: Recovery, causes: [String]) {
        self.code = code
        self.sentence = sentence
        self.remedy = remedy
        self.recovery = recovery
        self.causes = causes
    }
}

extension Failure {
    /// Whether it has this code.
    public func `is`(_ code: some FailureCode) -> Bool { self.code == code.rawValue }

    /// Whether its code is one of this layer.
    public func belongs<Layer: FailureCode>(to layer: Layer.Type) -> Bool { Layer(rawValue: code) != nil }

    /// The same failure, with another recovery or other causes.
    public func with(recovery: Recovery? = nil, causes: [String]? = nil) -> Failure {
        Failure(
            code: code, sentence, remedy: remedy, recovery: recovery ?? self.recovery, causes: causes ?? self.causes)
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
