import Flow
import Model
import Service

/// The result of one check, and what to do about it.
struct Finding: Hashable, Sendable {
    typealias Severity = Output.Finding.Severity

    /// A stable code for programs: `reader.line.busy`.
    let code: String
    let severity: Severity
    let said: Sentence
    /// The command that corrects it, or what a person must do.
    let advice: Sentence?

    init(_ severity: Severity, _ code: String, _ said: Sentence, remedy advice: Sentence? = nil) {
        self.code = code
        self.severity = severity
        self.said = said
        self.advice = advice
    }

    init(_ severity: Severity, _ failure: Failure) {
        self.init(severity, failure.code, failure.said, remedy: failure.advice)
    }

    /// The finding as an English sentence, for programs.
    var sentence: String { said.description }
    var remedy: String? { advice?.description }

    static func ok(_ code: String, _ said: Sentence) -> Finding { Finding(.ok, code, said) }
}

extension Finding: Encodable {
    private enum CodingKeys: String, CodingKey { case code, severity, sentence, remedy }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(code, forKey: .code)
        try values.encode(severity, forKey: .severity)
        try values.encode(sentence, forKey: .sentence)
        try values.encodeIfPresent(remedy, forKey: .remedy)
    }
}

extension Sentence {
    /// A command to type, which is the same in every language.
    static func command(_ command: String) -> Sentence { Sentence(stored: command) }

    /// The text of this sentence followed by the next one.
    func followed(by next: Sentence) -> Sentence { Sentence("list.sentences", ["first": self, "next": next]) }
}
