import Flow
import Receipts
import Testing

@testable import ESCPOS

@Suite struct EncoderPictureTests {
    /// Draws every character as a solid block.
    private struct Blocks: GlyphSource {
        func glyph(_ key: GlyphKey) -> Bitmap {
            Bitmap(width: key.width, height: key.height) { _, _ in key.scalar != " " }
        }
    }

    private func encoder(_ graphics: PrinterProfile.Graphics, stored: StoredPicture? = nil) -> ESCPOSEncoder {
        ESCPOSEncoder(
            profile: PrinterProfile(
                name: "test", widthDots: 576, columnsA: 48, columnsB: 64, codePages: .epson,
                cutter: .partial(feed: 0), graphics: graphics), stored: stored)
    }

    private func bytes(_ bitmap: Bitmap, _ encoder: ESCPOSEncoder) -> [UInt8] {
        encoder.encode(LaidOutReceipt(columns: 48, lines: [.picture(bitmap), .text([StyledRun("x")])])).bytes
    }

    private func commands(_ bytes: [UInt8]) -> [PrinterCommand] {
        var decoder = StreamDecoder()
        return decoder.decode(bytes) + decoder.finish()
    }

    private func pattern(_ width: Int, _ height: Int) -> Bitmap {
        Bitmap(width: width, height: height) { x, y in (x * 7 + y * 13) % 5 < 2 || x == 0 || y == height - 1 }
    }

    private func page(_ bytes: [UInt8]) throws -> Bitmap? { try PaperComposer.pages(of: bytes, glyphs: Blocks()).first }

    /// Heights at which other libraries lose rows or hang: not a multiple of 24, a power of two, more than one byte
    /// counts.
    static let heights = [1, 7, 23, 24, 25, 64, 120, 128, 255, 256, 300, 512]

    @Test(arguments: heights)
    func escposCoffee92_everyHeightPrintsAllItsRows(height: Int) throws {
        let picture = pattern(384, height)
        let drawn = try #require(try page(bytes(picture, encoder(.raster))))
        var expected = Bitmap(width: 576, height: height)
        expected.draw(picture, x: 96, y: 0)
        #expect(drawn.rows(from: 0, count: height) == expected)
    }

    /// A printer that cannot stop the line has a buffer of a few kilobytes. The font of the receipt makes no
    /// difference.
    @Test(arguments: [ReceiptTemplate.Font.a, .b], [PrinterProfile.Graphics.raster, .stored])
    func onASlowLinePicturesGoOutInShortCommands(font: ReceiptTemplate.Font, graphics: PrinterProfile.Graphics) {
        let picture = LaidOutReceipt(columns: 48, lines: [.picture(pattern(560, 400))])
        for (isSlow, longest) in [(true, 2_048), (false, 8_192)] {
            let encoder = ESCPOSEncoder(profile: encoder(graphics).profile, isForSlowLine: isSlow).setting(font)
            let lengths = commands(encoder.encode(picture).bytes).map(\.bytes.count)
            #expect((longest - 80...longest).contains(lengths.max() ?? 0), "\(lengths)")
        }
    }

    @Test(arguments: heights)
    func escposCoffee98_bandsAreFilledUp(height: Int) throws {
        let picture = pattern(383, height)
        let whole = try #require(try page(bytes(picture, encoder(.stored))))
        let inBands = try #require(try page(bytes(picture, encoder(.columns))))
        #expect(whole.rows(from: 0, count: height) == inBands.rows(from: 0, count: height))
        #expect(inBands.height == (height + 23) / 24 * 24 + 30)
    }

    @Test(arguments: [PrinterProfile.Graphics.raster, .stored])
    func escposPHP7_noStripIsLargerThanAPrintersBuffer(graphics: PrinterProfile.Graphics) {
        let strips = commands(bytes(pattern(576, 2_000), encoder(graphics))).filter { $0.bytes.count > 20 }
        #expect(strips.allSatisfy { $0.isComplete && $0.bytes.count <= 8_192 })
        #expect(strips.count == 18)
    }

    @Test func escposPHP8_aLogoIsAFewLargeCommands() {
        let strips = commands(bytes(pattern(384, 120), encoder(.raster))).filter { $0.operation == .raster }
        #expect(strips.count == 1)
    }

    /// Whatever part of a job is lost, the printer waits for the rest of a strip at most until the end of that strip.
    @Test func dantSu415_everyStripIsACommandByItself() throws {
        let picture = pattern(576, 400)
        let strips = commands(bytes(picture, encoder(.raster))).filter { $0.operation == .raster }
        #expect(strips.count == 4)
        var top = 0
        for strip in strips {
            let printed = try #require(try page(strip.bytes))
            #expect(printed == picture.rows(from: top, count: printed.height))
            top += printed.height
        }
        #expect(top == 400)
    }

    /// Some printers also obey DLE EOT, DLE ENQ and DLE DC4 inside picture data; DLE DC4 would open the drawer.
    @Test(arguments: [PrinterProfile.Graphics.raster, .stored, .columns])
    func noRequestHidesInDots(graphics: PrinterProfile.Graphics) {
        let nasty: [UInt8] = [0x10, 0x14, 0x01, 0x00, 0x01, 0x10, 0x04, 0x01, 0x10, 0x05, 0x02, 0x10]
        let byRows = Bitmap(width: 96, height: 48, rows: (0..<48).flatMap { _ in nasty })
        let byColumns = Bitmap(columns: (0..<24).flatMap { _ in nasty }[...], bytesPerColumn: 3)
        for picture in [byRows, byColumns] {
            let sent = bytes(picture, encoder(graphics))
            #expect(RealTimeSequence.places(in: sent[...]).isEmpty)
            #expect(commands(sent).allSatisfy { $0.isComplete && $0.content != .unknown })
        }
    }

    @Test func aPictureWiderThanThePaperIsMadeToFit() throws {
        let drawn = try #require(try page(bytes(pattern(1_152, 100), encoder(.raster))))
        #expect(drawn.height == 50 + 30)
    }

    @Test func withoutGraphicsThereIsNoPicture() {
        #expect(!commands(bytes(pattern(8, 8), encoder(.none))).contains { $0.operation == .raster })
    }

    @Test func aLogoThatThePrinterKeepsIsPrintedByItsKey() throws {
        let logo = pattern(384, 120)
        let stored = try #require(StoredPicture(key: "LG", logo))
        let job = bytes(logo, encoder(.stored, stored: stored))
        #expect(job.count < 60)
        let define = try #require(stored.definition(for: encoder(.stored).profile))
        #expect(try page(define + job) == page(bytes(logo, encoder(.stored))))
        // A picture that is not stored in the printer is sent whole.
        #expect(bytes(pattern(8, 8), encoder(.stored, stored: stored)).contains(0x70))
    }

    @Test func aPrinterWithoutLastingMemoryIsSentTheLogo() throws {
        let stored = try #require(StoredPicture(key: "LG", pattern(384, 120)))
        #expect(stored.definition(for: .generic80) == nil)
        #expect(bytes(stored.picture, encoder(.raster, stored: stored)).count > 5_760)
    }

    @Test func whatIsNoKeyOrTooLargeIsNotStored() {
        #expect(StoredPicture(key: "L", pattern(8, 8)) == nil)
        #expect(StoredPicture(key: "Lü", pattern(8, 8)) == nil)
        #expect(StoredPicture(key: "LG", pattern(576, 1_000)) == nil)
    }
}
