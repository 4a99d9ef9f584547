import Flow
import Receipts
import Testing

@testable import ESCPOS

/// Draws every character as a solid block.
private struct Blocks: GlyphSource {
    func glyph(_ key: GlyphKey) -> Bitmap {
        Bitmap(width: key.width, height: key.height) { _, _ in key.scalar != " " }
    }
}

/// What a printer keeps in its memory: images, characters, and a page that is not printed yet.
@Suite struct PaperMemoryTests {
    private func page(_ stream: [UInt8], dots: Int = 96) throws -> Bitmap? {
        try PaperComposer.pages(of: stream, dots: dots, glyphs: Blocks()).first
    }

    private let define: [UInt8] = [
        0x1D, 0x28, 0x4C, 12, 0, 0x30, 67, 0x30, 0x41, 0x42, 1, 8, 0, 1, 0, 0x31, 0xA5,
    ]
    private let print: [UInt8] = [0x1D, 0x28, 0x4C, 6, 0, 0x30, 69, 0x41, 0x42, 1, 1]

    @Test func aLastingImageIsPrintedByItsKeyAfterAReset() throws {
        #expect(try page(define) == nil)
        #expect(try page(define + [0x1B, 0x40] + print, dots: 8)?.art == ["#.#..#.#"])
    }

    /// What `stream` prints after `before` was received and the power was switched off and on.
    private func page(_ stream: [UInt8], afterPowerOff before: [UInt8]) throws -> [Bitmap] {
        var decoder = StreamDecoder(codePages: .epson)
        var composer = PaperComposer(dots: 96, glyphs: Blocks())
        for command in decoder.decode(before) + decoder.finish() { _ = try composer.perform(command) }
        composer = composer.switchedOffAndOn()
        for command in decoder.decode(stream) + decoder.finish() { _ = try composer.perform(command) }
        return composer.tearOff().map { [$0] } ?? []
    }

    @Test func lastingImagesOutliveThePowerAndNothingElseDoes() throws {
        let numbered: [UInt8] = [0x1C, 0x71, 1, 1, 0, 1, 0] + [0x80, 0x40, 0x20, 0x10, 8, 4, 2, 1]
        let passing = define.map { $0 == 67 ? 83 : $0 }
        let downloaded: [UInt8] = [0x1D, 0x2A, 1, 1] + [UInt8](repeating: 0xFF, count: 8)
        let character: [UInt8] = [0x1B, 0x26, 3, 0x40, 0x40, 1, 0xFF, 0xFF, 0xFF, 0x1B, 0x25, 1]
        for (kept, shown) in [(define, print), (numbered, [0x1C, 0x70, 1, 0])] {
            #expect(try page(shown, afterPowerOff: kept) == [try #require(try page(kept + shown))])
        }
        let lost: [([UInt8], [UInt8])] = [
            (passing, print.map { $0 == 69 ? 85 : $0 }), (downloaded, [0x1D, 0x2F, 0]), (character, [0x40, 0x0A]),
            ([0x1B, 0x21, 0x30], [0x41, 0x0A]), ([0x41], [0x0A]),
        ]
        for (told, shown) in lost {
            #expect(try page(shown, afterPowerOff: told) == page(shown, afterPowerOff: []), "\(shown)")
            #expect(try page(shown, afterPowerOff: []) != page(told + shown).map { [$0] }, "\(shown)")
        }
    }

    @Test func anImageThatWasDeletedIsNotPrinted() throws {
        let delete: [UInt8] = [0x1D, 0x28, 0x4C, 4, 0, 0x30, 66, 0x41, 0x42]
        #expect(try page(define + delete + print)?.height != 1)
    }

    @Test func imagesDefinedTogetherAreCountedFromOne() throws {
        let images: [UInt8] = [0x1C, 0x71, 1, 1, 0, 1, 0] + [0x80, 0x40, 0x20, 0x10, 8, 4, 2, 1]
        let drawn = try page(images + [0x1C, 0x70, 1, 0], dots: 8)
        #expect(drawn?.art[0] == "#.......")
        #expect(drawn?.art[7] == ".......#")
    }

    @Test func aDefinedCharacterIsPrintedInPlaceOfItsByte() throws {
        let define: [UInt8] = [0x1B, 0x26, 3, 0x40, 0x40, 1, 0xFF, 0xFF, 0xFF]
        let drawn = try page(define + [0x1B, 0x25, 1, 0x40, 0x41, 0x0A])
        #expect(drawn?.isBlack(0, 0) == true)
        #expect(drawn?.isBlack(1, 0) == false)
        #expect(drawn?.isBlack(12, 0) == true)
        // After the power was off, the character is the letter again.
        #expect(try page(define + [0x40, 0x0A])?.isBlack(1, 0) == true)
    }

    private func pageMode(_ direction: UInt8) -> [UInt8] {
        [0x1B, 0x4C, 0x1B, 0x57, 0, 0, 0, 0, 96, 0, 96, 0, 0x1B, 0x54, direction, 0x1D, 0x24, 24, 0, 0x41, 0x41, 0x0C]
    }

    /// Two letters of 12 by 24 dots begin at the corner in which the writing direction starts.
    @Test(arguments: [(0, (0, 0), (23, 23)), (1, (0, 72), (23, 95)), (2, (72, 72), (95, 95)), (3, (72, 0), (95, 23))])
    func aPageIsWrittenInAnyOfFourDirections(direction: Int, first: (Int, Int), last: (Int, Int)) throws {
        let drawn = try #require(try page(pageMode(UInt8(direction))))
        var black: [(Int, Int)] = []
        for y in 0..<drawn.height { for x in 0..<drawn.width where drawn.isBlack(x, y) { black.append((x, y)) } }
        #expect(black.count == 24 * 24)
        #expect(black.map(\.0).min() == first.0 && black.map(\.1).min() == first.1)
        #expect(black.map(\.0).max() == last.0 && black.map(\.1).max() == last.1)
    }

    @Test func aPageThatIsLeftIsNotPrinted() throws {
        #expect(try page([0x1B, 0x4C, 0x41, 0x41, 0x1B, 0x53]) == nil)
        #expect(try page([0x1B, 0x4C, 0x41, 0x0A, 0x18, 0x0C]) == nil)
    }

    @Test func aPageThatIsKeptIsPrintedTwice() throws {
        let once = try #require(try page([0x1B, 0x4C, 0x41, 0x0C]))
        let twice = try #require(try page([0x1B, 0x4C, 0x41, 0x1B, 0x0C, 0x41, 0x0C]))
        #expect(twice.height == once.height * 2)
    }

    @Test func areasOfOnePageStandBesideEachOther() throws {
        func area(_ x: UInt8) -> [UInt8] { [0x1B, 0x57, x, 0, 0, 0, 24, 0, 48, 0, 0x41] }
        let drawn = try #require(try page([0x1B, 0x4C] + area(0) + area(48) + [0x0C]))
        #expect(drawn.isBlack(0, 0) && !drawn.isBlack(12, 0) && drawn.isBlack(48, 0) && !drawn.isBlack(60, 0))
        #expect(drawn.height == 24)
    }
}
