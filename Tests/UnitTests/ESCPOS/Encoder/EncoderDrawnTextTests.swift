import Flow
import Receipts
import Synchronization
import Testing

@testable import ESCPOS

/// Lines with characters that are on none of the printer's code pages.
@Suite struct EncoderDrawnTextTests {
    @Test func aLineThatCannotBeDrawnIsToldOnce() {
        let told = Mutex<[String]>([])
        let typesetter = Typesetter { failure in told.withLock { $0.append(failure.code) } }
        let tooWide = Typesetter.Grid(font: .a, cellWidth: 12, width: 1 << 20)
        for _ in 1...2 { #expect(typesetter.lineIfDrawable([StyledRun("ꙮ")], .fromTheLeft, tooWide) == nil) }
        #expect(told.withLock { $0 } == ["paper.drawing"])
    }

    private let encoder = ESCPOSEncoder(profile: .generic80)

    private func page(_ lines: [LaidOutLine], _ encoder: ESCPOSEncoder) throws -> Bitmap {
        let bytes = encoder.encode(LaidOutReceipt(columns: encoder.columns, lines: lines)).bytes
        return try #require(
            try PaperComposer.pages(of: bytes, dots: encoder.profile.widthDots, glyphs: CairoGlyphs()).first)
    }

    /// The columns of font A that have a black dot.
    private func inked(_ page: Bitmap, rows: Range<Int> = 0..<30) -> [Int] {
        (0..<page.width / 12).filter { cell in
            rows.contains { y in (cell * 12..<cell * 12 + 12).contains { page.isBlack($0, y) } }
        }
    }

    @Test func aLineWithALetterThePrinterLacksIsDrawnWhole() {
        let encoded = encoder.encode("Thé ệ 12.50")
        #expect(encoded.replaced.isEmpty)
        let reading = EncoderReading(encoded.bytes, pages: .epson)
        #expect(reading.strips == 1)
        #expect(reading.lines == [""])
    }

    @Test func onlyTheLinesThatNeedItAreDrawn() {
        let lines: [LaidOutLine] = [.text([StyledRun("Grüße")]), .text([StyledRun("ș")]), .text([StyledRun("€")])]
        let reading = EncoderReading(encoder.encode(LaidOutReceipt(columns: 48, lines: lines)).bytes, pages: .epson)
        #expect(reading.strips == 1)
        #expect(reading.lines == ["Grüße", "€", ""])
    }

    /// A character has the same cell whether it is printed as text or drawn.
    @Test func theColumnsOfADrawnLineStandWhereTheyWould() throws {
        let asText = try page([.text([StyledRun("a b  c" + String(repeating: " ", count: 38) + "1,00")])], encoder)
        let drawn = try page([.text([StyledRun("a ș  c" + String(repeating: " ", count: 38) + "1,00")])], encoder)
        #expect(inked(asText) == inked(drawn))
        #expect(asText.height == drawn.height)
    }

    @Test func wideCharactersTakeTwoCells() throws {
        let drawn = try page([.text([StyledRun("日本x")])], encoder)
        #expect(inked(drawn) == [0, 1, 2, 3, 4])
    }

    @Test func aParagraphFromRightToLeftBeginsAtTheRightEdge() throws {
        let drawn = try page([.rightToLeft([StyledRun("שלום"), StyledRun("    12")])], encoder)
        // The word is at the right, the number to the left of it.
        #expect(inked(drawn) == [38, 39, 44, 45, 46, 47])
    }

    @Test func arabicLettersJoin() throws {
        let joined = try page([.rightToLeft([StyledRun("سسسس")])], encoder)
        let rows = (0..<30).filter { y in (45 * 12 - 2..<45 * 12 + 2).allSatisfy { joined.isBlack($0, y) } }
        #expect(!rows.isEmpty)
    }

    @Test func stylesAreDrawnToo() throws {
        func black(_ style: TextStyle) throws -> Int {
            try page([.text([StyledRun("ș", style)])], encoder).bytes.reduce(0) { $0 + $1.nonzeroBitCount }
        }
        let plain = try black([])
        #expect(try black(.bold) > plain)
        #expect(try black(.underline) >= plain + 10)
        #expect(try black(.doubleWidth) > plain)
        #expect(try black([.doubleWidth, .doubleHeight]) > plain * 3)
        #expect(try black(.inverse) == 12 * 24 - plain)
    }

    @Test func aCharacterNoFontHasIsABoxAndIsReported() throws {
        // Anatolian hieroglyphs, for which no installed font has glyphs.
        let encoded = encoder.encode("\u{14400}")
        #expect(encoded.replaced == [EncodedLines.Replacement("\u{14400}", printed: "□")])
        #expect(EncoderReading(encoded.bytes, pages: .epson).strips == 1)
    }

    @Test func noQuestionMarkEverStandsForAnotherCharacter() {
        for value in stride(from: UInt32(0xA0), to: 0x3100, by: 37) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let reading = EncoderReading(encoder.encode(String(Character(scalar))).bytes, pages: .epson)
            #expect(!reading.lines[0].contains("?"), "U+\(String(value, radix: 16))")
        }
    }

    @Test(arguments: PrinterProfile.all)
    func whatAnAttackerWritesIsWholeCommands(profile: PrinterProfile) {
        var random = SeededGenerator(seed: 0x7E57)
        let encoder = ESCPOSEncoder(profile: profile)
        for _ in 0..<100 {
            var decoder = StreamDecoder(codePages: profile.codePages)
            let bytes = encoder.encode(random.hostileText(upTo: 16)).bytes
            let commands = decoder.decode(bytes) + decoder.finish()
            #expect(commands.allSatisfy { $0.isComplete && $0.content != .unknown })
        }
    }
}
