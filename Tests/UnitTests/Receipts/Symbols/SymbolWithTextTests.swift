import Flow
import Foundation
import Model
import Testing

@testable import Receipts

/// Symbols with text beside them, as templates place them.
@Suite struct SymbolWithTextTests {
    private func lines(_ receipt: Receipt, _ columns: Int, _ symbols: ReceiptTemplate.Symbols = .beside)
        -> [LaidOutLine]
    {
        var templates = ReceiptTemplates.builtIn
        templates.orderReceipt.symbols = symbols
        return ReceiptLayout(columns: columns, templates: templates).lay(receipt, mark: .original).lines
    }

    private func blocks(_ lines: [LaidOutLine]) -> [SymbolWithText] {
        lines.compactMap { if case .symbolWithText(let block) = $0 { block } else { nil } }
    }

    private func receipt(_ fiscal: [String], code: String, caption: String? = nil) -> Receipt {
        Receipt(
            id: ReceiptID(rawValue: "r"), copy: .customer, merchant: Sample.kiosk, payment: Sample.payment,
            orderNumber: nil, issuedAt: Sample.afternoon, utcOffset: 0,
            lines: [OrderLine(name: "Tee", quantity: 1, total: Sample.euro(1))], taxes: [], total: Sample.euro(1),
            tip: nil, card: .terminalText(lines: [], result: .approved), footer: [], language: "de",
            fiscal: .init(lines: fiscal, code: .init(symbology: .qr, content: code, caption: caption)))
    }

    @Test func fiscalLinesAndCaptionsStandBesideTheirCodes() {
        let found = blocks(lines(Sample.everything, 48))
        #expect(
            found.map { $0.lines.map(\.text) } == [
                ["TSE-Signatur: MEUCIQD4 0815", "TSE-Transaktion: 4711"], ["Ihr Beleg"],
            ])
        #expect(found.map(\.symbolColumns) == [16, 16])
        #expect(found.map(\.textColumns) == [32, 32])
    }

    @Test func withoutTheWishEachHasItsOwnLines() {
        let alone = lines(Sample.everything, 48, .alone)
        #expect(blocks(alone).isEmpty)
        #expect(alone == ReceiptLayout(columns: 48).lay(Sample.everything, mark: .original).lines)
    }

    @Test func aCodeWithoutTextStandsAlone() throws {
        let laid = lines(receipt([], code: "https://example.org"), 48)
        #expect(laid.contains(.symbol(try Symbol(.qr(.medium), "https://example.org"))))
    }

    /// The signature and the key of a German fiscal device need a symbol of 77 modules.
    private static let longCode = "V0;" + String(repeating: "x", count: 380)

    @Test func aLargeSymbolTakesUpToHalfOfThePaper() {
        let receipt = receipt(["Start 10:00", "Ende 10:01"], code: Self.longCode)
        #expect(blocks(lines(receipt, 48)).map(\.symbolColumns) == [22])
        let narrow = lines(receipt, 32)
        #expect(blocks(narrow).isEmpty)
        #expect(narrow.map(\.text).contains("Ende 10:01"))
    }

    /// The columns of font B are narrower, so a symbol takes more of them.
    @Test func inFontBASymbolHasTheSameRoomInDots() {
        let receipt = receipt(["Start 10:00"], code: String(repeating: "x", count: 100), caption: "lang")
        for (font, columns, width) in [(ReceiptTemplate.Font.a, 48, 12), (.b, 64, 9), (.a, 32, 12), (.b, 42, 9)] {
            var templates = ReceiptTemplates.builtIn
            templates.orderReceipt.symbols = .beside
            templates.orderReceipt.font = font
            let laid = ReceiptLayout(columns: columns, templates: templates).lay(receipt, mark: .original).lines
            // 37 modules and their quiet zone, three dots each.
            for block in blocks(laid) { #expect(block.symbolColumns * width >= 45 * 3) }
            #expect(blocks(laid).count == 1)
        }
    }

    @Test func barsStandAlone() throws {
        for kind in [Symbol.Kind.pdf417, .code128, .ean13, .maxiCode] {
            #expect(try Symbol(kind, "400638133393").room(beside: 48, of: 12) == nil)
        }
    }

    @Test func whatIsHigherThanTheSymbolGoesOnBelow() throws {
        let fiscal = (1...20).map { "Zeile \($0)" }
        let laid = lines(receipt(fiscal, code: "https://example.org"), 48)
        let block = try #require(blocks(laid).first)
        #expect((3...8).contains(block.lines.count))
        let place = try #require(laid.firstIndex(of: .symbolWithText(block)))
        let below = laid[(place + 1)...].map(\.text).prefix(20 - block.lines.count)
        #expect(block.lines.map(\.text) + below == fiscal)
    }

    /// An amount or another word that fits on the paper is never divided.
    @Test func fromAWordOnThatHasRoomBelowOnlyLinesAreBelow() {
        let word = String(repeating: "A", count: 30)
        let laid = lines(receipt(["kurz", "Summe \(word)", "danach"], code: "x"), 42)
        #expect(blocks(laid).map { $0.lines.map(\.text) } == [["kurz"]])
        let text = laid.map(\.text)
        #expect(text.contains("Summe \(word)") && text.contains("danach"))
        // A word that fits nowhere is divided beside the symbol as well as below it.
        let long = lines(receipt([String(repeating: "B", count: 50)], code: "x"), 42)
        #expect(blocks(long).first?.lines.count == 2)
    }

    @Test func whereNoLineHasRoomItIsAsEver() {
        let receipt = receipt([String(repeating: "A", count: 30)], code: "x")
        #expect(lines(receipt, 42) == lines(receipt, 42, .alone))
    }

    @Test func linesFromTheRightAreSo() {
        let laid = lines(receipt(["שלום עולם", "abc"], code: "x"), 48)
        #expect(blocks(laid).first?.lines == [.rightToLeft([StyledRun("שלום עולם")]), .text([StyledRun("abc")])])
    }

    @Test(arguments: ReceiptLanguage.tags)
    func nothingIsLostOnPaperOfAnyWidth(language: String) {
        var random = SeededGenerator(seed: UInt64(language.utf8.reduce(11) { $0 &* 31 &+ Int($1) }))
        for columns in 24...64 {
            let receipt = random.documentWithCodes(language)
            let (beside, alone) = (lines(receipt, columns), lines(receipt, columns, .alone))
            // The order and the line breaks differ, but every letter is there the same number of times.
            #expect(Self.letters(on: beside) == Self.letters(on: alone), "\(columns) columns")
        }
    }

    private static func letters(on lines: [LaidOutLine]) -> [Unicode.Scalar] {
        let text = lines.map { $0.text + symbols(on: $0) }.joined(separator: " ")
        return text.unicodeScalars.filter { $0 != " " }.sorted()
    }

    private static func symbols(on line: LaidOutLine) -> String {
        switch line {
        case .symbol(let symbol): "[\(symbol.content)]"
        case .symbolWithText(let block): "[\(block.symbol.content)]"
        case .text, .rightToLeft, .rule, .blank, .picture, .cut: ""
        }
    }

    // MARK: On screens and in files

    private static let square: @Sendable (Symbol) -> Bitmap? = { _ in Bitmap(art: ["#.#", ".#.", "#.#"]) }

    private static let block = LaidOutReceipt(
        columns: 24,
        lines: [
            .symbolWithText(
                SymbolWithText(
                    sampleSymbol, columns: 8,
                    [.text([StyledRun("a<b", .bold)]), .blank, .rightToLeft([StyledRun("שלום")])],
                    textColumns: 16))
        ])
    private static let sampleSymbol: Symbol = {
        guard let symbol = try? Symbol(.qr(.low), "x&y") else { preconditionFailure("a QR code holds letters") }
        return symbol
    }()

    @Test func asTextTheSymbolComesFirst() {
        #expect(
            TextRenderer().render(Self.block)
                == "     [QR code] x&y\na<b\n\n                    שלום\n")
    }

    @Test func inAPageTheyAreTwoColumns() {
        let page = HTMLRenderer(draw: Self.square).render(Self.block, title: "", language: "de")
        #expect(page.contains("<div class=\"beside\">\n<figure style=\"width:8ch\"><svg role=\"img\""))
        #expect(page.contains("</figure>\n<div>\n<p><strong>a&lt;b</strong></p>\n<p></p>\n<p dir=\"rtl\">"))
        #expect(!page.contains("a<b") && !page.contains("x&y"))
    }

    @Test func inADrawingTheTextBeginsBehindTheSymbol() {
        let drawing = SVGRenderer(draw: Self.square).render(Self.block, title: "", language: "de")
        #expect(drawing.contains("translate(\(8 * 12) 0) scale(1 1)\" y=\"22\" textLength=\"36\""))
        // Three lines are higher than the symbol.
        #expect(drawing.contains("viewBox=\"0 0 \(24 * 12 + 64) \(90 + 64)\""))
        let undrawn = SVGRenderer(draw: { _ in nil }).render(Self.block, title: "", language: "de")
        #expect(undrawn.contains("x&amp;y</text>") && undrawn.contains("a&lt;b</text>"))
    }
}
