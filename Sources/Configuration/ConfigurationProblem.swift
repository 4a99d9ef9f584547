import Model

/// One mistake in a configuration. All mistakes are reported at once.
package struct ConfigurationProblem: Hashable, Sendable {
    package let origin: ConfigurationOrigin
    /// The mistake, and what would be right, if that is known. It never contains a secret.
    package let said: Sentence

    /// Removes card data, since the sentence may repeat text of the configuration.
    init(origin: ConfigurationOrigin, said: Sentence) {
        self.origin = origin
        self.said = said.masked
    }

    /// The mistake in English, for programs.
    package var sentence: String { said.description }

    /// The problem in the form of a compiler's error, so that editors jump to the place.
    package var report: Sentence { Sentence("config.problem", ["place": origin.name, "mistake": said]) }

    /// The report in English, for programs.
    package var line: String { report.description }
}
