import Model

/// One mistake in a configuration. All mistakes are reported at once.
package struct ConfigurationProblem: Hashable, Sendable {
    package let origin: ConfigurationOrigin
    /// A whole sentence that also says what would be right, if that is known. It never contains a secret.
    package let sentence: String

    /// Removes card data, since the sentence may repeat text of the configuration.
    init(origin: ConfigurationOrigin, sentence: String) {
        self.origin = origin
        self.sentence = CardData.masked(sentence)
    }

    /// The problem in the form of a compiler's error, so that editors jump to the place.
    package var line: String { "\(origin): error: \(sentence)" }
}
