import Model

/// What a language file lacks, or has too much, beside the English one.
enum LanguageGap: Hashable {
    case missing(String)
    /// No sentence of Till's has that key.
    case unknown(String)
    /// An argument of the English sentence that is not in this one.
    case lost(argument: String, of: String)
    /// An argument that the English sentence does not have.
    case invented(argument: String, of: String)

    static func all(in language: [String: String], beside english: [String: String]) -> Set<LanguageGap> {
        var gaps = Set(Set(english.keys).subtracting(language.keys).map(LanguageGap.missing))
        for (key, text) in language {
            guard let original = english[key] else {
                gaps.insert(.unknown(key))
                continue
            }
            let (its, ours) = (Template(text).arguments, Template(original).arguments)
            for argument in ours.subtracting(its) { gaps.insert(.lost(argument: argument, of: key)) }
            for argument in its.subtracting(ours) { gaps.insert(.invented(argument: argument, of: key)) }
        }
        return gaps
    }
}
