/// A language in which Till explains itself.
package enum Tongue: String, Hashable, Sendable, CaseIterable {
    case en, de
}

/// The same words in every language.
package struct Wording: Hashable, Sendable {
    private let english: String
    private let german: String

    package init(_ english: String, _ german: String) {
        self.english = english
        self.german = german
    }

    package func text(in tongue: Tongue) -> String {
        switch tongue {
        case .en: english
        case .de: german
        }
    }
}
