/// A failure for programs and people: a stable code, a plain sentence, and what can be done.
///
/// Each layer has its own error type, which becomes a `Failure` at the layer's border. It can only be made with a
/// ``FailureCode``. A decoded failure keeps the code that it was stored with, also one that is not made any more.
public struct Failure: Error, Hashable, Codable, Sendable {
    /// Who can resolve the failure. An app adds its own values as static members; the raw value is encoded.
    public struct Recovery: RawRepresentable, Hashable, Codable, Sendable {
        /// The request may succeed later, unchanged.
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
    /// The sentence as a key and arguments; nil where the app has none, and in a failure that was stored without.
    public let text: FailureText?
    /// The remedy as a key and arguments.
    public let remedyText: FailureText?
    /// The causes as keys and arguments, each in the place of its sentence, and nil for one that has none; nil where no cause
    /// has any.
    public let causeTexts: [FailureText?]?

    /// - Parameters:
    ///   - text: says the same as `sentence`, for other languages.
    ///   - remedyText: says the same as `remedy`, for other languages.
    ///   - causeTexts: say the same as `causes`, one for each, for other languages.
    public init(
        _ code: some FailureCode, _ sentence: String, remedy: String? = nil, recovery: Recovery, causes: [String] = [],
        text: FailureText? = nil, remedyText: FailureText? = nil, causeTexts: [FailureText?]? = nil
    ) {
        self.code = code.rawValue
        self.sentence = sentence
        self.remedy = remedy
        self.recovery = recovery
        self.causes = causes
        self.text = text
        self.remedyText = remedyText
        self.causeTexts = causeTexts
    }

    private init(_ failure: Failure, recovery: Recovery, causes: [String], causeTexts: [FailureText?]?) {
        code = failure.code
        sentence = failure.sentence
        remedy = failure.remedy
        self.recovery = recovery
        self.causes = causes
        text = failure.text
        remedyText = failure.remedyText
        self.causeTexts = causeTexts
    }
}

extension Failure {
    /// Two failures are the same where they say the same: one that was stored without keys equals one that has them.
    public static func == (one: Failure, other: Failure) -> Bool {
        one.code == other.code && one.sentence == other.sentence && one.remedy == other.remedy
            && one.recovery == other.recovery && one.causes == other.causes
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(sentence)
        hasher.combine(remedy)
        hasher.combine(recovery)
        hasher.combine(causes)
    }
}

extension Failure {
    /// Whether it has this code.
    public func `is`(_ code: some FailureCode) -> Bool { self.code == code.rawValue }

    /// Whether its code is one of this layer.
    public func belongs<Layer: FailureCode>(to layer: Layer.Type) -> Bool { Layer(rawValue: code) != nil }

    /// A copy of the failure with another recovery or other causes.
    ///
    /// - Parameter causeTexts: say the same as `causes`, and are only looked at beside them.
    public func with(
        recovery: Recovery? = nil, causes: [String]? = nil, causeTexts: [FailureText?]? = nil
    ) -> Failure {
        Failure(
            self, recovery: recovery ?? self.recovery, causes: causes ?? self.causes,
            causeTexts: causes == nil ? self.causeTexts : causeTexts)
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
