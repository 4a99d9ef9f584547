/// A symbol at the left edge of the paper, and the lines that stand at its right.
///
/// Whoever cannot put them beside each other prints the symbol as one that stands alone, and the lines below it.
package struct SymbolWithText: Hashable, Sendable {
    package let symbol: Symbol
    /// Cells of the symbol with the white around it. The lines begin behind them.
    package let symbolColumns: Int
    /// Cells of the longest line there may be.
    package let textColumns: Int
    /// Text from the left or the right, or blank.
    package let lines: [LaidOutLine]

    package init(_ symbol: Symbol, columns symbolColumns: Int, _ lines: [LaidOutLine], textColumns: Int) {
        precondition(lines.allSatisfy { $0.isText && $0.cells <= textColumns }, "no such line stands beside a symbol")
        self.symbol = symbol
        self.symbolColumns = symbolColumns
        self.textColumns = textColumns
        self.lines = lines
    }

    package var columns: Int { symbolColumns + textColumns }
}

extension LaidOutLine {
    fileprivate var isText: Bool {
        switch self {
        case .text, .rightToLeft, .blank: true
        case .rule, .picture, .symbol, .symbolWithText, .cut: false
        }
    }
}

extension Symbol {
    /// A module that is easily read has three dots at least.
    package static let dotsOfReadableModule = 3
    /// White that belongs on each side of a symbol that is not bars.
    package static let quietModules = 4

    /// Modules on a side with the white around them, of kinds that are square and grow with what they say. Exact for QR
    /// codes; others are that large at most.
    private var squareModules: Int? {
        switch kind {
        case .qr(let correction): QRSize.modules(bytes: content.utf8.count, correction)
        case .dataMatrix, .aztec: QRSize.modules(bytes: content.utf8.count, .medium)
        case .pdf417, .maxiCode, .dataBar, .upcA, .upcE, .ean13, .ean8, .code39, .itf, .codabar, .code93, .code128,
            .gs1_128:
            nil
        }
    }

    /// A small one has these all the same.
    private static let fewestColumns = 14
    /// Text may be that much higher than the symbol: fewer lines below are no gain.
    private static let linesMore = 2

    /// Where it stands beside text on paper of so many columns: how many it takes, a third of them or what it needs to be
    /// read, and how many lines may stand there. Nil where half of the paper is not enough for it, or it is no square.
    ///
    /// - Parameter width: of a column, in dots.
    func room(beside columns: Int, of width: Int) -> (columns: Int, lines: Int)? {
        guard let modules = squareModules.map({ $0 + 2 * Self.quietModules }) else { return nil }
        let needed = (modules * Self.dotsOfReadableModule + width - 1) / width
        guard needed <= columns / 2 else { return nil }
        let taken = max(needed, columns / 3, min(Self.fewestColumns, columns / 2))
        let module = min(DrawnPaper.module, taken * width / modules)
        return (taken, modules * module / DrawnPaper.lineHeight + Self.linesMore)
    }
}

extension SymbolWithText {
    /// A symbol on paper of so many columns, and at its right as many of the lines as are as high as it; the others follow
    /// below, from the first on of which a word would have to be broken there. Nil where nothing can stand there.
    static func laid(
        _ symbol: Symbol, beside lines: [PrintableText], columns: Int, of width: Int
    ) -> (block: SymbolWithText, below: ArraySlice<PrintableText>)? {
        guard let room = symbol.room(beside: columns, of: width) else { return nil }
        let textColumns = columns - room.columns
        var (beside, below): ([LaidOutLine], ArraySlice) = ([], lines[...])
        while let line = below.first, beside.count < room.lines, line.isAsWhole(in: textColumns, as: columns) {
            beside += line.wrapped(textColumns).map { $0.asLine(fromTheRight: line.beginsFromTheRight) }
            below.removeFirst()
        }
        guard !beside.isEmpty else { return nil }
        return (SymbolWithText(symbol, columns: room.columns, beside, textColumns: textColumns), below)
    }
}

extension PrintableText {
    /// Whether no more of its words are broken on the narrower paper than on the wider.
    fileprivate func isAsWhole(in narrow: Int, as wide: Int) -> Bool {
        let words = string.split(separator: " ").map { PrintableText(String($0)) }
        return words.allSatisfy { $0.keepsItsWords(in: narrow) || !$0.keepsItsWords(in: wide) }
    }

    fileprivate func asLine(fromTheRight: Bool) -> LaidOutLine {
        if cells == 0 { return .blank }
        return fromTheRight ? .rightToLeft([StyledRun(self)]) : .text([StyledRun(self)])
    }
}
