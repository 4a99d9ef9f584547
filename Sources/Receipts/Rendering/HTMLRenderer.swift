/// Renders lines as a self-contained HTML page for a screen, an e-mail or another printer. Columns stand as on paper.
///
/// The receipt's contents are text in it: no mark-up, no script, no address to load from.
package struct HTMLRenderer: Sendable {
    private let draw: @Sendable (Symbol) -> Bitmap?

    /// - Parameter draw: draws a symbol with one dot per module; nil if it cannot be drawn, and then its content is
    ///   written as text.
    package init(draw: @escaping @Sendable (Symbol) -> Bitmap?) { self.draw = draw }

    /// Renders the receipt as a whole page.
    ///
    /// - Parameters:
    ///   - title: of the page, for people.
    ///   - language: the tag of what is written on it.
    package func render(_ receipt: LaidOutReceipt, title: String, language: String) -> String {
        let lines = receipt.lines.last == .cut ? receipt.lines.dropLast() : receipt.lines[...]
        var body = "<article>\n"
        for line in lines { body += element(line) }
        body += "</article>\n"
        return """
            <!doctype html>
            <html lang="\(Markup.escaped(PrintableText(language).string))">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(Markup.escaped(PrintableText(title).string))</title>
            <style>\(Self.style(columns: receipt.columns))</style>
            </head>
            <body>
            \(body)</body>
            </html>

            """
    }

    private static func style(columns: Int) -> String {
        """

        body { margin: 1em; background: #fff; color: #000; }
        article { width: \(columns)ch; margin: 0 auto; font: 14px/1.3 "DejaVu Sans Mono", monospace; }
        p { margin: 0; min-height: 1.3em; white-space: pre; }
        hr { margin: .6em 0; border: 0; border-top: 1px solid; }
        hr.cut { border-top-style: dashed; break-after: page; }
        mark { background: #000; color: #fff; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
        i { display: inline-block; font-style: normal; text-align: center; }
        .w, .h, .wh { display: inline-block; transform-origin: 0 0; }
        .h { transform: scale(1, 2); margin-bottom: 1.3em; }
        .w { transform: scale(2, 1); }
        .wh { transform: scale(2, 2); margin-bottom: 1.3em; }
        figure { margin: .6em 0; text-align: center; }
        figure svg { max-width: 100%; shape-rendering: crispEdges; }
        .beside { display: flex; align-items: flex-start; }
        .beside figure { flex: none; margin: 0; }
        .beside div { flex: 1; }
        figcaption { white-space: pre-wrap; overflow-wrap: anywhere; }
        @page { margin: 4mm; }
        @media print { body { margin: 0; } }

        """
    }

    private func element(_ line: LaidOutLine) -> String {
        switch line {
        case .text(let runs): "<p>\(runs.map(Self.element).joined())</p>\n"
        case .rightToLeft(let runs): "<p dir=\"rtl\">\(runs.map(Self.element).joined())</p>\n"
        case .rule: "<hr>\n"
        case .blank: "<p></p>\n"
        case .picture(let picture): "<figure>\(Self.drawing(picture, scale: 0.6, label: ""))</figure>\n"
        case .symbol(let symbol): figure(symbol)
        case .symbolWithText(let block): element(block)
        case .cut: "<hr class=\"cut\">\n"
        }
    }

    private static func element(_ run: StyledRun) -> String {
        var text = inCells(run.text.string)
        let isWide = run.style.contains(.doubleWidth)
        let isHigh = run.style.contains(.doubleHeight)
        if isWide || isHigh {
            let room = isWide ? " style=\"width:\(run.cells)ch\"" : ""
            text = "<span class=\"\(isWide ? "w" : "")\(isHigh ? "h" : "")\"\(room)>\(text)</span>"
        }
        if run.style.contains(.underline) { text = "<u>\(text)</u>" }
        if run.style.contains(.bold) { text = "<strong>\(text)</strong>" }
        if run.style.contains(.inverse) { text = "<mark>\(text)</mark>" }
        return text
    }

    /// Gives a character of two cells on paper two cells here, whatever the font.
    private static func inCells(_ text: String) -> String {
        var html = ""
        var (wide, cells) = ("", 0)
        func finish() {
            if cells > 0 { html += "<i style=\"width:\(cells)ch\">\(Markup.escaped(wide))</i>" }
            (wide, cells) = ("", 0)
        }
        for character in text {
            let width = character.unicodeScalars.reduce(0) { $0 + $1.cells }
            if character.unicodeScalars.contains(where: { $0.cells == 2 }) {
                wide.append(character)
                cells += width
            } else {
                finish()
                html += Markup.escaped(String(character))
            }
        }
        finish()
        return html
    }

    private func element(_ block: SymbolWithText) -> String {
        "<div class=\"beside\">\n\(figure(block.symbol, columns: block.symbolColumns))<div>\n"
            + block.lines.map(element).joined() + "</div>\n</div>\n"
    }

    /// Draws the symbol as a figure. Its content is written as text if it shows its text or cannot be drawn.
    ///
    /// - Parameter columns: the width of the figure; nil for a width that is easily read.
    private func figure(_ symbol: Symbol, columns: Int? = nil) -> String {
        let figure = columns.map { "<figure style=\"width:\($0)ch\">" } ?? "<figure>"
        let content = Markup.escaped(PrintableText(symbol.content).string)
        let caption = "<figcaption>\(content)</figcaption>"
        guard let pattern = draw(symbol) else { return "\(figure)\(caption)</figure>\n" }
        let label = Markup.escaped("\(symbol.kind): \(PrintableText(symbol.content).string)")
        let drawing = Self.drawing(pattern.asDrawn(symbol.kind), scale: 3, label: label)
        return "\(figure)\(drawing)\(symbol.showsText ? caption : "")</figure>\n"
    }

    private static func drawing(_ picture: Bitmap, scale: Double, label: String) -> String {
        let (width, height) = (Double(picture.width) * scale, Double(picture.height) * scale)
        let said = label.isEmpty ? "aria-hidden=\"true\"" : "role=\"img\" aria-label=\"\(label)\""
        let box = "0 0 \(picture.width) \(picture.height)"
        return "<svg \(said) width=\"\(width)\" height=\"\(height)\" viewBox=\"\(box)\">"
            + "<path d=\"\(picture.path)\"/></svg>"
    }
}
