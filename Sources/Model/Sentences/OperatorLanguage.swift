/// A language in which Till explains itself. Each has one file in `Sources/Model/Languages`.
///
/// A new language is its file and its name here; `docs/decisions/0057-languages-are-data.md` tells how to add one.
package enum OperatorLanguage: String, Hashable, Sendable, CaseIterable {
    case en, de, fr

    /// The language of whoever wrote the code, and of everything that programs read. A sentence that another language
    /// lacks is shown in this one.
    package static let original = OperatorLanguage.en

    /// The language's own name for itself.
    package var name: String { text("language.name") }

    /// What stands between an amount and its cents.
    var decimalSign: String { text("language.decimalSign") }

    /// Of a receipt's language such as `de-CH`, or a locale such as `fr_FR.UTF-8`; English for one in which Till does not
    /// explain itself.
    package init(near language: String) {
        self = Self.allCases.first { language.hasPrefix($0.rawValue) } ?? .original
    }

    /// The bytes of its file.
    package var file: [UInt8] {
        switch self {
        case .en: PackageResources.en_txt
        case .de: PackageResources.de_txt
        case .fr: PackageResources.fr_txt
        }
    }

    /// A sentence of the catalogue in this language.
    package func text(_ key: Sentence.Key, _ arguments: [String: any CustomStringConvertible] = [:]) -> String {
        Sentence(key, arguments).text(in: self)
    }
}
