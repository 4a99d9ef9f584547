extension Output {
    /// What was found out about a device, and what to do about it.
    package struct Finding: Encodable, Sendable {
        package enum Severity: String, Hashable, Encodable, Sendable {
            case ok
            /// The check was not made, because nothing could be asked or was to be asked.
            case notAsked = "not_asked"
            /// Payments go on, but something should be corrected.
            case warning
            /// No payment should be taken before this is corrected; most of these refuse payments by themselves.
            case stops
        }

        /// A stable code for programs: `printer.paperNearEnd`.
        let code: String
        let severity: Severity
        let sentence: String
        let remedy: String?

        package init(_ severity: Severity, _ code: String, _ sentence: String, remedy: String?) {
            (self.severity, self.code) = (severity, code)
            (self.sentence, self.remedy) = (sentence.presentable, remedy?.presentable)
        }
    }
}
