import Flow
import Foundation
import Model
import Testing

@testable import Receipts

/// The lines of thousands of generated receipts, by their sums: whoever makes the layout faster changes none of them.
/// `TILL_RECORD=1 swift test --filter GeneratedLayout` writes the file anew.
@Suite(.serialized) struct GeneratedLayoutTests {
    private static let file = Fixtures.folder.appending(path: "receipts/generated.txt")

    @Test func theLinesOfGeneratedReceiptsAreThoseOfTheFile() throws {
        let sums = ReceiptLanguage.tags.flatMap { language in
            [24, 32, 42, 48, 64].map { "\(language) \($0): \(Self.sum(language, columns: $0))" }
        }
        let text = sums.map { $0 + "\n" }.joined()
        if ProcessInfo.processInfo.environment["TILL_RECORD"] != nil { try Data(text.utf8).write(to: Self.file) }
        #expect(text == (try String(contentsOf: Self.file, encoding: .utf8)))
    }

    /// FNV-1a, 64 bits, of the lines of some forty receipts.
    private static func sum(_ language: String, columns: Int) -> String {
        var random = SeededGenerator(seed: UInt64(columns) << 32 | UInt64(language.utf8.reduce(0) { $0 * 7 + Int($1) }))
        let logo = LogoName("logo", .floydSteinberg)
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for round in 0..<20 {
            var templates = ReceiptTemplates.builtIn
            for kind in ReceiptTemplates.Kind.allCases {
                templates[kind].symbols = round % 2 == 0 ? .beside : .alone
                templates[kind].logo = round % 3 == 0 ? "logo" : nil
                templates[kind].showsUnitPrices = round % 5 != 0
                templates[kind].showsTaxTable = round % 7 != 0
            }
            let layout = ReceiptLayout(
                columns: columns, templates: templates, logos: [logo: Bitmap(width: 8 + round, height: 3)])
            for receipt in [random.document(language), random.documentWithCodes(language)] {
                let mark: PrintMark = round % 4 == 0 ? .duplicate(round, at: receipt.issuedAt) : .original
                let laid = layout.lay(receipt, mark: mark)
                // Laid out at once, or put together from lines.
                #expect(laid == LaidOutReceipt(columns: columns, lines: laid.lines))
                for line in laid.lines {
                    for byte in written(line).utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
                }
            }
        }
        return String(sum, radix: 16)
    }

    private static func written(_ line: LaidOutLine) -> String {
        switch line {
        case .text(let runs): "text " + written(runs)
        case .rightToLeft(let runs): "right to left " + written(runs)
        case .rule: "rule\n"
        case .blank: "blank\n"
        case .picture(let picture): "picture \(picture.width) \(picture.height)\n"
        case .symbol(let symbol): "symbol \(symbol.kind) \(symbol.content)\n"
        case .symbolWithText(let block):
            "symbol \(block.symbol.kind) \(block.symbol.content) \(block.symbolColumns) \(block.textColumns)\n"
                + block.lines.map(written).joined()
        case .cut: "cut\n"
        }
    }

    private static func written(_ runs: [StyledRun]) -> String {
        runs.map { "\($0.style.rawValue) \($0.cells) \($0.text)\n" }.joined()
    }
}
