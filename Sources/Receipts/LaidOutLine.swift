/// How a run of text looks. A printer that lacks a style prints the text without it.
public struct TextStyle: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = TextStyle(rawValue: 1)
    public static let underline = TextStyle(rawValue: 2)
    /// White on black.
    public static let inverse = TextStyle(rawValue: 4)
    /// Every character takes twice its cells.
    public static let doubleWidth = TextStyle(rawValue: 8)
    public static let doubleHeight = TextStyle(rawValue: 16)
}

/// Text of one style.
public struct StyledRun: Hashable, Sendable {
    public let text: PrintableText
    public let style: TextStyle

    public init(_ text: PrintableText, _ style: TextStyle = []) {
        self.text = text
        self.style = style
    }

    public init(_ untrusted: String, _ style: TextStyle = []) {
        self.init(PrintableText(untrusted), style)
    }

    /// Cells on the grid, double width counted.
    public var cells: Int { style.contains(.doubleWidth) ? text.cells * 2 : text.cells }
}

/// One line of paper. Positions are made with spaces, so that a line looks the same on paper, on a screen and in a file.
public enum LaidOutLine: Hashable, Sendable {
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
    public var cells: Int {
        if case .symbolWithText(let block) = self { return block.columns }
        return runs.reduce(0) { $0 + $1.cells }
    }

    /// The characters alone. Lines beside a symbol are parted by a space.
    public var text: String {
        if case .symbolWithText(let block) = self { return block.lines.map(\.text).joined(separator: " ") }
        return runs.map(\.text.string).joined()
    }

    /// What is written on it, in logical order.
    public var runs: [StyledRun] {
        switch self {
        case .text(let runs), .rightToLeft(let runs): runs
        case .symbolWithText(let block): block.lines.flatMap(\.runs)
        case .rule, .blank, .picture, .symbol, .cut: []
        }
    }
}

/// Lines with the width they were laid out for; no line is wider.
public struct LaidOutReceipt: Hashable, Sendable {
    public let columns: Int
    public let lines: [LaidOutLine]

    public init(columns: Int, lines: [LaidOutLine]) {
        precondition(lines.allSatisfy { $0.cells <= columns }, "a line is wider than the paper")
        self.columns = columns
        self.lines = lines
    }
}
