import Foundation
import Model
import Testing

/// Whether the languages have what the programs say, and nothing else.
struct CatalogueTests {
    private let english = Catalogue.sentences(in: .en)

    @Test(arguments: OperatorLanguage.allCases)
    func everyLanguageFileIsReadWithoutAMistake(language: OperatorLanguage) throws {
        let file = try LanguageFile(String(decoding: language.file, as: UTF8.self))
        #expect(file.sentences == Catalogue.sentences(in: language) && !file.sentences.isEmpty)
    }

    @Test(arguments: OperatorLanguage.allCases)
    func everyLanguageIsWhole(language: OperatorLanguage) {
        #expect(LanguageGap.all(in: Catalogue.sentences(in: language), beside: english).isEmpty)
    }

    @Test func everyKeyThatIsUsedIsInTheCatalogueWithItsArguments() throws {
        let calls = try ProgramSources.all.flatMap(SentenceCall.all)
        #expect(calls.count > 300)
        for call in calls {
            guard let text = english[call.key] else {
                Issue.record("the catalogue has no \(call.key)")
                continue
            }
            guard let arguments = call.arguments else { continue }
            #expect(Template(text).arguments == arguments, "\(call.key)")
        }
    }

    @Test func noKeyIsUnused() throws {
        let sources = try ProgramSources.all
        let used = Set(sources.flatMap(SentenceCall.all).map(\.key))
        let failures = Set(sources.flatMap { $0.matches(of: /"([a-zA-Z]+\.[a-zA-Z.]+)"/).map { String($0.1) } })
        for key in english.keys where !used.contains(key) {
            let parts = key.split(separator: ".").dropFirst()
            let codes = parts.indices.map { parts[...$0].joined(separator: ".") }
            #expect(key.hasPrefix("failure.") && codes.contains(where: failures.contains), "\(key) is not used")
        }
    }

    /// What a translator does: a new file that begins with some sentences.
    @Test func aNewLanguageFileIsCompleteOrSaysWhatItLacks() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "languages-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "nl.txt")
        let quoted = english.map { "\($0.key) = \"\($0.value)\"" }
        try quoted.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        func gaps() throws -> Set<LanguageGap> {
            LanguageGap.all(
                in: try LanguageFile(String(contentsOf: file, encoding: .utf8)).sentences, beside: english)
        }
        #expect(try gaps().isEmpty)
        try """
        kind.payment = Betaling
        report.declined = Geweigerd
        reason.belongsTo = De laatste transactie hoort bij betaling {payment} en {order}.
        kind.gift = Cadeau
        """.write(to: file, atomically: true, encoding: .utf8)
        let found = try gaps()
        #expect(found.contains(.lost(argument: "code", of: "report.declined")))
        #expect(found.contains(.invented(argument: "order", of: "reason.belongsTo")))
        #expect(found.contains(.unknown("kind.gift")) && found.contains(.missing("kind.refund")))
        #expect(!found.contains(.missing("kind.payment")) && found.count == english.count - 3 + 3)
    }

    @Test(arguments: [("de-CH", OperatorLanguage.de), ("fr_FR.UTF-8", .fr), ("en", .en), ("ja", .en), ("", .en)])
    func aLocaleHasItsLanguageOrEnglish(locale: String, language: OperatorLanguage) {
        #expect(OperatorLanguage(near: locale) == language)
    }
}
