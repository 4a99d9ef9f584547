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
        let named = try files.filter { try LanguageFile(String(contentsOf: $0, encoding: .utf8)).isForOperators }
        #expect(
            OperatorLanguage.allCases.map(\.tag) == named.map { $0.deletingPathExtension().lastPathComponent }.sorted())
        #expect(OperatorLanguage.allCases.contains(.de) && OperatorLanguage.allCases.contains(.fr))
    }

    /// A line goes on with the sentence of the line above it: a key that is put between them takes its end away.
    @Test(arguments: OperatorLanguage.allCases)
    func aSentenceGoesOnOnlyBelowAFullLine(language: OperatorLanguage) throws {
        let lines = try #require(Catalogue.file(of: language.tag)).split(separator: "\n")
        for (above, line) in zip(lines, lines.dropFirst()) where line.hasPrefix(" ") {
            let word = line.drop { $0 == " " }.prefix { $0 != " " }
            #expect(above.count + 1 + word.count > 90, "\(line)")
        }
    }

    @Test(arguments: OperatorLanguage.allCases)
    func everyLanguageIsWhole(language: OperatorLanguage) {
        let gaps = LanguageGap.all(in: Catalogue.sentences(in: language.tag), beside: english)
        #expect(gaps.isEmpty, "\(language.tag).txt: \(told(gaps))")
    }

    /// Words for "valid until" announce a card's expiry date, which would be masked in the log.
    @Test(arguments: OperatorLanguage.allCases)
    func noSentenceOfOursMakesATimeInItLookLikeAnExpiryDate(language: OperatorLanguage) throws {
        let argument = /\{(time|now|day|since)\}/
        for (code, sentence) in Catalogue.sentences(in: language.tag) where sentence.contains(argument) {
            for time in ["2027-12-31 03:58:47", "2027-12-31"] {
                let told = sentence.replacing(argument, with: time)
                #expect(CardData.masked(told) == told, "\(code)")
            }
        }
    }

    /// What `everyLanguageIsWhole` says of a file that lacks sentences, has lost an argument and invented another.
    @Test(arguments: OperatorLanguage.allCases.filter { $0 != .original })
    func eachMissingSentenceAndEachLostArgumentIsNamed(language: OperatorLanguage) {
        var own = Catalogue.sentences(in: language.tag)
        own["kind.refund"] = nil
        own["display.follow"] = nil
        own["report.declined"] = own["report.declined"]?.replacing("{code}", with: "{number}")
        own["kind.gift"] = "gift"
        #expect(
            told(LanguageGap.all(in: own, beside: english)) == """
                display.follow is missing; kind.gift is in no other file; kind.refund is missing; report.declined has {number}, \
                which English has not; report.declined lacks {code}
                """)
    }

    private func told(_ gaps: Set<LanguageGap>) -> String { gaps.map(\.description).sorted().joined(separator: "; ") }

    @Test(arguments: ReceiptLanguage.tags.filter { !$0.contains("-") })
    func everyLanguageOfReceiptsHasTheirWords(tag: String) throws {
        let receipts = english.filter { ReceiptLanguage.sentenceKeys.contains($0.key) }
        #expect(receipts.count == ReceiptLanguage.sentenceKeys.count)
        let own = Catalogue.sentences(in: tag).filter { !ReceiptLanguage.symbolKeys.contains($0.key) }
        let isForOperators = own["language.name"] != nil
        let gaps = LanguageGap.all(in: own, beside: isForOperators ? english : receipts)
        #expect(gaps.isEmpty, "\(tag).txt: \(told(gaps))")
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

    /// A new language is one file: no case, list or branch of the programs names a language but English.
    @Test func noProgramNamesALanguageButTheOriginal() throws {
        let others = EmbeddedLanguage.all.map(\.tag).filter { $0 != "en" && !$0.contains("-") }
        #expect(others.contains("fr") && others.contains("ja"))
        for source in try ProgramSources.sources where !source.contains("struct OperatorLanguage:") {
            for tag in others {
                #expect(!source.contains("OperatorLanguage.\(tag)") && !source.contains("in: .\(tag))"))
                #expect(!source.contains("case \(tag)\n") && !source.contains("tag: \"\(tag)\""))
            }
        }
    }

    /// A sentence that is told in every language as in English was forgotten, or is a name, a number or a command.
    @Test(arguments: OperatorLanguage.allCases.filter { $0 != .original })
    func noSentenceIsLeftInEnglish(language: OperatorLanguage) {
        let own = Catalogue.sentences(in: language.tag)
        let same = english.filter { key, text in
            let words = text.replacing(/\{[A-Za-z]+\}/, with: "").split(separator: " ").filter {
                $0.contains(where: \.isLetter)
            }
            return words.count > 3 && own[key] == text && !text.contains("till ") && !text.contains("sudo ")
        }
        #expect(same.isEmpty, "\(same.keys.sorted())")
    }

    /// What is said to people comes from the catalogue: no failure, reason or cause is made of an English text.
    @Test func noSourceMakesAFailureOrAReasonOfAnEnglishText() throws {
        let made = [
            #/Failure\(\s*[A-Za-z]+(?:\.[A-Za-z]+)*,\s*"/#,
            #/\b(?:reason|why|sentence|message|during|said): "[^"]* [^"]*"/#, #/\bcauses: \["/#,
            #/\b(?:say|print)\("(?:till: )?[A-Za-z]{2,} [a-z]/#,
        ]
        for source in try ProgramSources.sources where !Self.speaksToPrograms(source) {
            for pattern in made {
                let found = source.firstMatch(of: pattern).map { String($0.0) }
                #expect(found == nil, "\(found ?? "")")
            }
        }
    }

    /// The embedded shop speaks WooCommerce's own English, a refund's reason is the shop's, and hooks of tests are in no
    /// release.
    private static func speaksToPrograms(_ source: String) -> Bool {
        ["WooCommerce's own error", "invalidParameter(", "RefundsRemote(network", "TILL_TEST_"].contains(
            where: source.contains)
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
