/// Lines as one drawing of the strip of paper. Columns stand as on paper, whatever fonts are there.
///
/// Whatever the receipt says stands in it as text: no mark-up, no script, no address to load from.
public struct SVGRenderer: Sendable {
    private let draw: @Sendable (Symbol) -> Bitmap?

    /// - Parameter draw: a symbol, one dot to a module; nil where it cannot be drawn, then what it says stands there.
    public init(draw: @escaping @Sendable (Symbol) -> Bitmap?) { self.draw = draw }

    /// - Parameters:
    ///   - title: of the drawing, for people.
    ///   - language: the tag of what is written on it.
    public func render(_ receipt: LaidOutReceipt, title: String, language: String) -> String {
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
        /// Of what is drawn so far.
        var bottom = 0

        var width: Int { columns * DrawnPaper.cellWidth }

        mutating func add(_ element: String) { elements += element + "\n" }
    }

    private func add(_ line: LaidOutLine, to drawing: inout Drawing) {
        switch line {
        case .text(let runs), .rightToLeft(let runs):
            let isHigh = runs.contains { $0.style.contains(.doubleHeight) }
            drawing.bottom += isHigh ? DrawnPaper.lineHeight * 2 : DrawnPaper.lineHeight
            for segment in line.segments(columns: drawing.columns) { Self.add(segment, to: &drawing) }
        case .rule: Self.stroke("", on: &drawing)
        case .blank: drawing.bottom += DrawnPaper.lineHeight
        case .cut: Self.stroke(" stroke-dasharray=\"12 8\"", on: &drawing)
        case .picture(let picture): Self.add(picture, scale: 1, label: nil, to: &drawing)
        case .symbol(let symbol): add(symbol, to: &drawing)
        }
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
        // The text begins at its right edge then.
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

    /// In the middle of the paper, and no wider.
    private static func add(_ picture: Bitmap, scale: Int, label: String?, to drawing: inout Drawing) {
        let factor = DrawnPaper.scale(of: picture, wished: scale, columns: drawing.columns)
        let x = (Double(drawing.width) - Double(picture.width) * factor) / 2
        let title = label.map { "<title>\(Markup.escaped($0))</title>" } ?? ""
        drawing.add(
            "<g transform=\"translate(\(x) \(drawing.bottom)) scale(\(factor))\" shape-rendering=\"crispEdges\">\(title)"
                + "<path d=\"\(picture.path)\"/></g>")
        drawing.bottom += Int((Double(picture.height) * factor).rounded(.up))
    }
}
