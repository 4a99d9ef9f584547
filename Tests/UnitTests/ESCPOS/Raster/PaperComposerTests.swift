import ESCPOS
import Flow
import Receipts
import Testing

/// Draws every character as a solid block, so that expectations need no font.
private struct Blocks: GlyphSource {
    func glyph(_ key: GlyphKey) -> Bitmap {
        var cell = Bitmap(width: key.width, height: key.height)
        if key.scalar != " " { cell.fill(x: 0, y: 0, width: key.width, height: key.height) }
        return cell
    }
}

/// The paper as a sketch in which one sign stands for 12 by 6 dots: `#` all black, `.` all white, `+` both.
private func sketch(_ page: Bitmap) -> [String] {
    stride(from: 0, to: page.height, by: 6).map { top in
        String(
            stride(from: 0, to: page.width, by: 12).map { left -> Character in
                let dots = (top..<min(top + 6, page.height)).flatMap { y in
                    (left..<left + 12).map { page.isBlack($0, y) }
                }
                return dots.allSatisfy { $0 } ? "#" : dots.contains(true) ? "+" : "."
            })
    }
}

private func pages(_ stream: [UInt8], dots: Int = 96) throws -> [Bitmap] {
    try PaperComposer.pages(of: stream, dots: dots, glyphs: Blocks())
}

private func text(_ string: String) -> [UInt8] { Array(string.utf8) }

@Suite struct PaperComposerTests {
    @Test func aLineIsTwentyFourDotsHighAndFedByThirty() throws {
        #expect(
            try pages(text("ab c\n")).map(sketch) == [["##.#....", "##.#....", "##.#....", "##.#....", "........"]])
    }

    @Test func linesThatAreTooLongGoOnBelow() throws {
        let page = try #require(try pages([0x1B, 0x33, 24] + text("0123456789\n")).first)
        #expect(sketch(page)[0] == "########")
        #expect(sketch(page)[4] == "##......")
    }

    @Test(arguments: [(0, "##......"), (1, "...##..."), (2, "......##"), (0x31, "...##...")] as [(UInt8, String)])
    func justificationMovesTheWholeLine(_ mode: UInt8, _ expected: String) throws {
        #expect(try pages([0x1B, 0x61, mode] + text("ab\n")).first.map(sketch)?[0] == expected)
    }

    @Test func enlargedCharactersStandOnOneBaseWithSmallOnes() throws {
        let page = try #require(try pages([0x1D, 0x21, 0x11] + text("a") + [0x1D, 0x21, 0] + text("b\n")).first)
        #expect(
            sketch(page) == ["##......"] + Array(repeating: "##......", count: 3)
                + Array(repeating: "###.....", count: 4))
    }

    @Test func reverseIsWhiteOnBlack() throws {
        #expect(try pages([0x1D, 0x42, 1] + text(" a \n")).first.map(sketch)?[0] == "#.#.....")
    }

    @Test func underlineRunsBelowSpacesToo() throws {
        let page = try #require(try pages([0x1B, 0x2D, 2] + text("  \n")).first)
        #expect((0..<24).map { page.isBlack($0, 22) }.allSatisfy { $0 })
        #expect(!page.isBlack(0, 21) && !page.isBlack(24, 22))
    }

    @Test func tabsAndPositionsSetTheColumn() throws {
        let stops: [UInt8] = [0x1B, 0x44, 2, 5, 0]
        #expect(try pages(stops + text("a\tb\tc\n")).first.map(sketch)?[0] == "#.#..#..")
        #expect(try pages([0x1B, 0x24, 48, 0] + text("a\n")).first.map(sketch)?[0] == "....#...")
        #expect(try pages(text("a") + [0x1B, 0x5C, 12, 0] + text("b\n")).first.map(sketch)?[0] == "#.#.....")
    }

    @Test func marginAndWidthMakeThePrintAreaSmaller() throws {
        let page = try #require(
            try pages([0x1D, 0x4C, 12, 0, 0x1D, 0x57, 24, 0, 0x1B, 0x33, 24] + text("abc\n")).first)
        #expect(sketch(page)[0] == ".##.....")
        #expect(sketch(page)[4] == ".#......")
    }

    @Test func rasterImagesLandDotByDot() throws {
        let image: [UInt8] = [0x1D, 0x76, 0x30, 0, 1, 0, 2, 0, 0b1010_0000, 0b0100_0000]
        let page = try #require(try pages(image, dots: 8).first)
        #expect(page.art == ["#.#.....", ".#......"])
    }

    @Test func storedGraphicsAppearWhenPrinted() throws {
        let store: [UInt8] = [0x1D, 0x28, 0x4C, 0x0B, 0, 0x30, 0x70, 0x30, 1, 1, 0x31, 1, 0, 1, 0, 0x80]
        #expect(try pages(store, dots: 8).isEmpty)
        #expect(try pages(store + [0x1D, 0x28, 0x4C, 2, 0, 0x30, 0x32], dots: 8).first?.art == ["#......."])
    }

    @Test func columnImagesArePartOfTheLine() throws {
        let columns: [UInt8] = [0x1B, 0x2A, 33, 2, 0, 0x80, 0, 1, 0, 0xFF, 0]
        let page = try #require(try pages([0x1B, 0x33, 24] + columns + [0x0A], dots: 8).first)
        #expect(page.art[0] == "#.......")
        #expect(page.art[8...15].allSatisfy { $0 == ".#......" })
        #expect(page.art[23] == "#.......")
    }

    @Test(
        arguments: [
            [0x1D, 0x6B, 67, 3, 0x41, 0x42, 0x43], [0x1D, 0x28, 0x6B, 3, 0, 0x31, 0x51, 0x30], [0x1C, 0x70, 1, 0],
            [0x1D, 0x2F, 0], [0x1D, 0x28, 0x4C, 6, 0, 0x30, 0x45, 0x41, 0x42, 1, 1],
        ] as [[UInt8]])
    func whatIsMissingLeavesALabelledBox(_ stream: [UInt8]) throws {
        #expect(try pages(stream, dots: 240).first?.isBlank == false)
    }

    @Test func everyCutMakesAPageAndTheRestIsOneMore() throws {
        let cut: [UInt8] = [0x1D, 0x56, 0]
        #expect(try pages(text("a\n") + cut + text("b\n") + cut + text("c")).count == 3)
        #expect(try pages(text("a\n") + cut).count == 1)
    }

    @Test func aFeedBeforeTheCutLengthensThePage() throws {
        #expect(try pages(text("a\n") + [0x1D, 0x56, 66, 50]).first?.height == 80)
    }

    @Test func anEndlessFeedIsTornIntoPages() throws {
        let feeds = (0..<20).flatMap { _ -> [UInt8] in [0x1B, 0x33, 255, 0x1B, 0x64, 255] }
        let torn = try pages(text("a\n") + feeds + [0x1D, 0x56, 0])
        #expect(torn.count > 1)
        #expect(torn.allSatisfy { $0.height <= 30_000 })
    }

    @Test func initializingForgetsStyles() throws {
        let stream: [UInt8] = [0x1D, 0x21, 0x77, 0x1B, 0x61, 2, 0x1B, 0x40]
        #expect(try pages(stream + text("a\n")).first.map(sketch)?[0] == "#.......")
    }
}
