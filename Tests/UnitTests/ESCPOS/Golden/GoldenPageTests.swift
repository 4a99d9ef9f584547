import Flow
import Foundation
import Receipts
import Testing

@testable import ESCPOS

/// The paper of each printer in each language, dot by dot: the size of every page, and a hash for each 30 rows, which
/// are the height of a line. A failure tells which words stand there.
@Suite(.enabled(if: Drawing.isThatOfDebian12, Drawing.others))
struct GoldenPageTests {
    private static let rowsOfSum = 30
    private static let sumsOfLine = 8

    @Test(arguments: GoldenSample.all)
    func thePaperIsThatOfTheFile(sample: GoldenSample) throws {
        let glyphs = try CairoGlyphs()
        var pages: [(name: String, bytes: [UInt8], words: [String])] = []
        var file: [String] = []
        for profile in PrinterProfile.all {
            let bytes = sample.stream(for: profile)
            if let same = pages.first(where: { $0.bytes == bytes }) {
                file += ["== \(profile.name): as \(same.name)"]
            } else {
                let (lines, words) = try Self.page(bytes, profile, glyphs)
                file += ["== \(profile.name): \(profile.widthDots) dots"] + lines
                pages.append((profile.name, bytes, words))
            }
        }
        let differences = try GoldenFile(path: "pages/\(sample.language).txt").differences(to: file)
        let words = differences.isEmpty ? [] : pages.flatMap { ["\($0.name):"] + $0.words }
        #expect(differences.isEmpty, "\((differences + words).joined(separator: "\n"))")
    }

    /// The hashes of the rows, and the row at which each text begins.
    private static func page(
        _ bytes: [UInt8], _ profile: PrinterProfile, _ glyphs: CairoGlyphs
    ) throws -> (sums: [String], words: [String]) {
        var decoder = StreamDecoder(codePages: profile.codePages, wideText: profile.wideText)
        var composer = PaperComposer(dots: profile.widthDots, glyphs: glyphs)
        var words: [String] = []
        var finished: [Bitmap] = []
        for command in decoder.decode(bytes) + decoder.finish() {
            if case .text(let text) = command.content { words.append("from row \(composer.feed): \(text)") }
            finished += try composer.perform(command)
        }
        let page = try #require(finished.first ?? composer.tearOff())
        let sums = stride(from: 0, to: page.height, by: rowsOfSum).map { top in
            StreamWords.sum(page.bytes(ofRows: top..<min(page.height, top + rowsOfSum))).prefix(6)
        }
        return (
            stride(from: 0, to: sums.count, by: sumsOfLine).map { first in
                "from row \(first * rowsOfSum): " + sums.dropFirst(first).prefix(sumsOfLine).joined(separator: " ")
            }, words
        )
    }
}
