import ESCPOS
import Receipts
import Testing

@Suite struct RasterGlyphLifeTests {
    /// Cairo once mistook a freed bold face for the regular one that was loaded after it: from the second printer of a
    /// process on, receipts were garbled.
    @Test func glyphsLoadedAgainLookTheSame() throws {
        let keys = "Kassenweg 1 €".unicodeScalars.flatMap { scalar in
            [false, true].map { GlyphKey(scalar, font: .a, bold: $0) }
        }
        let first = try drawn(keys)
        for _ in 1...5 { #expect(try drawn(keys) == first) }
    }

    private func drawn(_ keys: [GlyphKey]) throws -> [Bitmap] {
        let glyphs = try CairoGlyphs()
        return try keys.map { try glyphs.glyph($0) }
    }
}
