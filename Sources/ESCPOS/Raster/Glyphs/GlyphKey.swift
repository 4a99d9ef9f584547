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
