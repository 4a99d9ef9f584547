import ESCPOS
import Receipts
import Simulator
import Testing

/// What a simulated printer does with commands that its profile lacks.
@Suite struct PrinterVocabularyTests {
    /// Draws every character as its number in dots.
    private struct Numbers: GlyphSource {
        func glyph(_ key: GlyphKey) -> Bitmap {
            var cell = Bitmap(width: key.width, height: key.height)
            for bit in 0..<16 where key.scalar.value >> UInt32(bit) & 1 == 1 { cell.blacken(bit % 4, bit / 4) }
            return cell
        }
    }

    private func paper(_ bytes: [UInt8], _ profile: PrinterProfile) throws -> (cuts: Int, hangsOut: Bitmap?) {
        var printer = VirtualPrinter(VirtualPrinter.Model(profile), glyphs: Numbers())
        let cuts = try printer.receive(bytes + [0x0A]).count { if case .page = $0 { true } else { false } }
        return (cuts, printer.tearOff()?.picture)
    }

    @Test(
        arguments: [
            (.pos5890, [0x1D, 0x56, 66, 0], "VB"), (.pos5890, [0x1B, 0x69], "i"), (.k80, [0x1D, 0x56, 0x30], "V0"),
            (.generic80, [0x1D, 0x28, 0x4C, 2, 0, 0x30, 0x32], "(L02"),
            (.generic80, [0x1B, 0x26, 3, 0x40, 0x40, 0], "&@@"),
            (.generic80, [0x1B, 0x4C], "L"), (.generic80, [0x1C, 0x26], "&"), (.tmT20III, [0x1C, 0x43, 1], "C"),
            (.pos5890, [0x1D, 0x28, 0x6B, 3, 0, 0x31, 0x51, 0x30], "(k1Q0"), (.pos5890, [0x1D, 0x68, 0x60], "h`"),
            (.generic80, [0x1D, 0x28, 0x6B, 3, 0, 0x30, 0x51, 0x30], "(k0Q0"),
            (.k80, [0x1D, 0x6B, 69, 2, 0x41, 0x42], "kEAB"), (.xprinter80, [0x1D, 0x6B, 5, 0x31, 0x32, 0], "k12"),
            (.k80, [0x1B, 0x70, 0, 50, 200], "p2"), (.generic80, [0x1B, 0x42, 2, 2], "B"),
            (.xprinter80, [0x1B, 0x28, 0x41, 4, 0, 0x30, 0x35, 2, 2], "(A05"),
        ] as [(PrinterProfile, [UInt8], String)])
    func whatItHasNotIsLetters(_ profile: PrinterProfile, _ command: [UInt8], _ letters: String) throws {
        let (cuts, printed) = try paper(command, profile)
        #expect(cuts == 0)
        #expect(try printed != nil && printed == paper(Array(letters.utf8), profile).hangsOut)
    }

    /// Every printer has these commands, which are older than those that profiles list.
    @Test(
        arguments: [
            [0x1D, 0x76, 0x30, 0, 1, 0, 1, 0, 0xFF], [0x1B, 0x2A, 33, 1, 0, 0xFF, 0xFF, 0xFF],
            [0x1D, 0x6B, 4, 0x41, 0x42, 0], [0x1B, 0x69],
        ] as [[UInt8]])
    func whatIsOlderItHasToo(_ command: [UInt8]) throws {
        var all = PaperComposer(glyphs: Numbers())
        var decoder = StreamDecoder()
        var pages: [Bitmap] = []
        for command in decoder.decode(command + [0x0A]) { pages += try all.perform(command) }
        let (cuts, printed) = try paper(command, .tmT20III)
        #expect(cuts == pages.count && printed == all.tearOff())
    }

    @Test func aPictureThatItHasNotIsNotMetresOfLetters() throws {
        let picture: [UInt8] = [0x1D, 0x28, 0x4C, 0, 0xFF] + Array(repeating: 0x41, count: 0xFF00)
        let printed = try #require(try paper(picture, .generic80).hangsOut)
        #expect(printed.height < 4_000)
    }

    /// Other printers print each of the two bytes as a character of its own.
    @Test func onlyAPrinterWithTwoByteTextReadsTwoBytes() {
        func text(_ bytes: [UInt8], _ profile: PrinterProfile) -> [String] {
            var decoder = StreamDecoder(for: profile)
            return (decoder.decode(bytes) + decoder.finish()).compactMap { command in
                if case .text(let text) = command.content { text } else { nil }
            }
        }
        let tea: [UInt8] = [0xB2, 0xE8]
        #expect(text(tea, .pos5890) == ["茶"])
        #expect(text([0x1C, 0x2E] + tea, .pos5890) == ["▓Φ"])
        #expect(text([0x1C, 0x2E, 0x1B, 0x40] + tea, .pos5890) == ["茶"])
        #expect(text([0x1C, 0x26, 0x1B, 0x74, 19] + tea, .tmT20III) == ["▓Þ"])
    }

    @Test func aBladeThatIsNotThereDoesNotJam() throws {
        var printer = VirtualPrinter(VirtualPrinter.Model(.pos5890), fault: .cutterJams, glyphs: Numbers())
        _ = try printer.receive([0x1D, 0x56, 66, 0])
        #expect(printer.condition.cutter == .ok)
    }
}
