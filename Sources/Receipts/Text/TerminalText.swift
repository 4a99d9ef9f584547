import Model

extension LineBuilder {
    /// Adds the terminal's lines with their attributes and inner spacing, in the middle of wider paper. A text made for
    /// wider paper is fitted: centred text stays centred, two columns stay at the edges, a row of one sign is
    /// shortened, and anything else wraps.
    mutating func terminalText(_ printed: [PrintedLine]) {
        var block: [TerminalLine] = []
        block.reserveCapacity(printed.count)
        for line in printed { TerminalLine.add(line, to: &block) }
        let widest = block.reduce(0) { max($0, $1.cells) }
        for line in block {
            if line.cells == 0 {
                blank()
            } else if widest <= columns {
                let centre = line.centred ? (widest - line.cells) / 2 : line.indent
                place(line.text, line.style, at: (columns - widest) / 2 + centre)
            } else {
                refit(line, from: widest)
            }
        }
    }

    private mutating func refit(_ line: TerminalLine, from width: Int) {
        let content = line.content
        let tooWide = content.cells * line.factor > columns
        let style = tooWide ? line.style.subtracting(.doubleWidth) : line.style
        if let only = content.string.first, !only.isLetter, !only.isNumber,
            content.string.allSatisfy({ $0 == only })
        {
            let fitting = content.string.prefix(columns / line.factor)
            return centred(PrintableText(String(fitting)), line.style)
        }
        if let (label, value) = line.twoColumns { return row(label, value, line.style.subtracting(.doubleWidth)) }
        switch line.position(in: width) {
        case .middle: centred(content, style)
        case .right: right(content, style)
        case .left where line.cells <= columns: place(line.text, line.style, at: line.indent)
        case .left: left(content, style)
        }
    }
}

/// One line of the terminal, cleaned and measured.
private struct TerminalLine {
    enum Position { case left, middle, right }

    /// The text without spaces at its right; if it is centred, also without those at its left.
    let text: PrintableText
    let style: TextStyle
    let centred: Bool
    /// The free cells before the text.
    let indent: Int

    /// ZVT's print attribute has four bits for the indent.
    static let widestIndent = 15

    static func add(_ line: PrintedLine, to block: inout [TerminalLine]) {
        if let plain = PrintableText(plain: line.text) { return block.append(TerminalLine(plain, as: line)) }
        for text in PrintableText.lines(line.text) { block.append(TerminalLine(text, as: line)) }
    }

    private init(_ clean: PrintableText, as line: PrintedLine) {
        centred = line.centred
        text = line.centred ? clean.withoutSpacesAround : clean.withoutTrailingSpaces
        var style: TextStyle = line.doubleWidth ? .doubleWidth : []
        if line.doubleHeight { style.insert(.doubleHeight) }
        self.style = style
        let asked = line.centred ? 0 : min(max(line.indent, 0), Self.widestIndent)
        indent = line.doubleWidth ? asked * 2 : asked
    }

    var factor: Int { style.contains(.doubleWidth) ? 2 : 1 }

    /// The width in cells; zero for an empty line.
    var cells: Int { text.cells == 0 ? 0 : text.cells * factor + indent }

    /// The text without the spaces around it.
    var content: PrintableText { text.withoutSpacesAround }

    /// Where the text stood on the terminal's own paper of that width, by attribute or by spaces.
    func position(in width: Int) -> Position {
        if centred { return .middle }
        let before = cells - content.cells * factor
        let after = width - cells
        if before > 1, abs(before - after) <= 2 { return .middle }
        return before > 1 && after <= 1 ? .right : .left
    }

    /// The two columns, label and value, of a line with exactly one gap of two or more spaces.
    var twoColumns: (PrintableText, PrintableText)? {
        let parts = content.string.split(separator: "  ").map { PrintableText(String($0)).withoutSpacesAround }
            .filter { $0.cells > 0 }
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
}

extension PrintableText {
    fileprivate var withoutTrailingSpaces: PrintableText { trimmed(leading: false) }
    fileprivate var withoutSpacesAround: PrintableText { trimmed(leading: true) }

    private func trimmed(leading: Bool) -> PrintableText {
        var text = string
        let (before, after) = text.withUTF8 { bytes in
            let after = bytes.reversed().prefix { $0 == 0x20 }.count
            let before = leading && after < bytes.count ? bytes.prefix { $0 == 0x20 }.count : 0
            return (before, after)
        }
        guard before + after > 0 else { return self }
        let kept = text.utf8.dropFirst(before).dropLast(after)
        return PrintableText(clean: String(Substring(kept)), cells: cells - before - after)
    }
}
