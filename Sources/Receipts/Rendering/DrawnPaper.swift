/// Measures of a receipt that is drawn, in dots of a 203 dpi head with its usual font: whoever draws one draws it alike.
package enum DrawnPaper {
    package static let cellWidth = 12
    package static let lineHeight = 30
    package static let fontSize = 20
    /// From the top of a line.
    package static let baseline = 22
    /// White at every edge.
    package static let margin = 32
    /// A module of a symbol, where there is room for it.
    package static let module = 6
    package static let dotsPerMillimetre = 8
    package static let font = "DejaVu Sans Mono"

    /// How many times a picture is enlarged: no wider than the paper.
    package static func scale(of picture: Bitmap, wished: Int, columns: Int) -> Double {
        min(Double(wished), Double(columns * cellWidth) / Double(max(1, picture.width)))
    }
}
