/// Renders lines as one drawing of the strip of paper. Columns stand as on paper, whatever fonts are installed.
///
/// The receipt's contents are text in it: no mark-up, no script, no address to load from.
package struct SVGRenderer: Sendable {
    private let draw: @Sendable (Symbol) -> Bitmap?

    /// - Parameter draw: draws a symbol with one dot per module; nil if it cannot be drawn, and then its content is
    ///   written as text.
    package init(draw: @escaping @Sendable (Symbol) -> Bitmap?) { self.draw = draw }

    /// Renders the receipt as a whole file, with the size of the paper.
    ///
    /// - Parameters:
    ///   - title: of the drawing, for people.
    ///   - language: the tag of what is written on it.
    package func render(_ receipt: LaidOutReceipt, title: String, language: String) -> String {
        let lines = receipt.lines.last == .cut ? receipt.lines.dropLast() : receipt.lines[...]
        var drawing = Drawing(columns: receipt.columns)
        for line in lines { add(line, to: &drawing) }
        let width = receipt.columns * DrawnPaper.cellWidth + 2 * DrawnPaper.margin
        let height = drawing.bottom + 2 * DrawnPaper.margin
        let millimetres = (width / DrawnPaper.dotsPerMillimetre, height / DrawnPaper.dotsPerMillimetre)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" xml:lang="\(Markup.escaped(PrintableText(language).string))" \
            width="\(millimetres.0)mm" height="\(millimetres.1)mm" viewBox="0 0 \(width) \(height)" \
            font-family="'\(DrawnPaper.font)', monospace" font-size="\(DrawnPaper.fontSize)">
            <title>\(Markup.escaped(PrintableText(title).string))</title>
            <rect width="\(width)" height="\(height)" fill="#fff"/>
            <g transform="translate(\(DrawnPaper.margin) \(DrawnPaper.margin))">
            \(drawing.elements)</g>
            </svg>

            """
    }

    private struct Drawing {
        let columns: Int
        var elements = ""
        /// The bottom of the drawing so far.
        var bottom = 0

        var width: Int { columns * DrawnPaper.cellWidth }

        mutating func add(_ element: String) { elements += element + "\n" }
    }

    private func add(_ line: LaidOutLine, to drawing: inout Drawing) {
        switch line {
        case .text(let runs), .rightToLeft(let runs):
            Self.add(runs, line.segments(columns: drawing.columns), to: &drawing)
        case .rule: Self.stroke("", on: &drawing)
        case .blank: drawing.bottom += DrawnPaper.lineHeight
        case .cut: Self.stroke(" stroke-dasharray=\"12 8\"", on: &drawing)
        case .picture(let picture): Self.add(picture, scale: 1, label: nil, to: &drawing)
        case .symbol(let symbol): add(symbol, to: &drawing)
        case .symbolWithText(let block): add(block, to: &drawing)
        }
    }

    private static func add(_ runs: [StyledRun], _ segments: [TextSegment], to drawing: inout Drawing) {
        let isHigh = runs.contains { $0.style.contains(.doubleHeight) }
        drawing.bottom += isHigh ? DrawnPaper.lineHeight * 2 : DrawnPaper.lineHeight
        for segment in segments { add(segment, to: &drawing) }
    }

    private static func stroke(_ attributes: String, on drawing: inout Drawing) {
        let middle = drawing.bottom + DrawnPaper.lineHeight / 2
        drawing.add("<path d=\"M0 \(middle)H\(drawing.width)\" stroke=\"#000\" stroke-width=\"2\"\(attributes)/>")
        drawing.bottom += DrawnPaper.lineHeight
    }

    private static func add(_ segment: TextSegment, to drawing: inout Drawing) {
        let wide = segment.style.contains(.doubleWidth) ? 2 : 1
        let high = segment.style.contains(.doubleHeight) ? 2 : 1
        let (x, width) = (segment.column * DrawnPaper.cellWidth, segment.cells * DrawnPaper.cellWidth)
        let top = drawing.bottom - DrawnPaper.lineHeight * high
        let isInverse = segment.style.contains(.inverse)
        if isInverse {
            drawing.add("<rect x=\"\(x)\" y=\"\(top)\" width=\"\(width)\" height=\"\(DrawnPaper.lineHeight * high)\"/>")
        }
        var attributes = isInverse ? " fill=\"#fff\"" : ""
        if segment.style.contains(.bold) { attributes += " font-weight=\"bold\"" }
        if segment.style.contains(.underline) { attributes += " text-decoration=\"underline\"" }
        // A right-to-left text begins at its right edge.
        let start = segment.isRightToLeft ? x + width : x
        if segment.isRightToLeft { attributes += " direction=\"rtl\"" }
        drawing.add(
            "<text xml:space=\"preserve\" transform=\"translate(\(start) \(top)) scale(\(wide) \(high))\" "
                + "y=\"\(DrawnPaper.baseline)\" textLength=\"\(width / wide)\" lengthAdjust=\"spacingAndGlyphs\"\(attributes)>"
                + "\(Markup.escaped(segment.text))</text>")
    }

    private func add(_ symbol: Symbol, to drawing: inout Drawing) {
        if let pattern = draw(symbol)?.asDrawn(symbol.kind) {
            let label = "\(symbol.kind): \(PrintableText(symbol.content))"
            Self.add(pattern, scale: DrawnPaper.module, label: label, to: &drawing)
            guard symbol.showsText else { return }
        }
        for line in symbol.written(columns: drawing.columns) { add(line, to: &drawing) }
    }

    /// A symbol that cannot be drawn is written out above the text.
    private func add(_ block: SymbolWithText, to drawing: inout Drawing) {
        guard let pattern = draw(block.symbol)?.asDrawn(block.symbol.kind) else {
            for line in block.symbol.written(columns: drawing.columns) + block.lines { add(line, to: &drawing) }
            return
        }
        let top = drawing.bottom
        let label = "\(block.symbol.kind): \(PrintableText(block.symbol.content))"
        Self.add(pattern, scale: DrawnPaper.module, label: label, columns: block.symbolColumns, to: &drawing)
        let bottom = drawing.bottom
        drawing.bottom = top
        for line in block.lines {
            let segments = line.segments(columns: block.textColumns).map { $0.moved(by: block.symbolColumns) }
            Self.add(line.runs, segments, to: &drawing)
        }
        drawing.bottom = max(drawing.bottom, bottom)
    }

    /// Draws it in the middle of the paper, or of its first columns, and no wider.
    private static func add(
        _ picture: Bitmap, scale: Int, label: String?, columns: Int? = nil, to drawing: inout Drawing
    ) {
        let columns = columns ?? drawing.columns
        let factor = DrawnPaper.scale(of: picture, wished: scale, columns: columns)
        let x = (Double(columns * DrawnPaper.cellWidth) - Double(picture.width) * factor) / 2
        let title = label.map { "<title>\(Markup.escaped($0))</title>" } ?? ""
        drawing.add(
            "<g transform=\"translate(\(x) \(drawing.bottom)) scale(\(factor))\" shape-rendering=\"crispEdges\">\(title)"
                + "<path d=\"\(picture.path)\"/></g>")
        drawing.bottom += Int((Double(picture.height) * factor).rounded(.up))
    }
}
