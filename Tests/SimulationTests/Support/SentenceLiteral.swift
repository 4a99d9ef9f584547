import Model

/// In tests a string literal stands for the sentence that reads so in English.
extension Sentence: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(stored: text) }
}
