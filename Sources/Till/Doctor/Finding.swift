/// One thing that was looked at, and what is to be done about it.
struct Finding: Hashable, Sendable, Encodable {
    enum Severity: String, Hashable, Sendable, Encodable {
        case ok
        /// It could not, or was not to be, asked.
        case notAsked = "not_asked"
        /// Payments go on, but something is not as it should be.
        case warning
        /// No payment should be taken before this is mended; most of these `till pay` refuses by itself.
        case stops
    }

    /// Stable, for programs: `reader.line.busy`.
    let code: String
    let severity: Severity
    let sentence: String
    /// The command that mends it, or what a hand must do.
    let remedy: String?

    init(_ severity: Severity, _ code: String, _ sentence: String, remedy: String? = nil) {
        self.code = code
        self.severity = severity
        self.sentence = sentence
        self.remedy = remedy
    }

    static func ok(_ code: String, _ sentence: String) -> Finding { Finding(.ok, code, sentence) }
}
