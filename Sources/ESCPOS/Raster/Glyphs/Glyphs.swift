import Flow
import Receipts

/// The fonts of a receipt printer with the cells of a 203 dpi head.
///
/// The raw value is the `n` of `ESC M n`.
package enum PrinterFont: UInt8, CaseIterable, Hashable, Sendable {
    /// 12 x 24 dots: 48 columns on 576 dots.
    case a = 0
    /// 9 x 17 dots: 64 columns on 576 dots.
    case b = 1

    package var cellWidth: Int {
        switch self {
        case .a: 12
        case .b: 9
        }
    }

    package var cellHeight: Int {
        switch self {
        case .a: 24
        case .b: 17
        }
    }

    /// The text size at which DejaVu's advance of 0.602 em and its descenders fit the cell.
    var textSize: Int {
        switch self {
        case .a: 20
        case .b: 15
        }
    }

    /// The distance of the baseline from the top of the cell.
    var baseline: Int {
        switch self {
        case .a: 19
        case .b: 13
        }
    }
}

/// The properties that distinguish one picture of a character from another.
package struct GlyphKey: Hashable, Sendable {
    package let scalar: Unicode.Scalar
    package let font: PrinterFont
    package let bold: Bool
    /// Above 1 only when the printer smooths enlarged characters (`GS b`); otherwise the dots are enlarged.
    package let scaleX: Int
    package let scaleY: Int

    package init(_ scalar: Unicode.Scalar, font: PrinterFont, bold: Bool, scaleX: Int = 1, scaleY: Int = 1) {
        self.scalar = scalar
        self.font = font
        self.bold = bold
        self.scaleX = scaleX
        self.scaleY = scaleY
    }

    /// The width of the cell in dots; East Asian characters take two cells.
    package var width: Int { font.cellWidth * scaleX * max(1, scalar.cells) }
    package var height: Int { font.cellHeight * scaleY }
}

/// Draws characters into their cells.
package protocol GlyphSource: Sendable {
    /// A bitmap of exactly `key.width` by `key.height` dots.
    func glyph(_ key: GlyphKey) throws(Failure) -> Bitmap
}
