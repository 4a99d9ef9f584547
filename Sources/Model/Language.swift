/// A language in which Till speaks to people.
public enum Language: String, Hashable, Codable, Sendable, CaseIterable {
    case english = "en"
    case german = "de"
}

/// The same words in every language.
public struct Wording: Hashable, Sendable {
    private let english: String
    private let german: String

    public init(_ english: String, _ german: String) {
        self.english = english
        self.german = german
    }

    public func text(in language: Language) -> String {
        switch language {
        case .english: english
        case .german: german
        }
    }
}
