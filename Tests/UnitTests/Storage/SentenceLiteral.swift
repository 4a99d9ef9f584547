import Model

/// In tests a string literal is the sentence with that English text.
extension Sentence: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(stored: text) }
}
