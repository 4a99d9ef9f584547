import Synchronization

/// The sentences of every language. A language's file is read when its first sentence is shown.
package enum Catalogue {
    private static let languages = Dictionary(
        uniqueKeysWithValues: EmbeddedLanguage.all.map { ($0.tag, Loaded($0)) })

    /// The sentences of a language by their keys. A file with a mistake in it has none; a test reads each.
    package static func sentences(in tag: String) -> [String: String] { languages[tag]?.sentences ?? [:] }

    /// A language's sentences whose keys begin with one of `beginnings`. They are read anew each time, so that a program that
    /// needs only these does not read the others.
    package static func sentences(in tag: String, keeping beginnings: [String]) -> [String: String] {
        languages[tag]?.read(keeping: beginnings) ?? [:]
    }

    /// The text of a language's file; nil for a language that has none.
    package static func file(of tag: String) -> String? { languages[tag]?.text }

    /// The sentence under a key with the places of its arguments, in English where the language lacks it; nil where English
    /// lacks it too.
    static func template(_ code: String, in language: OperatorLanguage) -> Template? {
        languages[language.tag]?.template(code) ?? languages[OperatorLanguage.original.tag]?.template(code)
    }

    private final class Loaded: Sendable {
        private let language: EmbeddedLanguage
        private let loaded = Mutex<[String: String]?>(nil)
        /// The sentences that were shown, taken apart.
        private let templates = Mutex<[String: Template]>([:])

        init(_ language: EmbeddedLanguage) { self.language = language }

        var text: String { language.text.description }

        func template(_ code: String) -> Template? {
            templates.withLock { templates in
                if let known = templates[code] { return known }
                guard let sentence = sentences[code] else { return nil }
                let template = Template(sentence)
                templates[code] = template
                return template
            }
        }

        var sentences: [String: String] {
            loaded.withLock { loaded in
                if let loaded { return loaded }
                let read = read(keeping: [])
                loaded = read
                return read
            }
        }

        func read(keeping beginnings: [String]) -> [String: String] {
            language.text.withUTF8Buffer { try? LanguageFile(utf8: $0, keeping: beginnings) }?.sentences ?? [:]
        }
    }
}
