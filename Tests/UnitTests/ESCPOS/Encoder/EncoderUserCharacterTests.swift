import Flow
import Foundation
import Receipts
import Testing

@testable import ESCPOS

/// Characters that none of the printer's pages has and that are downloaded to the printer.
@Suite struct EncoderUserCharacterTests {
    private static let taking = PrinterProfile.all.filter { !$0.definableFonts.isEmpty }
    private let encoder = ESCPOSEncoder(profile: .tmT88V)

    private func encode(
        _ lines: [LaidOutLine], _ encoder: ESCPOSEncoder = ESCPOSEncoder(profile: .tmT88V)
    ) -> EncodedLines {
        encoder.encode(LaidOutReceipt(columns: encoder.columns, lines: lines))
    }

    private func text(_ string: String, _ style: TextStyle = []) -> LaidOutLine { .text([StyledRun(string, style)]) }

    private func page(_ bytes: [UInt8], _ profile: PrinterProfile = .tmT88V) throws -> Bitmap {
        try #require(
            try PaperComposer.pages(
                of: bytes, dots: profile.widthDots, codePages: profile.codePages, glyphs: CairoGlyphs()
            ).first)
    }

    // MARK: Bytes

    @Test func theLineStaysText() throws {
        let bytes = encode([text("120,00 ₺")]).bytes
        let glyph = try Typesetter.ofTests.glyph(GlyphKey("₺", font: .a, bold: false))
        let start: [UInt8] = [0x1B, 0x40, 0x1B, 0x52, 0, 0x1B, 0x4D, 0, 0x1B, 0x74, 19]
        let definition = [0x1B, 0x26, 3, 0x5E, 0x5E, 12] + glyph.columns(ofRows: 0..<24)
        #expect(bytes == start + definition + Array("120,00 ".utf8) + [0x1B, 0x25, 1, 0x5E, 0x1B, 0x25, 0, 0x0A])
    }

    @Test func eachIsGivenOnceAndASignThatIsMeantIsItself() {
        let bytes = encode([text("₺ ^ ẞ"), text("ẞ₺ a@b.example"), .cut, text("₺")]).bytes
        let job = GivenJob(bytes, .tmT88V)
        #expect(job.definitions.map(\.code) == Array("^<".utf8))
        #expect(job.lines == ["₺ ^ ẞ", "ẞ₺ a@b.example", "₺", ""])
    }

    @Test func otherPrintersAndFontsAreGivenNone() {
        for profile in PrinterProfile.all {
            for font in PrinterFont.allCases where !profile.definableFonts.contains(font) {
                let job = GivenJob(encode([text("1 ₺")], ESCPOSEncoder(profile: profile, font: font)).bytes, profile)
                #expect(job.definitions.isEmpty && job.pictures == 1, "\(profile) \(font)")
            }
        }
    }

    /// Characters that are joined, wide, marked, higher than the cell, in no font, or too many are drawn, and take no
    /// other character's place.
    @Test(arguments: ["₺ س", "₺ שלום", "₺ 日", "₺ q\u{303}", "₺ क", "₺ Ẫ", "₺ \u{1C90}", "₺ 😀", "₺ აბგ"])
    func aLineWithSomethingElseIsDrawnWhole(line: String) {
        let job = GivenJob(encode([text(line), text("ẞ")]).bytes, .tmT88V)
        #expect(job.pictures == 1 && job.lines == ["ẞ", ""])
        #expect(job.definitions.map(\.code) == Array("^".utf8))
    }

    /// Downloaded characters are printed in page mode as well. A character that cannot be downloaded makes the whole
    /// block a picture.
    @Test func textBesideASymbolHasThem() throws {
        let symbol = try Symbol(.qr(.medium), "https://example.org/r/123")
        func job(_ words: String) -> GivenJob {
            let block = SymbolWithText(symbol, columns: 14, [text(words)], textColumns: 28)
            return GivenJob(encode([.symbolWithText(block), .cut]).bytes, .tmT88V)
        }
        let composed = job("ẞ ₺735,00")
        #expect(composed.pictures == 0 && composed.definitions.map(\.code) == Array("^<".utf8))
        #expect(composed.lines.joined() == "ẞ ₺735,00")
        let drawn = job("₺ 日")
        #expect(drawn.pictures > 0 && drawn.definitions.isEmpty)
    }

    @Test func whatNoFontHasIsABoxAndIsReported() {
        #expect(encode([text("\u{1C90}")]).replaced == [EncodedLines.Replacement("\u{1C90}", printed: "□")])
    }

    @Test func whenThePlacesAreTakenTheOtherLinesAreDrawn() {
        let signs = Array("₺ẞ✓☎₽₴₸₮→₹").map(String.init)
        let job = GivenJob(encode(signs.map { text("\($0) 1,00") } + [text("₺₮")]).bytes, .tmT88V)
        #expect(job.definitions.count == UserCharacters.codes.count)
        #expect(job.pictures == signs.count - UserCharacters.codes.count)
        #expect(job.lines == signs.prefix(UserCharacters.codes.count).map { "\($0) 1,00" } + ["₺₮", ""])
    }

    @Test func aPlaceIsThatOfASignThatNobodyTakesForWhatWasMeant() {
        let mistakable = Set("0123456789.,-+'\"`~_|/\\:;=%#$&*()!?".utf8)
        #expect(UserCharacters.codes.allSatisfy { (0x21...0x7E).contains($0) && !mistakable.contains($0) })
        #expect(UserCharacters.codes.allSatisfy { !Character(Unicode.Scalar($0)).isLetter })
        #expect(Set(UserCharacters.codes).count == UserCharacters.codes.count)
    }

    @Test(arguments: taking)
    func everyJobIsWholeAndNoSignStandsForACharacter(profile: PrinterProfile) {
        var random = SeededGenerator(seed: 0x1E77)
        let alphabet = Array("₺ẞ✓☎₽₴₸₮→₹ქაფე ^<>{}[]@ 12,50 Ärger Ж Ł日ש€")
        for font in profile.definableFonts {
            let encoder = ESCPOSEncoder(profile: profile, font: font)
            for _ in 0..<200 {
                let lines = (0..<4).map { _ in
                    String((0..<random.next() % 12).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] })
                }
                let styles: [TextStyle] = [[], .bold, [.doubleWidth, .doubleHeight], .inverse]
                let encoded = encode(zip(lines, styles).map { text($0, $1) }, encoder)
                let job = GivenJob(encoded.bytes, profile)
                #expect(job.isSound && job.definitions.count <= UserCharacters.codes.count)
                var printed = job.lines.dropLast()[...]
                for line in lines where line == printed.first { printed.removeFirst() }
                // The lines come in their order, each in the form in which it was written; those that are not text are
                // drawn.
                #expect(printed.isEmpty && job.lines.count - 1 + job.pictures == lines.count, "\(lines)")
            }
        }
    }

    @Test(arguments: taking)
    func aDefinitionIsShorterThanWhatARecoveryFillsUp(profile: PrinterProfile) {
        let job = GivenJob(
            encode(["₺ẞ✓", "☎₽₴", "₸₮"].map { text($0) }, ESCPOSEncoder(profile: profile)).bytes, profile)
        #expect(job.definitions.count == 8)
        #expect(job.longestCommand <= PrintJobWriter.longestStrip)
    }

    /// The job is also cut off within a definition, and between `ESC % 1` and `ESC % 0`.
    @Test func whereverAJobIsCutOffTheNextPrintsItsOwn() throws {
        let cutOff = encode([text("₺ ẞ"), text("^<")]).bytes
        let next = encode([text("^< DUPLICATE 1")]).bytes
        let wanted = try page(next)
        let recovery = encoder.recovery(lacking: 0)
        for place in 0...cutOff.count {
            let pages = try PaperComposer.pages(
                of: cutOff.prefix(place) + recovery + next, dots: 512, codePages: .epson, glyphs: CairoGlyphs())
            #expect(pages.last == wanted, "cut off after \(place) bytes")
        }
    }

    // MARK: On paper

    private static let styles: [TextStyle] = [[], .underline, .inverse, .doubleWidth, [.doubleWidth, .doubleHeight]]

    @Test(arguments: PrinterFont.allCases, styles)
    func theCharacterStandsInItsCell(font: PrinterFont, style: TextStyle) throws {
        let bytes = encode([text("a₺b", style)], ESCPOSEncoder(profile: .tmT88V, font: font)).bytes
        let glyph = try Typesetter.ofTests.glyph(GlyphKey("₺", font: font, bold: false))
        let x = style.contains(.doubleWidth) ? 2 : 1
        let y = style.contains(.doubleHeight) ? 2 : 1
        let (printed, neighbours) = (
            try page(bytes), try page(encode([text("a b", style)], ESCPOSEncoder(profile: .tmT88V, font: font)).bytes)
        )
        for row in 0..<font.cellHeight * y {
            for column in 0..<font.cellWidth * 3 * x {
                let (inX, inY) = (column / x - font.cellWidth, row / y)
                let isUnderlined = style.contains(.underline) && row == font.cellHeight - 1
                let wanted =
                    (0..<font.cellWidth).contains(inX)
                    ? glyph.isBlack(inX, inY) != style.contains(.inverse) || isUnderlined
                    : neighbours.isBlack(column, row)
                #expect(printed.isBlack(column, row) == wanted, "\(column), \(row)")
            }
        }
    }

    @Test func boldIsBolderAndInItsCell() throws {
        func black(_ style: TextStyle) throws -> [Int] {
            let printed = try page(encode([text("₺", style)]).bytes)
            return (0..<printed.width).flatMap { x in (0..<24).filter { printed.isBlack(x, $0) }.map { _ in x } }
        }
        let (plain, bold) = (try black([]), try black(.bold))
        #expect(bold.count > plain.count && bold.allSatisfy { $0 < 12 })
    }

    /// The columns are those of a drawn line.
    @Test(arguments: PrinterFont.allCases)
    func theColumnsHold(font: PrinterFont) throws {
        var without = PrinterProfile.tmT88V
        without.definableFonts = []
        func inked(_ profile: PrinterProfile) throws -> [Int] {
            let encoder = ESCPOSEncoder(profile: profile, font: font)
            let gap = String(repeating: " ", count: encoder.columns - 12)
            let printed = try page(encode([text("№ ẞ" + gap + "12,50 ₺")], encoder).bytes)
            return (0..<encoder.columns).filter { cell in
                (0..<printed.height).contains { y in
                    (cell * font.cellWidth..<(cell + 1) * font.cellWidth).contains { printed.isBlack($0, y) }
                }
            }
        }
        #expect(try inked(.tmT88V) == inked(without))
    }

    /// The paper shows signs in place of characters where the printer accepted no definition.
    @Test func aPrinterThatForgotThemPrintsSigns() throws {
        var decoder = StreamDecoder(codePages: .epson)
        let bytes = encode([text("120,00 ₺ ẞ")]).bytes
        let forgetful = (decoder.decode(bytes) + decoder.finish()).filter { $0.operation != .defineCharacters }
        #expect(try page(forgetful.flatMap(\.bytes)) == page(encode([text("120,00 ^ <")]).bytes))
    }
}

/// Reads a job as a printer would: text with downloaded characters, which are recognised by their dots.
private struct GivenJob {
    private(set) var definitions: [(code: UInt8, scalar: Unicode.Scalar?)] = []
    private(set) var lines = [""]
    private(set) var pictures = 0
    private(set) var longestCommand = 0
    private(set) var isSound = true

    init(_ bytes: [UInt8], _ profile: PrinterProfile) {
        var decoder = StreamDecoder(codePages: profile.codePages, wideText: profile.wideText)
        var (isOn, font) = (false, PrinterFont.a)
        for command in decoder.decode(bytes) + decoder.finish() {
            longestCommand = max(longestCommand, command.count)
            isSound = isSound && command.isComplete && command.content != .unknown
            switch (command.content, command.operation) {
            case (.text(let text), _): take(text, isOn)
            case (_, .font): font = command.parameters.first == 0 ? .a : .b
            case (_, .userCharacters): isOn = command.parameters.first == 1
            case (_, .defineCharacters): define(Array(command.parameters), font)
            case (_, .raster): pictures += 1
            // A picture is stored first and printed by a second command.
            case (_, .graphics): pictures += Array(command.parameters)[3] == 0x70 ? 1 : 0
            case (_, .lineFeed): lines.append("")
            default: continue
            }
        }
    }

    private mutating func take(_ text: String, _ isOn: Bool) {
        for scalar in text.unicodeScalars {
            let given = isOn ? definitions.first { Unicode.Scalar($0.code) == scalar } : nil
            lines[lines.count - 1].unicodeScalars.append(given.map { $0.scalar ?? "\u{FFFD}" } ?? scalar)
        }
    }

    private mutating func define(_ parameters: [UInt8], _ font: PrinterFont) {
        let candidates = "₺ẞ✓☎₽₴₸₮→₹ქაფე".unicodeScalars
        let scalar = candidates.first { scalar in
            let glyph = try? Typesetter.ofTests.glyph(GlyphKey(scalar, font: font, bold: false))
            return glyph?.columns(ofRows: 0..<24) == Array(parameters.dropFirst(4))
        }
        definitions.append((parameters[1], scalar))
    }
}
