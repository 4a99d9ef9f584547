/// A language in which Till explains itself to operators: each file in `Sources/Model/Languages` that has their sentences.
///
/// `docs/decisions/0057-languages-are-data.md` tells how to add one.
package struct OperatorLanguage: Hashable, Sendable, CaseIterable {
    /// `de`.
    package let tag: String

    package static let allCases = EmbeddedLanguage.all.filter(\.isForOperators).map { OperatorLanguage(tag: $0.tag) }

    /// The language of the code's authors, and of everything that programs read. A sentence that another language lacks is
    /// shown in this one.
    package static let original = en

    /// Languages that code or a test asks for by name. A new language needs no such name.
    package static let en = OperatorLanguage(tag: "en")
    package static let de = OperatorLanguage(tag: "de")
    package static let fr = OperatorLanguage(tag: "fr")

    private init(tag: String) { self.tag = tag }

    /// The language's own name for itself.
    package var name: String { text("language.name") }

    /// The language of a tag such as `de-CH`, or of a locale such as `fr_FR.UTF-8`; English for one in which Till does not
    /// explain itself.
    package init(near language: String) {
        let code = language.prefix(while: \.isLetter)
        self = Self.allCases.first { $0.tag == code } ?? .original
    }

    /// A sentence of the catalogue in this language.
    package func text(_ key: Sentence.Key, _ arguments: [String: any CustomStringConvertible] = [:]) -> String {
        Sentence(key, arguments).text(in: self)
    }

    /// An amount and its currency as the language writes them: `11,50 EUR`.
    package func text(_ amount: Money) -> String {
        "\(amount.formatted(separator: text("format.decimalSign"))) \(amount.currency.code)"
    }
}
