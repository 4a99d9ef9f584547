import Foundation
import Receipts
import Testing

@testable import ESCPOS

/// What each printer is sent for a receipt in each language, command by command.
///
/// A file for each language lists, for each paper width, everything that is sent to the first printer, for each other
/// printer the differences, and for every printer the number of bytes and their hash.
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

    /// Some printers are sent drawn lines, which differ with the installed fonts.
    @Test(.enabled(if: Drawing.isThatOfDebian12, Drawing.others), arguments: GoldenSample.all)
    func everyPrinterGetsTheCommandsOfTheFile(sample: GoldenSample) throws {
        let differences = try GoldenFile(path: "languages/\(sample.language).txt").differences(to: Self.file(sample))
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    @Test func everyLanguageHasItsSample() {
        // A tag with a country is the same language with other signs for amounts.
        #expect(ReceiptLanguage.tags.filter { !$0.contains("-") } == GoldenSample.all.map(\.language).sorted())
    }
}
