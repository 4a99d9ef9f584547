/// How a run of text looks. A printer that lacks a style prints the text without it.
package struct TextStyle: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = TextStyle(rawValue: 1)
    package static let underline = TextStyle(rawValue: 2)
    /// White on black.
    package static let inverse = TextStyle(rawValue: 4)
    /// Every character takes twice its cells.
    package static let doubleWidth = TextStyle(rawValue: 8)
    package static let doubleHeight = TextStyle(rawValue: 16)
}

/// Text of one style.
package struct StyledRun: Hashable, Sendable {
    package let text: PrintableText
    package let style: TextStyle

    package init(_ text: PrintableText, _ style: TextStyle = []) {
        self.text = text
        self.style = style
    }

    package init(_ untrusted: String, _ style: TextStyle = []) {
        self.init(PrintableText(untrusted), style)
    }

    /// Cells on the grid, double width counted.
    package var cells: Int { style.contains(.doubleWidth) ? text.cells * 2 : text.cells }
}

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

/// Lines with the width they were laid out for; no line is wider.
package struct LaidOutReceipt: Hashable, Sendable {
    package let columns: Int
    package let lines: [LaidOutLine]

    package init(columns: Int, lines: [LaidOutLine]) {
        precondition(lines.allSatisfy { $0.cells <= columns }, "a line is wider than the paper")
        self.columns = columns
        self.lines = lines
    }
}
