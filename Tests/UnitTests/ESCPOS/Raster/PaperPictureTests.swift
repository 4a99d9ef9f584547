import Flow
import Receipts
import Testing

@testable import ESCPOS

@Suite struct PaperPictureTests {
    @Test func aReceiptIsDrawnAtTheWidthOfTheHead() throws {
        let stream: [UInt8] = [0x1B, 0x74, 19] + Array("Caf".utf8) + [0x82, 0x20, 0xD5, 0x0A, 0x1D, 0x56, 66, 0]
        let pages = try PaperComposer.pages(of: stream, glyphs: CairoGlyphs())
        #expect(pages.map(\.width) == [576])
        #expect(pages.first?.isBlank == false)
    }

    @Test func charactersStayInTheirCellsAndDiffer() throws {
        let glyphs = try CairoGlyphs()
        for font in [PrinterFont.a, .b] {
            let drawn = try "Ag€Üß|█─".unicodeScalars.map { try glyphs.glyph(GlyphKey($0, font: font, bold: false)) }
            #expect(drawn.allSatisfy { $0.width == font.cellWidth && $0.height == font.cellHeight && !$0.isBlank })
            #expect(Set(drawn).count == drawn.count)
        }
    }

    @Test func boldIsBlacker() throws {
        let glyphs = try CairoGlyphs()
        func black(_ bold: Bool) throws -> Int {
            try glyphs.glyph(GlyphKey("H", font: .a, bold: bold)).bytes.reduce(0) { $0 + $1.nonzeroBitCount }
        }
        #expect(try black(true) > black(false))
    }

    @Test func boxCharactersReachTheEdgesWhereTheyJoin() throws {
        let glyphs = try CairoGlyphs()
        let cross = try glyphs.glyph(GlyphKey("╬", font: .a, bold: false))
        for y in [9, 10, 13, 14] { #expect(cross.isBlack(0, y) && cross.isBlack(11, y)) }
        for x in [3, 4, 7, 8] { #expect(cross.isBlack(x, 0) && cross.isBlack(x, 23)) }
        #expect(!cross.isBlack(6, 12))
    }

    @Test func aMissingFontNamesThePackage() {
        let failure = #expect(throws: Failure.self) { _ = try CairoGlyphs(folders: ["/nowhere"]) }
        #expect(failure?.code == "paper.fontMissing")
        #expect(failure?.remedy?.contains("fonts-dejavu-core") == true)
    }

    @Test func thePictureIsAPNGAt203DotsPerInch() throws {
        let png = try PaperPNG.encode(Bitmap(width: 576, height: 10))
        #expect(Array(png.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(Array(png[16..<24]) == [0, 0, 2, 128, 0, 0, 0, 74])
        #expect(Array(png[37..<41]) == Array("pHYs".utf8))
        #expect(Array(png[41..<45]) == [0, 0, 0x1F, 0x38])
    }

    @Test func theChunkCheckIsThatOfPNG() {
        #expect(PaperPNG.crc32(Array("IEND".utf8)) == 0xAE42_6082)
    }
}
