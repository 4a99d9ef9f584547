/// A sentence within a sentence that goes on: it is written without its full stop.
package struct Clause: Hashable, Sendable {
    let sentence: Sentence

    package init(_ sentence: Sentence) { self.sentence = sentence }

    func text(in language: OperatorLanguage) -> String {
        let text = sentence.text(in: language)
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

extension Clause: CustomStringConvertible {
    /// In English.
    package var description: String { text(in: .original) }
}
