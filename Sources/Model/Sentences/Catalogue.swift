import Synchronization

/// The sentences of every language. A language's file is read when its first sentence is shown.
package enum Catalogue {
    private static let languages = OperatorLanguage.allCases.map(Loaded.init)

    /// The sentences of a language by their keys. A file with a mistake in it has none; a test reads each.
    package static func sentences(in language: OperatorLanguage) -> [String: String] {
        languages.first { $0.language == language }?.sentences ?? [:]
    }

    /// The sentence under a key with the places of its arguments, in English where the language lacks it; nil where English
    /// lacks it too.
    static func template(_ code: String, in language: OperatorLanguage) -> Template? {
        (sentences(in: language)[code] ?? sentences(in: .original)[code]).map(Template.init)
    }

    private final class Loaded: Sendable {
        let language: OperatorLanguage
        private let loaded = Mutex<[String: String]?>(nil)

        init(_ language: OperatorLanguage) { self.language = language }

        var sentences: [String: String] {
            loaded.withLock { loaded in
                if let loaded { return loaded }
                let read = (try? LanguageFile(String(decoding: language.file, as: UTF8.self)))?.sentences ?? [:]
                loaded = read
                return read
            }
        }
    }
}

extension Substring {
    /// The place of a text at the end of this one.
    func lastRange(of end: String) -> Range<Index>? {
        hasSuffix(end) ? index(endIndex, offsetBy: -end.count)..<endIndex : nil
    }
}
