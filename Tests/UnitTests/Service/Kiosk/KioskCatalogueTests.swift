import Foundation
import Testing

@testable import Service

/// The page's sentences are a catalogue of their own: one file for each language, which is whole.
@Suite struct KioskCatalogueTests {
    private static let languages = KioskPageFile.languages
    private static let forms = ["zero", "one", "two", "few", "many", "other"]
    /// The plural forms of CLDR (cardinal numbers) for the languages of kiosks, those that have no file yet included.
    private static let cldr = [
        "other": ["id", "ja", "ko", "th", "vi", "zh"],
        "one other": ["bg", "da", "de", "el", "en", "et", "fi", "hu", "nb", "nl", "sv", "tr"],
        "one many other": ["ca", "es", "fr", "it", "pt"], "one few many other": ["cs", "lt", "pl", "ru", "sk", "uk"],
        "one few other": ["bs", "hr", "ro", "sr"], "zero one other": ["lv"], "one two few other": ["sl"],
        "one two other": ["he"], "zero one two few many other": ["ar"],
    ]

    private static func sentences(_ language: String) throws -> [String: String] {
        let file = try #require(KioskPageFile.named("words/\(language).json"))
        return try JSONDecoder().decode([String: String].self, from: Data(file.bytes))
    }

    private static func arguments(of text: String) -> [String] {
        Set(text.matches(of: /\{(\w+)\}/).map { String($0.1) }).sorted()
    }

    /// A key without the form of number at its end, and that form; nil for a sentence that has only one.
    private static func parts(_ key: String, _ english: [String: String]) -> (stem: String, form: String)? {
        let (stem, form) = (key.split(separator: ".").dropLast().joined(separator: "."), key.split(separator: ".").last)
        guard let form, forms.contains(String(form)), english[stem + ".one"] != nil else { return nil }
        return (stem, String(form))
    }

    @Test func eachFileIsALanguageOfThePageAndEnglishIsTheFirst() throws {
        let files = KioskPageFile.all.map(\.path).filter { $0.hasPrefix("words/") }
        #expect(Set(files) == Set(Self.languages.map { "words/\($0).json" }) && files.count == Self.languages.count)
        #expect(Self.languages.first == "en" && Self.languages.count > 8)
    }

    @Test(arguments: languages) func aLanguageIsListedWithTheNameAndTheDirectionOfItsFile(_ language: String) throws {
        struct Listed: Decodable {
            let name: String
            let direction: String
        }
        let file = try #require(KioskPageFile.named("languages.json"))
        let listed = try JSONDecoder().decode([String: Listed].self, from: Data(file.bytes))
        let sentences = try Self.sentences(language)
        #expect(listed[language]?.name == sentences["language.name"] && sentences["language.name"] != nil)
        #expect(listed[language]?.direction == sentences["language.direction"])
        #expect(["ltr", "rtl"].contains(sentences["language.direction"]))
        #expect(listed.count == Self.languages.count)
    }

    @Test(arguments: languages) func noSentenceIsMissingAndNoneIsExtraOrEmpty(_ language: String) throws {
        let (english, own) = (try Self.sentences("en"), try Self.sentences(language))
        func keys(_ sentences: [String: String]) -> Set<String> {
            Set(sentences.keys.map { Self.parts($0, english)?.stem ?? $0 })
        }
        let missing = keys(english).subtracting(keys(own)).sorted()
        let extra = keys(own).subtracting(keys(english)).sorted()
        let empty = own.filter { $0.value.allSatisfy(\.isWhitespace) }.keys.sorted()
        #expect(missing.isEmpty, "\(language) lacks \(missing)")
        #expect(extra.isEmpty, "\(language) has \(extra), which English has not")
        #expect(empty.isEmpty, "\(language) says nothing for \(empty)")
    }

    @Test(arguments: languages) func eachSentenceHasTheArgumentsOfTheEnglishOne(_ language: String) throws {
        let english = try Self.sentences("en")
        for (key, text) in try Self.sentences(language) {
            let original = Self.parts(key, english).map { english[$0.stem + ".other"] } ?? english[key]
            guard let original else { continue }
            let (its, ours) = (Self.arguments(of: original), Self.arguments(of: text))
            #expect(its == ours, "\(language): \(key) has the arguments \(ours) and needs \(its)")
        }
    }

    @Test(arguments: languages) func eachCountedSentenceHasTheFormsOfItsLanguageAndNoOther(_ language: String) throws {
        let english = try Self.sentences("en")
        let known = Self.cldr.first { $0.value.contains(language) }?.key
        let needed = Set(try #require(known, "write the forms of \(language) into `cldr`").split(separator: " "))
        var found: [String: Set<Substring>] = [:]
        for key in try Self.sentences(language).keys {
            guard let parts = Self.parts(key, english) else { continue }
            found[parts.stem, default: []].insert(parts.form[...])
        }
        #expect(!found.isEmpty)
        for (stem, forms) in found {
            #expect(
                forms == needed, "\(language): \(stem) has the forms \(forms.sorted()) and needs \(needed.sorted())")
        }
    }

    // MARK: The scripts

    private static var scripts: String {
        KioskPageFile.all.filter { $0.path.hasSuffix(".js") }.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    }

    @Test func eachSentenceThatAScriptNamesIsThere() throws {
        let english = try Self.sentences("en")
        let named = Set(Self.scripts.matches(of: /\bsay\(\s*"([^"]+)"/).map { String($0.1) })
        #expect(named.count > 100)
        let missing = named.filter { english[$0] == nil && english[$0 + ".other"] == nil }
        #expect(missing.isEmpty, "no sentence has the keys \(missing.sorted())")
    }

    @Test func noSentenceIsUnused() throws {
        let (english, scripts) = (try Self.sentences("en"), Self.scripts)
        // What the service names is tested with the service: see KioskWordTests.
        let beginnings =
            scripts.matches(of: /say\(`([\w.]+)\$/).map { String($0.1) }
            + scripts.matches(of: /named\("([\w.]+)"/).map { $0.1 + "." } + ["code.", "reason.", "language."]
        let unused = english.keys.map { Self.parts($0, english)?.stem ?? $0 }.filter { key in
            !scripts.contains("\"\(key)\"") && !beginnings.contains(where: key.hasPrefix)
        }
        #expect(unused.isEmpty, "no script names \(Set(unused).sorted())")
    }
}
