/// Measures of a receipt that is drawn, in dots of a 203 dpi head with its usual font: whoever draws one draws it alike.
public enum DrawnPaper {
    public static let cellWidth = 12
    public static let lineHeight = 30
    public static let fontSize = 20
    /// From the top of a line.
    public static let baseline = 22
    /// White at every edge.
    public static let margin = 32
    /// A module of a symbol, where there is room for it.
    public static let module = 6
    public static let dotsPerMillimetre = 8
    public static let font = "DejaVu Sans Mono"

    /// How many times a picture is enlarged: no wider than the paper.
    public static func scale(of picture: Bitmap, wished: Int, columns: Int) -> Double {
        min(Double(wished), Double(columns * cellWidth) / Double(max(1, picture.width)))
    }
}
