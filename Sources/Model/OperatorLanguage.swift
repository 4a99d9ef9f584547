/// A language in which Till explains itself.
package enum OperatorLanguage: String, Hashable, Sendable, CaseIterable {
    case en, de
}

/// The same words in every language.
package struct BilingualText: Hashable, Sendable {
    private let english: String
    private let german: String

    package init(_ english: String, _ german: String) {
        self.english = english
        self.german = german
    }

    package func text(in tongue: OperatorLanguage) -> String {
        switch tongue {
        case .en: english
        case .de: german
        }
    }
}
