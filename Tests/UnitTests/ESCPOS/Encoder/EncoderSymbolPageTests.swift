import Flow
import Receipts
import Testing

@testable import ESCPOS

/// A symbol with text to its right: on a page that the printer composes, drawn as a picture, or one below the other.
@Suite struct EncoderSymbolPageTests {
    private static let symbol: Symbol = {
        guard let symbol = try? Symbol(.qr(.medium), "https://example.org/r/123") else {
            preconditionFailure("a QR code holds an address")
        }
        return symbol
    }()

    private static func block(_ lines: [LaidOutLine], of columns: Int, symbol: Symbol = symbol) -> LaidOutLine {
        .symbolWithText(
            SymbolWithText(symbol, columns: columns / 3, lines, textColumns: columns - columns / 3))
    }

    private static func text(_ words: String...) -> [LaidOutLine] { words.map { .text([StyledRun($0)]) } }

    private static func encode(_ block: (Int) -> LaidOutLine, _ profile: PrinterProfile) -> EncodedLines {
        let encoder = ESCPOSEncoder(profile: profile)
        return encoder.encode(LaidOutReceipt(columns: encoder.columns, lines: [block(encoder.columns), .cut]))
    }

    private static func commands(_ bytes: some Sequence<UInt8>, _ profile: PrinterProfile) -> [PrinterCommand] {
        var decoder = StreamDecoder(codePages: profile.codePages, wideText: profile.wideText)
        return decoder.decode(bytes) + decoder.finish()
    }

    private static func operations(_ block: (Int) -> LaidOutLine, _ profile: PrinterProfile) -> [ESCPOS.Operation] {
        commands(encode(block, profile).bytes, profile).compactMap(\.operation)
    }

    @Test func onAPrinterWithPagesTheSymbolIsItsOwnAndTextItsLetters() {
        let lines = [LaidOutLine.text([StyledRun("Grüße ", .bold), StyledRun("A")]), .blank] + Self.text("B")
        let job = Self.encode({ Self.block(lines, of: $0) }, .tmT88VI).bytes
        // 25 modules of 5 dots and their quiet zone take 14 columns of 12 dots; the first line is 24 dots below the
        // top.
        let page: [UInt8] =
            [0x1D, 0x50, 180, 180, 0x1B, 0x4C, 0x1B, 0x57, 0, 0, 0, 0, 0, 2, 145, 0, 0x1B, 0x54, 0]
            + [0x1D, 0x24, 145, 0, 0x1B, 0x24, 21, 0, 0x1D, 0x28, 0x6B, 3, 0, 49, 81, 48]
            + [0x1D, 0x24, 24, 0, 0x1B, 0x24, 168, 0, 0x1B, 0x45, 1]
            + [0x47, 0x72, 0x81, 0xE1, 0x65, 0x20, 0x1B, 0x45, 0, 0x41]
            + [0x1D, 0x24, 84, 0, 0x1B, 0x24, 168, 0, 0x42, 0x0C, 0x1D, 0x50, 0, 0, 0x0A]
        #expect(Self.contains(job, page))
    }

    private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    @Test(arguments: PrinterProfile.all)
    func everyPrinterGetsWholeCommandsThatItsProfileHas(profile: PrinterProfile) {
        let block = { Self.block(Self.text("Start 10:00", "Ende 10:01"), of: $0) }
        let found = Self.commands(Self.encode(block, profile).bytes, profile)
        #expect(found.allSatisfy { $0.isComplete && $0.content != .unknown })
        #expect(found.contains { $0.operation == .pageMode } == (profile.pageMode != nil))
        #expect(found.contains { $0.operation == .formFeed } == (profile.pageMode != nil))
        // Printers without page mode are sent dots.
        #expect(found.contains { $0.operation == .raster } == (profile.pageMode == nil))
    }

    @Test func nothingIsAskedAndNothingIsJustifiedWithinAPage() throws {
        let all = Self.operations({ Self.block(Self.text("A"), of: $0) }, .tmT20III)
        let (first, last) = (try #require(all.firstIndex(of: .pageMode)), try #require(all.firstIndex(of: .formFeed)))
        let within = Set(all[first...last])
        #expect(within.isDisjoint(with: [.justification, .lineFeed, .response, .transmitStatus, .initialize, .raster]))
    }

    @Test func lettersThatThePrinterLacksAndLinesFromTheRightMakeItDrawn() {
        for line in [LaidOutLine.text([StyledRun("龙井茶")]), .rightToLeft([StyledRun("שלום")])] {
            let drawn = Self.encode({ Self.block([line], of: $0) }, .tmT88VI)
            #expect(!Self.commands(drawn.bytes, .tmT88VI).contains { $0.operation == .pageMode })
            #expect(drawn.replaced.isEmpty)
        }
    }

    @Test func aPageThatMayBeTooLongForThePrinterIsDrawn() {
        let lines = (1...40).map { LaidOutLine.text([StyledRun("Zeile \($0)")]) }
        #expect(!Self.operations({ Self.block(lines, of: $0) }, .tmT88VI).contains(.pageMode))
    }

    @Test func aSymbolThatHasNoRoomStandsAboveItsText() throws {
        let large = try Symbol(.qr(.medium), String(repeating: "x", count: 400))
        for profile in [PrinterProfile.tmT88VI, .generic80] {
            let found = Self.operations({ Self.block(Self.text("A"), of: $0, symbol: large) }, profile)
            #expect(found.contains(.symbol) && found.contains(.lineFeed) && !found.contains(.pageMode))
        }
    }

    @Test func aPrinterWithoutDotsHasOneBelowTheOther() {
        let encoder = CodePageMap.epson.encoder(.none)
        let lines = Self.text("A") + [.rightToLeft([StyledRun("שלום")])]
        let encoded = encoder.encode(LaidOutReceipt(columns: 48, lines: [Self.block(lines, of: 48)]))
        let reading = EncoderReading(encoded.bytes, pages: .epson)
        #expect(reading.lines.first?.contains("[QR code] https://example.org/r/123") == true)
        #expect(reading.lines.contains("A"))
        #expect(encoded.replaced.count == 4)
    }

    // MARK: On paper

    private static func pages(_ bytes: some Sequence<UInt8>, _ profile: PrinterProfile) throws -> [Bitmap] {
        try PaperComposer.pages(
            of: bytes, dots: profile.widthDots, codePages: profile.codePages, wideText: profile.wideText,
            glyphs: CairoGlyphs())
    }

    /// Composed and drawn receipts agree in every place, except for the space between lines and the shapes of letters.
    @Test func composedAndDrawnItHasTheSamePlaces() throws {
        let block = { Self.block(Self.text("HHHH", "HH"), of: $0) }
        let composed = try #require(try Self.pages(Self.encode(block, .tmT20III).bytes, .tmT20III).first)
        let drawn = try #require(try Self.pages(Self.encode(block, .generic80).bytes, .generic80).first)
        let edge = 16 * 12
        for page in [composed, drawn] {
            #expect(Self.box(page, 0..<edge) == Self.box(composed, 0..<edge))
        }
        let (left, right) = (Self.box(composed, edge..<576), Self.box(drawn, edge..<576))
        #expect(abs(left.x.lowerBound - right.x.lowerBound) < 4 && abs(left.y.lowerBound - right.y.lowerBound) < 8)
        #expect(left.x.upperBound <= edge + 48 && left.y.upperBound <= 60)
    }

    private struct Box: Equatable { let x: ClosedRange<Int>, y: ClosedRange<Int> }

    private static func box(_ page: Bitmap, _ columns: Range<Int>) -> Box {
        var (x, y): ([Int], [Int]) = ([], [])
        for row in 0..<page.height {
            page.forEachBlack(inRow: row) { if columns.contains($0) { x.append($0); y.append(row) } }
        }
        return Box(x: (x.min() ?? 0)...(x.max() ?? 0), y: (y.min() ?? 0)...(y.max() ?? 0))
    }

    @Test func onAHeadOf180DotsAnInchAUnitIsADotToo() throws {
        let block = { Self.block(Self.text("A"), of: $0) }
        let page = try #require(try Self.pages(Self.encode(block, .tmT88VI).bytes, .tmT88VI).first)
        let box = Self.box(page, 0..<168)
        #expect(box == Box(x: 21...145, y: 20...144))
    }

    // MARK: Cut off

    /// Wherever a job is cut off, also within a page, the next print is whole and has nothing of the earlier one.
    @Test(arguments: [PrinterProfile.tmT20III, .generic80])
    func whereverAJobIsCutOffTheNextIsWholeAndHasNothingOfIt(profile: PrinterProfile) throws {
        let encoder = ESCPOSEncoder(profile: profile)
        func job(_ words: String) -> [UInt8] {
            let lines = Self.text(words) + [Self.block(Self.text(words, "beside"), of: encoder.columns), .cut]
            return encoder.encode(LaidOutReceipt(columns: encoder.columns, lines: lines)).bytes
        }
        let (cutOff, next, recovery) = (job("FORMER"), job("NEXT"), encoder.recovery(lacking: 0))
        let wanted = try Self.sheets(next, profile)
        #expect(wanted.count == 1)
        // All places within a picture are alike, so only some of them are tried.
        let places = stride(from: 0, to: cutOff.count, by: profile.pageMode == nil ? 97 : 1)
        for place in places {
            let sheets = try Self.sheets(cutOff.prefix(place) + recovery + next, profile)
            let isWhole = sheets.last == wanted[0]
            #expect(isWhole, "cut off after \(place) of \(cutOff.count) bytes")
        }
    }

    private static func sheets(_ bytes: some Sequence<UInt8>, _ profile: PrinterProfile) throws -> [Bitmap] {
        try PaperComposer.pages(of: bytes, dots: profile.widthDots, glyphs: PlainDots())
    }
}

/// Draws every character as its number in dots.
private struct PlainDots: GlyphSource {
    func glyph(_ key: GlyphKey) -> Bitmap {
        Bitmap(width: key.width, height: key.height) { x, y in y == 0 && key.scalar.value >> UInt32(x) & 1 == 1 }
    }
}
