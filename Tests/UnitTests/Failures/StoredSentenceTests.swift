import Failures
import Flow
import Foundation
import Model
import Testing

/// What data directories of every release hold of reasons and failures, in `Tests/Fixtures/stored`:
///
/// - `reasons-without-keys.jsonl`: every reason that releases stored as an English text, from 0.1.0 to the last one before the
///   catalogue of languages, whose list of stored sentences it was made of (commit 4e1b0891^).
/// - `failures-0.1.0.jsonl`: the failures that the code of 0.1.0 could store (commit f5ab516c), without keys.
/// - `sentences-with-keys.jsonl`: every key that is stored since, with its arguments. A line is only ever added.
///
/// A `7` stands for what differs from case to case.
@Suite struct StoredSentenceTests {
    private static func lines(_ name: String) throws -> [String] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/stored")
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n").map(
            String.init)
    }

    private static func decoded<Value: Decodable>(_ line: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(line.utf8))
    }

    @Test func aReasonWithoutAKeyIsShownAsItIsStoredInEveryLanguage() throws {
        let lines = try Self.lines("reasons-without-keys.jsonl")
        #expect(lines.count > 70)
        for line in lines {
            let text: String = try Self.decoded(line)
            for row in [#"{"inDoubt":{"reason":\#(line)}}"#, #"{"notCharged":{"reason":\#(line)}}"#] {
                let outcome: PaymentOutcome = try Self.decoded(row)
                for language in OperatorLanguage.allCases {
                    switch outcome {
                    case .inDoubt(let reason), .notCharged(let reason): #expect(reason.text(in: language) == text)
                    default: Issue.record("\(row)")
                    }
                }
            }
        }
    }

    /// Where today's catalogue says the same, the failure is told in the language; else as it is stored.
    @Test func aFailureOf010IsToldInEveryLanguage() throws {
        let lines = try Self.lines("failures-0.1.0.jsonl")
        #expect(lines.count > 180)
        var asStored = 0
        for line in lines {
            let failure: Failure = try Self.decoded(line)
            #expect(failure.said.text(in: .en) == failure.sentence, "\(line)")
            for language in OperatorLanguage.allCases where language != .original {
                let told = failure.said.text(in: language)
                #expect(!told.isEmpty && !told.contains("{"), "\(line)")
                if failure.said.code == nil { #expect(told == failure.sentence, "\(line)") }
            }
            asStored += failure.said.code == nil ? 1 : 0
        }
        #expect(asStored < lines.count / 3, "\(asStored) of \(lines.count) are told as they are stored")
    }

    @Test func everySentenceThatIsStoredWithAKeyIsToldInEveryLanguage() throws {
        for line in try Self.lines("sentences-with-keys.jsonl") {
            let sentence: Sentence = try Self.decoded(line)
            let key = try #require(sentence.code)
            for language in OperatorLanguage.allCases {
                let told = sentence.text(in: language)
                // A key that is not in the catalogue is told with its arguments.
                #expect(!told.hasPrefix(key) && !told.contains("{") && !told.isEmpty, "\(key) in \(language.tag)")
            }
        }
    }

    /// `TILL_RECORD=1 swift test --filter StoredSentenceTests` adds the lines of new keys.
    @Test func aKeyThatIsStoredKeepsItsNameAndItsArguments() throws {
        let known = try Self.lines("sentences-with-keys.jsonl")
        let stored = [
            "reason.", "failure.", "remedy.", "detail.", "list.", "device.", "step.", "kind.", "mail.", "word.",
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let today = try Catalogue.sentences(in: "en").filter { entry in stored.contains(where: entry.key.hasPrefix) }
            .map { key, text in
                let arguments = Template(text).arguments.map { ($0, Sentence.Argument.text("7")) }
                let sentence = Sentence(code: key, arguments: Dictionary(uniqueKeysWithValues: arguments))
                return String(decoding: try encoder.encode(sentence), as: UTF8.self)
            }
        let new = Set(today).subtracting(known)
        if ProcessInfo.processInfo.environment["TILL_RECORD"] != nil {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/stored")
            try (known + new).sorted().joined(separator: "\n").appending("\n").write(
                to: folder.appending(path: "sentences-with-keys.jsonl"), atomically: true, encoding: .utf8)
        }
        #expect(new.isEmpty, "record them: \(new.sorted())")
        #expect(Set(known).subtracting(today).isEmpty, "these are stored, and were renamed or lost an argument")
    }
}
