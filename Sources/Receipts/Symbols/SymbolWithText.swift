/// A symbol at the left edge of the paper, with lines at its right.
///
/// A printer that cannot place them side by side prints the symbol alone and the lines below it.
package struct SymbolWithText: Hashable, Sendable {
    package let symbol: Symbol
    /// The cells of the symbol with its white margin. The lines begin after them.
    package let symbolColumns: Int
    /// The cells of the longest possible line.
    package let textColumns: Int
    /// Left-to-right, right-to-left or blank lines.
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
    /// The fewest dots of a module that is easily read.
    package static let dotsOfReadableModule = 3
    /// The white modules on each side of a two-dimensional symbol.
    package static let quietModules = 4

    /// The modules on a side with the margin, for square kinds that grow with their content. The number is exact for QR
    /// codes; others have at most as many.
    private var squareModules: Int? {
        switch kind {
        case .qr(let correction): QRSize.modules(bytes: content.utf8.count, correction)
        case .dataMatrix, .aztec: QRSize.modules(bytes: content.utf8.count, .medium)
        case .pdf417, .maxiCode, .dataBar, .upcA, .upcE, .ean13, .ean8, .code39, .itf, .codabar, .code93, .code128,
            .gs1_128:
            nil
        }
    }

    /// The fewest columns, even of a small symbol.
    private static let fewestColumns = 14
    /// How many lines the text may be higher than the symbol: saving fewer lines below is no gain.
    private static let linesMore = 2

    /// The room of the symbol beside text: its columns, which are a third of the paper's or what it needs to be read,
    /// and the number of lines beside it. Nil if half of the paper is too narrow for it, or if it is not square.
    ///
    /// - Parameter width: the width of a column in dots.
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
    /// Lays out the symbol with as many lines at its right as are as high as it. The others follow below, from the
    /// first one of which a word would have to be broken. Nil if nothing fits beside it.
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
