/// The result of one check, and what to do about it.
struct Finding: Hashable, Sendable, Encodable {
    enum Severity: String, Hashable, Sendable, Encodable {
        case ok
        /// It could not be asked, or was not to be asked.
        case notAsked = "not_asked"
        /// Payments go on, but something should be corrected.
        case warning
        /// No payment should be taken before this is corrected; `till pay` refuses most of these by itself.
        case stops
    }

    /// A stable code for programs: `reader.line.busy`.
    let code: String
    let severity: Severity
    let sentence: String
    /// The command that corrects it, or what a person must do.
    let remedy: String?

    init(_ severity: Severity, _ code: String, _ sentence: String, remedy: String? = nil) {
        self.code = code
        self.severity = severity
        self.sentence = sentence
        self.remedy = remedy
    }

    static func ok(_ code: String, _ sentence: String) -> Finding { Finding(.ok, code, sentence) }
}
