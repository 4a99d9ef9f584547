import Flow
import Foundation
import Model
import Receipts
import Testing

@testable import ESCPOS

/// A fiscal receipt with its text beside its codes, on printers that compose pages and on printers that are sent a
/// drawing: compared command by command, and read by a scanner.
@Suite struct GoldenSymbolPageTests {
    private static let receipt: Receipt? = {
        let file = GoldenFile.root.appending(path: "docs/receipts/fiscal.json")
        return (try? Data(contentsOf: file)).flatMap { try? ReceiptDocument.decode($0) }
    }()

    private static func stream(for profile: PrinterProfile) throws -> [UInt8] {
        var templates = ReceiptTemplates.builtIn
        templates.orderReceipt.symbols = .beside
        let encoder = ESCPOSEncoder(profile: profile)
        let layout = ReceiptLayout(columns: encoder.columns, templates: templates)
        return encoder.encode(layout.lay(try #require(receipt), mark: .original)).bytes
    }

    @Test(
        .enabled(if: Drawing.isThatOfDebian12, Drawing.others),
        arguments: [PrinterProfile.tmT88VI, .tmT20III, .generic80, .generic58])
    func theStreamIsThatOfItsFile(profile: PrinterProfile) throws {
        let words = StreamWords.lines(of: try Self.stream(for: profile), profile)
        let differences = try GoldenFile(path: "beside/\(profile.name).txt").differences(to: words)
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    @Test(.enabled(if: Scanner.isInstalled, Scanner.missing))
    func aScannerReadsBothCodesOfEveryPrinter() throws {
        let glyphs = try CairoGlyphs()
        let pages = try PrinterProfile.all.map { profile in
            let pages = try PaperComposer.pages(
                of: try Self.stream(for: profile), dots: profile.widthDots, codePages: profile.codePages,
                wideText: profile.wideText, glyphs: glyphs)
            return try #require(pages.first)
        }
        let receipt = try #require(Self.receipt)
        let wanted = Set((receipt.codes + [receipt.fiscal?.code].compactMap { $0 }).map(\.content))
        #expect(wanted.count == 2)
        for (profile, found) in zip(PrinterProfile.all, try Scanner.read(pages)) {
            #expect(found.count == 2 && Set(found.map(\.text)) == wanted, "\(profile)")
        }
    }

    /// Saving paper is the purpose of setting text beside codes.
    @Test(arguments: [PrinterProfile.tmT88VI, .tmT20III, .generic80, .generic58])
    func itTakesLessPaper(profile: PrinterProfile) throws {
        let encoder = ESCPOSEncoder(profile: profile)
        let alone = encoder.encode(
            ReceiptLayout(columns: encoder.columns).lay(try #require(Self.receipt), mark: .original))
        let rows = try [try Self.stream(for: profile), alone.bytes].map { bytes in
            try PaperComposer.pages(of: bytes, dots: profile.widthDots, glyphs: CairoGlyphs()).first?.height ?? 0
        }
        #expect(rows[0] < rows[1] - 100, "\(rows)")
    }

    @Test func itTakesLessOfAPDFToo() throws {
        let receipt = try #require(Self.receipt)
        let heights = try [ReceiptTemplate.Symbols.beside, .alone].map { symbols in
            var templates = ReceiptTemplates.builtIn
            templates.orderReceipt.symbols = symbols
            let lines = ReceiptLayout(columns: 48, templates: templates).lay(receipt, mark: .original)
            let file = String(decoding: try PDFRenderer().render(lines, title: "", created: ""), as: UTF8.self)
            let page = try #require(file.firstMatch(of: /MediaBox \[ 0 0 [0-9.]+ ([0-9.]+)/))
            return try #require(Double(page.1))
        }
        // 85 points are three centimetres.
        #expect(heights[0] < heights[1] - 85, "\(heights)")
    }

    /// Random receipts: every command is complete, known and within the paper.
    @Test(arguments: PrinterProfile.all)
    func whateverStandsBesideACodeIsWholeAndOnThePaper(profile: PrinterProfile) {
        var random = SeededGenerator(seed: 0xB51DE)
        var templates = ReceiptTemplates.builtIn
        templates.orderReceipt.symbols = .beside
        let encoder = ESCPOSEncoder(profile: profile)
        var composed = 0
        for language in ReceiptLanguage.tags + ReceiptLanguage.tags {
            let receipt = random.receiptWithCodes(language)
            let laid = ReceiptLayout(columns: encoder.columns, templates: templates).lay(receipt, mark: .original)
            let bytes = encoder.encode(laid).bytes
            var decoder = StreamDecoder(codePages: profile.codePages, wideText: profile.wideText)
            let commands = decoder.decode(bytes) + decoder.finish()
            #expect(commands.allSatisfy { $0.isComplete && $0.content != .unknown })
            #expect(commands.flatMap(\.bytes) == bytes)
            #expect(Self.widest(commands) <= profile.widthDots)
            let pages = commands.filter { $0.operation == .pageMode }.count
            #expect(pages == commands.filter { $0.operation == .formFeed }.count)
            composed += pages
        }
        #expect((composed > 0) == (profile.pageMode != nil))
    }

    /// The number of dots from the left edge to the end of the longest text on a page.
    private static func widest(_ commands: [PrinterCommand]) -> Int {
        var (isPage, x, widest) = (false, 0, 0)
        for command in commands {
            switch command.content {
            case .known(.pageMode, _): isPage = true
            case .known(.formFeed, _): isPage = false
            case .known(.absolutePosition, _): x = CommandTable.word(Array(command.parameters), 0)
            case .text(let text) where isPage:
                x += PrintableText(text).cells * PrinterFont.a.cellWidth
                widest = max(widest, x)
            case .known, .unknown, .text: break
            }
        }
        return widest
    }
}

extension SeededGenerator {
    private static let words = [
        "TSE-Signatur: MEUCIQD4 0815", "Großes Frühstück „Käthe“", "龙井茶 100 g", "שוקולד חם", "Ελληνικός καφές",
        "1.234,56 €",
        "Donaudampfschifffahrtsgesellschaftskapitänsmütze", "",
    ]

    private mutating func words() -> String {
        next() % 4 == 0 ? hostileText(upTo: 40) : Self.words[Int(next() % UInt64(Self.words.count))]
    }

    private mutating func code() -> Receipt.Code {
        let kinds: [Receipt.Code.Symbology] = [.qr, .qr, .dataMatrix, .aztec, .code128]
        return Receipt.Code(
            symbology: kinds[Int(next() % UInt64(kinds.count))],
            content: "https://example.org/" + String(repeating: "x", count: Int(next() % 200)),
            caption: next() % 4 == 0 ? nil : words())
    }

    fileprivate mutating func receiptWithCodes(_ language: String) -> Receipt {
        let total = Money(minorUnits: Int64(next() % 100_000), currency: .eur)
        return Receipt(
            id: ReceiptID(rawValue: "rcp-1"), copy: .customer, merchant: .init(name: "Kiosk", address: [], taxID: nil),
            payment: PaymentID(rawValue: "pay-1"), orderNumber: "1",
            issuedAt: Date(timeIntervalSince1970: 1_795_269_845),
            utcOffset: 0, lines: [OrderLine(name: "Tee", quantity: 1, total: total)], taxes: [], total: total, tip: nil,
            card: .terminalText(lines: [], result: .approved), footer: [], language: language,
            codes: (0..<(next() % 4)).map { _ in code() },
            fiscal: Receipt.Fiscal(lines: (0..<(next() % 12)).map { _ in words() }, code: code()))
    }
}
