import Foundation
import Receipts
import Testing

@testable import ESCPOS

/// What each printer gets for a receipt in each language, command by command.
///
/// A file for each language has, for each width of paper, all that the first printer gets, and of the others what differs
/// from it; and of each how many bytes there are, and their sum.
@Suite struct GoldenLanguageTests {
    private static func file(_ sample: GoldenSample) -> [String] {
        var first: [Int: (name: String, words: [String])] = [:]
        var file: [String] = []
        for profile in PrinterProfile.all {
            let bytes = sample.stream(for: profile)
            let words = StreamWords.lines(of: bytes, profile)
            let title = "== \(profile.name): \(bytes.count) bytes, sum \(StreamWords.sum(bytes))"
            if let known = first[profile.columnsA] {
                file += ["\(title), as \(known.name) but for"] + changes(of: words, from: known.words)
            } else {
                first[profile.columnsA] = (profile.name, words)
                file += [title] + words
            }
        }
        return file
    }

    private static func changes(of words: [String], from known: [String]) -> [String] {
        words.difference(from: known).map { change in
            switch change {
            case .remove(let place, let words, _): "- \(place) \(words)"
            case .insert(let place, let words, _): "+ \(place) \(words)"
            }
        }
    }

    /// Some printers are sent drawn lines, which differ where letters do.
    @Test(.enabled(if: Drawing.isThatOfDebian12, Drawing.others), arguments: GoldenSample.all)
    func everyPrinterGetsTheCommandsOfTheFile(sample: GoldenSample) throws {
        let differences = try GoldenFile(path: "languages/\(sample.language).txt").differences(to: Self.file(sample))
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    @Test func everyLanguageHasItsSample() {
        // A tag with a country is a language with other signs.
        #expect(ReceiptLanguage.tags.filter { !$0.contains("-") } == GoldenSample.all.map(\.language).sorted())
    }
}
