/// One line of paper. Text is positioned with spaces, so that a line looks the same on paper, on a screen and in a
/// file.
package enum LaidOutLine: Hashable, Sendable {
    case text([StyledRun])
    /// A line of a right-to-left paragraph. Its runs are in logical order; the line begins at the right edge of the
    /// columns, and left-to-right text in it keeps its direction.
    case rightToLeft([StyledRun])
    /// A line across the paper.
    case rule
    case blank
    /// A picture in the middle of the paper, dot by dot. One that is wider than the paper is made smaller.
    case picture(Bitmap)
    /// A symbol in the middle of the paper, large enough to be read easily.
    case symbol(Symbol)
    /// A symbol at the left edge, and lines at its right.
    indirect case symbolWithText(SymbolWithText)
    /// The end of a sheet. A printer without a cutter feeds the paper to where it is torn off.
    case cut

    /// The number of cells that this line needs.
    package var cells: Int {
        if case .symbolWithText(let block) = self { return block.columns }
        return runs.reduce(0) { $0 + $1.cells }
    }

    /// The line's characters without their styles. Lines beside a symbol are separated by a space.
    package var text: String {
        if case .symbolWithText(let block) = self { return block.lines.map(\.text).joined(separator: " ") }
        return runs.map(\.text.string).joined()
    }

    /// The runs of text in logical order.
    package var runs: [StyledRun] {
        switch self {
        case .text(let runs), .rightToLeft(let runs): runs
        case .symbolWithText(let block): block.lines.flatMap(\.runs)
        case .rule, .blank, .picture, .symbol, .cut: []
        }
    }
}
