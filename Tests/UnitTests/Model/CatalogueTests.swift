import Foundation
import Model
import Receipts
import Testing

/// The language files have every sentence that the programs use, and no other.
struct CatalogueTests {
    private let english = Catalogue.sentences(in: "en")

    @Test(arguments: EmbeddedLanguage.all.map(\.tag))
    func everyLanguageFileIsReadWithoutAMistake(tag: String) throws {
        let file = try LanguageFile(try #require(Catalogue.file(of: tag)))
        #expect(file.sentences == Catalogue.sentences(in: tag) && !file.sentences.isEmpty)
    }

    @Test func everyFileInTheFolderIsALanguageOfTheProgram() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Model/Languages")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let embedded = EmbeddedLanguage.all.map(\.tag)
        #expect(files.map { $0.deletingPathExtension().lastPathComponent }.sorted() == embedded)
        for file in files {
            let tag = file.deletingPathExtension().lastPathComponent
            #expect(Catalogue.file(of: tag) == (try String(contentsOf: file, encoding: .utf8)))
        }
        #expect(OperatorLanguage.allCases == [.de, .en, .fr])
    }

    @Test(arguments: OperatorLanguage.allCases)
    func everyLanguageIsWhole(language: OperatorLanguage) {
        #expect(LanguageGap.all(in: Catalogue.sentences(in: language.tag), beside: english).isEmpty)
    }

    @Test(arguments: ReceiptLanguage.tags.filter { !$0.contains("-") })
    func everyLanguageOfReceiptsHasTheirWords(tag: String) throws {
        let receipts = english.filter { ReceiptLanguage.sentenceKeys.contains($0.key) }
        #expect(receipts.count == ReceiptLanguage.sentenceKeys.count)
        let own = Catalogue.sentences(in: tag).filter { !ReceiptLanguage.symbolKeys.contains($0.key) }
        let isForOperators = own["language.name"] != nil
        #expect(LanguageGap.all(in: own, beside: isForOperators ? english : receipts).isEmpty)
        #expect(own["format.date"]?.filter("YMD".contains).count == 3)
        #expect(own["format.dayOfMonth"]?.filter("MD".contains).count == 2)
    }

    @Test(arguments: ReceiptLanguage.tags.filter { $0.contains("-") })
    func aCountrysFileHasOnlyWhatDiffersFromItsLanguage(tag: String) {
        let whole = Catalogue.sentences(in: String(tag.prefix { $0 != "-" }))
        for (key, text) in Catalogue.sentences(in: tag) {
            #expect(ReceiptLanguage.sentenceKeys.contains(key), "\(key)")
            #expect(whole[key].map { $0 != text } == true, "\(key)")
        }
    }

    @Test func everyKeyThatIsUsedIsInTheCatalogueWithItsArguments() throws {
        let calls = try ProgramSources.all.flatMap(SentenceCall.all)
        #expect(calls.count > 300)
        // The formats belong to receipts, which have a test of their own.
        for call in calls where !call.key.hasPrefix("format.") {
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
        let ofReceipts = Set(ReceiptLanguage.sentenceKeys)
        for key in english.keys where !used.contains(key) && !ofReceipts.contains(key) {
            let parts = key.split(separator: ".").dropFirst()
            let codes = parts.indices.map { parts[...$0].joined(separator: ".") }
            #expect(key.hasPrefix("failure.") && codes.contains(where: failures.contains), "\(key) is not used")
        }
    }

    /// A translator's first step: a new file with some of the sentences.
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
