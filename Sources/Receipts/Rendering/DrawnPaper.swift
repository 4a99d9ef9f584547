/// The measures of a drawn receipt, in dots of a 203 dpi head with its usual font, so that all drawings are alike.
package enum DrawnPaper {
    package static let cellWidth = 12
    package static let lineHeight = 30
    package static let fontSize = 20
    /// The baseline's distance from the top of a line.
    package static let baseline = 22
    /// The white margin at every edge.
    package static let margin = 32
    /// A symbol's module, if there is room for it.
    package static let module = 6
    package static let dotsPerMillimetre = 8
    package static let font = "DejaVu Sans Mono"

    /// How many times a picture is enlarged, so that it is no wider than the paper.
    package static func scale(of picture: Bitmap, wished: Int, columns: Int) -> Double {
        min(Double(wished), Double(columns * cellWidth) / Double(max(1, picture.width)))
    }
}
