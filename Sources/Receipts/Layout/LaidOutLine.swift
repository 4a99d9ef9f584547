/// One line of paper. Positions are made with spaces, so that a line looks the same on paper, on a screen and in a file.
package enum LaidOutLine: Hashable, Sendable {
    case text([StyledRun])
    /// A line of a paragraph that runs from right to left. Its runs are in logical order all the same, as they are read;
    /// the line begins at the right edge of the columns, and what is written from left to right within it stays so.
    case rightToLeft([StyledRun])
    /// A line across the paper.
    case rule
    case blank
    /// In the middle of the paper, dot by dot. One wider than the paper is made smaller.
    case picture(Bitmap)
    /// In the middle of the paper, as large as is easily read.
    case symbol(Symbol)
    /// A symbol at the left edge, and lines at its right.
    indirect case symbolWithText(SymbolWithText)
    /// The end of a sheet. A printer without a cutter feeds to where paper is torn.
    case cut

    /// Cells this line needs of the paper's width.
    package var cells: Int {
        if case .symbolWithText(let block) = self { return block.columns }
        return runs.reduce(0) { $0 + $1.cells }
    }

    /// The characters alone. Lines beside a symbol are parted by a space.
    package var text: String {
        if case .symbolWithText(let block) = self { return block.lines.map(\.text).joined(separator: " ") }
        return runs.map(\.text.string).joined()
    }

    /// What is written on it, in logical order.
    package var runs: [StyledRun] {
        switch self {
        case .text(let runs), .rightToLeft(let runs): runs
        case .symbolWithText(let block): block.lines.flatMap(\.runs)
        case .rule, .blank, .picture, .symbol, .cut: []
        }
    }
}
