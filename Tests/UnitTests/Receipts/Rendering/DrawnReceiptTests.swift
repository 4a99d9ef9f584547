import Foundation
import Model
import Testing

@testable import Receipts

/// HTML and SVG show the same lines, and contain the receipt's data only as text.
@Suite struct DrawnReceiptTests {
    private static let logo = Bitmap(art: ["##..", "..##"])
    private static let layout = ReceiptLayout(columns: 42, logos: ["kiosk": logo])
    private static let modules: @Sendable (Symbol) -> Bitmap? = { _ in Bitmap(art: ["#.#", ".#.", "#.#"]) }

    private func html(_ receipt: Receipt, mark: PrintMark = .original) -> String {
        HTMLRenderer(draw: Self.modules).render(
            Self.layout.lay(receipt, mark: mark), title: receipt.merchant.name, language: receipt.language)
    }

    private func svg(_ receipt: Receipt, mark: PrintMark = .original) -> String {
        SVGRenderer(draw: Self.modules).render(
            Self.layout.lay(receipt, mark: mark), title: receipt.merchant.name, language: receipt.language)
    }

    private static let hostile = "<script>alert('x')</script>\"&amp;]]><!--<svg onload=x>\u{0}\u{1B}\u{FFFE}\u{202E}"

    private static let hostileReceipt = Receipt(
        id: ReceiptID(rawValue: hostile), copy: .customer,
        merchant: .init(name: hostile, address: [hostile], taxID: hostile), payment: PaymentID(rawValue: hostile),
        orderNumber: hostile, issuedAt: Sample.afternoon, utcOffset: 0,
        lines: [OrderLine(name: hostile, quantity: 1, total: Sample.euro(1), details: [hostile])],
        adjustments: [Adjustment(kind: .fee, label: hostile, amount: Sample.euro(1))],
        taxes: [TaxLine(label: hostile, rate: hostile, amount: Sample.euro(1))], total: Sample.euro(1), tip: nil,
        card: .terminalText(lines: [PrintedLine(hostile, doubleWidth: true)], result: .approved), footer: [hostile],
        language: "de\" onload=\"x",
        references: [.init(label: hostile, value: hostile)],
        codes: [.init(symbology: .qr, content: hostile, caption: hostile)],
        fiscal: .init(lines: [hostile], code: .init(symbology: .ean13, content: hostile)),
        currencyFormat: CurrencyFormat(
            position: .left, thousandSeparator: "<", decimalSeparator: "&", symbol: "<b>"))

    @Test func whateverAReceiptSaysIsTextInThePage() throws {
        let page = html(Self.hostileReceipt)
        for raw in ["<script", "<svg onload", "<!--<", "<b>", "onload=\"", "\u{1B}", "\u{0}", "\u{202E}"] {
            #expect(!page.contains(raw), "\(raw)")
        }
        #expect(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"))
    }

    @Test func whateverAReceiptSaysIsTextInTheDrawing() throws {
        let drawing = svg(Self.hostileReceipt)
        for raw in ["<script", "<svg onload", "<!--<", "<b>", "onload=\"", "\u{1B}", "\u{0}", "\u{202E}"] {
            #expect(!drawing.contains(raw), "\(raw)")
        }
        #expect(drawing.contains("&lt;script&gt;"))
    }

    @Test func theDrawingIsSoundXML() throws {
        for receipt in [Sample.everything, Self.hostileReceipt] {
            #expect(isBalanced(svg(receipt, mark: .duplicate(1, at: Sample.afternoon))))
        }
    }

    /// Whether every tag is closed in the right order and no text contains a tag.
    private func isBalanced(_ xml: String) -> Bool {
        var open: [Substring] = []
        for piece in xml.split(separator: "<").dropFirst() {
            guard let end = piece.firstIndex(of: ">"), !piece[end...].dropFirst().contains(">") else { return false }
            let tag = piece[..<end]
            if tag.hasPrefix("?") || tag.hasSuffix("/") { continue }
            if tag.hasPrefix("/") {
                guard open.popLast() == tag.dropFirst() else { return false }
            } else {
                open.append(tag.prefix { $0 != " " && $0 != "\n" })
            }
        }
        return open.isEmpty
    }

    @Test func nothingIsLoadedFromAnywhere() {
        for page in [html(Sample.everything), svg(Sample.everything)] {
            let addresses = page.replacing("http://www.w3.org/2000/svg", with: "")
            #expect(!addresses.contains("src=") && !addresses.contains("href=") && !addresses.contains("url("))
        }
    }

    @Test func everyWordOfThePaperIsInBoth() {
        let laid = Self.layout.lay(Sample.everything, mark: .original)
        let (page, drawing) = (html(Sample.everything), svg(Sample.everything))
        for word in laid.lines.flatMap({ $0.text.split(separator: " ") }) where word.allSatisfy(\.isASCII) {
            #expect(page.contains(Markup.escaped(String(word))), "\(word)")
            #expect(drawing.contains(Markup.escaped(String(word))), "\(word)")
        }
    }

    @Test func whatTakesTwoCellsOnPaperTakesTwoInThePage() {
        #expect(html(Sample.everything).contains("<i style=\"width:6ch\">龙井茶</i>"))
    }

    @Test func styledTextIsMarkedUpByItsMeaning() {
        let lines: [LaidOutLine] = [
            .text([StyledRun("a", .bold), StyledRun("b", .underline), StyledRun(" c ", .inverse)]),
            .rightToLeft([StyledRun("שלום")]), .rule, .cut,
        ]
        let page = HTMLRenderer { _ in nil }.render(
            LaidOutReceipt(columns: 24, lines: lines + lines), title: "", language: "en")
        #expect(page.contains("<p><strong>a</strong><u>b</u><mark> c </mark></p>\n<p dir=\"rtl\">שלום</p>\n<hr>"))
        #expect(page.components(separatedBy: "class=\"cut\"").count == 2)
    }

    @Test func aSymbolThatCannotBeDrawnIsWrittenOut() throws {
        let symbol = try Symbol(.qr(.low), "a<b")
        let receipt = LaidOutReceipt(columns: 24, lines: [.symbol(symbol)])
        #expect(HTMLRenderer { _ in nil }.render(receipt, title: "", language: "en").contains("a&lt;b</figcaption>"))
        #expect(SVGRenderer { _ in nil }.render(receipt, title: "", language: "en").contains("a&lt;b</text>"))
    }

    @Test func columnsPartSegmentsAndWordsDoNot() {
        let line = LaidOutLine.text([StyledRun("2 x Tee    7,80"), StyledRun("  W", .doubleWidth)])
        let segments = line.segments(columns: 24)
        #expect(segments.map(\.text) == ["2 x Tee", "7,80", "W"])
        #expect(segments.map(\.column) == [0, 11, 19])
        #expect(segments.map(\.cells) == [7, 4, 2])
    }
}
