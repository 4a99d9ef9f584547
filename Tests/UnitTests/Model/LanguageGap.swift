import Model

extension LanguageFile {
    /// Whether it has the sentences for operators, as the plugin of the build sees it.
    var isForOperators: Bool { sentences["language.name"] != nil }
}

/// A sentence that a language file lacks, has in excess, or has with other arguments than the English file.
enum LanguageGap: Hashable, CustomStringConvertible {
    case missing(String)
    /// No sentence of Till has this key.
    case unknown(String)
    /// The English sentence has this argument and the translation does not.
    case lost(argument: String, of: String)
    /// The translation has this argument and the English sentence does not.
    case invented(argument: String, of: String)

    var description: String {
        switch self {
        case .missing(let key): "\(key) is missing"
        case .unknown(let key): "\(key) is in no other file"
        case .lost(let argument, let key): "\(key) lacks {\(argument)}"
        case .invented(let argument, let key): "\(key) has {\(argument)}, which English has not"
        }
    }

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
