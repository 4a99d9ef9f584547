import Flow
import Receipts
import Testing

@testable import ESCPOS

@Suite struct EncoderWideTextTests {
    private func encoder(_ wide: WideText, font: PrinterFont = .a) -> ESCPOSEncoder {
        ESCPOSEncoder(
            profile: PrinterProfile(
                name: "test", widthDots: 576, columnsA: 48, columnsB: 64, codePages: .epson,
                cutter: .partial(feed: 0), wideText: wide), font: font)
    }

    private func body(_ text: String, _ wide: WideText) -> [UInt8] {
        Array(encoder(wide).encode(text).bytes.dropFirst(11))
    }

    @Test func chineseIsTwoBytesBetweenItsCommands() {
        #expect(body("A茶B", .gb18030) == [0x41, 0x1C, 0x26, 0xB2, 0xE8, 0x42, 0x0A])
    }

    @Test func japaneseNamesItsCodeFirst() {
        #expect(body("茶", .shiftJIS) == [0x1C, 0x43, 1, 0x1C, 0x26, 0x92, 0x83, 0x0A])
    }

    @Test func unicodeIsSentAsItIsWhereThePrinterHasTheLetters() {
        let encoded = body("茶", .utf8([0x4E00...0x9FFF]))
        #expect(encoded == [0x1C, 0x28, 0x43, 2, 0, 0x30, 2, 0xE8, 0x8C, 0xB6, 0x0A])
        #expect(EncoderReading(encoder(.utf8([0x4E00...0x9FFF])).encode("が").bytes, pages: .epson).strips == 1)
    }

    @Test func aPageIsSelectedAgainAfterwards() {
        #expect(body("茶ü", .gb18030) == [0x1C, 0x26, 0xB2, 0xE8, 0x1C, 0x2E, 0x1B, 0x74, 19, 0x81, 0x0A])
    }

    /// In the wide set, characters of one column would take two.
    @Test func lettersThatAreNotWideNeverComeFromTheWideSet() {
        #expect(body("ü", .gb18030) == [0x81, 0x0A])
        let onlyASCII = ESCPOSEncoder(
            profile: PrinterProfile(
                name: "test", widthDots: 576, columnsA: 48, columnsB: 64, codePages: CodePageMap([.cp437: 0]),
                cutter: .partial(feed: 0), wideText: .gb18030))
        #expect(EncoderReading(onlyASCII.encode("Ж").bytes, pages: .epson).strips == 1)
    }

    @Test func inTheNarrowFontWideCharactersAreDrawn() {
        let bytes = encoder(.gb18030, font: .b).encode("茶").bytes
        #expect(EncoderReading(bytes, pages: .epson).strips == 1)
    }

    @Test(arguments: [
        (WideText.gb18030, "绿茶 ß 12,50 €"), (.shiftJIS, "緑茶 ß がぎぐ"), (.big5, "綠茶"), (.ksc5601, "녹차 한글"),
        (.utf8([0x3000...0x9FFF]), "緑茶 ü 茶 ß"),
    ])
    func theDecoderReadsItAsItWasWritten(wide: WideText, text: String) {
        var decoder = StreamDecoder(wideText: wide)
        let commands = decoder.decode(encoder(wide).encode(text).bytes) + decoder.finish()
        let read = commands.map { if case .text(let text) = $0.content { text } else { "" } }.joined()
        #expect(read == text)
        #expect(commands.allSatisfy { $0.isComplete && $0.content != .unknown })
    }

    @Test func receiptline17_chineseIsReadableOnEveryPrinter() throws {
        for profile in PrinterProfile.all {
            let encoder = ESCPOSEncoder(profile: profile)
            let encoded = encoder.encode("绿茶")
            #expect(encoded.replaced.isEmpty, "\(profile.name)")
            let pages = try PaperComposer.pages(
                of: encoded.bytes, dots: profile.widthDots, codePages: profile.codePages, wideText: profile.wideText,
                glyphs: CairoGlyphs())
            // Two characters of two cells each.
            let page = try #require(pages.first)
            let inked = (0..<page.width).filter { x in (0..<page.height).contains { page.isBlack(x, $0) } }
            let cell = profile.widthDots / profile.columns(.a)
            #expect(inked.allSatisfy { $0 < 4 * cell } && inked.contains { $0 > 2 * cell }, "\(profile.name)")
        }
    }
}
