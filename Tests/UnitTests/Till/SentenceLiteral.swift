import Model

/// In tests a text stands for the sentence that says it in English.
extension Sentence: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(stored: text) }
}
