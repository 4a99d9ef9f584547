import Flow
import Receipts

/// Draws characters into their cells.
package protocol GlyphSource: Sendable {
    /// A bitmap of exactly `key.width` by `key.height` dots.
    func glyph(_ key: GlyphKey) throws(Failure) -> Bitmap
}
