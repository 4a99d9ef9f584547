import Model

/// Paper of a certain width being filled from the top: the few forms a receipt is made of.
struct Sheet {
    let columns: Int
    private(set) var lines: [LaidOutLine] = []

    /// A label narrower than this beside its figure is no longer readable: then the figure gets a line of its own.
    static let narrowestLabel = 8

    init(columns: Int) {
        precondition(columns >= ReceiptLayout.fewestColumns, "paper of \(columns) columns is too narrow")
        self.columns = columns
    }

    mutating func blank() { lines.append(.blank) }
    mutating func rule() { lines.append(.rule) }
    mutating func cut() { lines.append(.cut) }

    mutating func left(_ text: PrintableText, indent: Int = 0, _ style: TextStyle = []) {
        for piece in text.wrapped(width(style) - indent) {
            place(piece, style, at: indent * (style.contains(.doubleWidth) ? 2 : 1))
        }
    }

    mutating func centred(_ text: PrintableText, _ style: TextStyle = []) {
        for piece in text.wrapped(width(style)) {
            place(piece, style, at: (columns - StyledRun(piece, style).cells) / 2)
        }
    }

    /// Centred, and double width as well where no word has to be broken for it.
    mutating func headline(_ text: PrintableText, _ style: TextStyle) {
        centred(text, text.keepsItsWords(in: columns / 2) ? style.union(.doubleWidth) : style)
    }

    /// A white-on-black bar with a word that nobody should miss.
    mutating func banner(_ word: String) {
        let text = PrintableText("  \(word)  ")
        let style: TextStyle = [.bold, .inverse, .doubleHeight]
        let wide = StyledRun(text, style.union(.doubleWidth))
        let run = wide.cells <= columns ? wide : StyledRun(text, style)
        guard run.cells <= columns else { return centred(text, style) }
        append([StyledRun(spaces((columns - run.cells) / 2)), run])
    }

    /// Label at the left, value at the right edge; below each other where they do not fit side by side.
    mutating func row(_ label: PrintableText, _ value: PrintableText, _ style: TextStyle = []) {
        if label.cells + 1 + value.cells <= columns {
            let gap = spaces(columns - label.cells - value.cells)
            return append([StyledRun(label.string + gap + value.string, style)])
        }
        left(label, style)
        right(value, style)
    }

    /// A description that may wrap and an amount that may not: the amount stands whole, at the right edge, beside the
    /// description's first line or, where it is too wide for that, below the last.
    mutating func item(_ description: PrintableText, hanging: Int, _ amount: PrintableText) {
        let room = columns - amount.cells - 1
        guard room >= Self.narrowestLabel + hanging else {
            left(description)
            return right(amount)
        }
        let pieces = description.wrapped(first: room, rest: room - hanging)
        row(pieces[0], amount)
        for piece in pieces.dropFirst() { place(piece, [], at: hanging) }
    }

    /// A label and an amount with its currency, the digits at the right edge like those of the goods. On paper too narrow
    /// for both, the currency moves to the label.
    mutating func amount(_ label: String, _ money: Money, separator: String, _ style: TextStyle = []) {
        let figure = money.formatted(separator: separator)
        let full = PrintableText("\(money.currency.code) \(figure)")
        if full.cells <= columns {
            row(PrintableText(label), full, style)
        } else {
            row(PrintableText("\(label) \(money.currency.code)"), PrintableText(figure), style)
        }
    }

    mutating func right(_ text: PrintableText, _ style: TextStyle = []) {
        for piece in text.wrapped(width(style)) {
            place(piece, style, at: columns - StyledRun(piece, style).cells)
        }
    }

    mutating func place(_ text: PrintableText, _ style: TextStyle, at column: Int) {
        guard text.cells > 0 else { return blank() }
        append(column > 0 ? [StyledRun(spaces(column)), StyledRun(text, style)] : [StyledRun(text, style)])
    }

    private mutating func append(_ runs: [StyledRun]) { lines.append(.text(runs.filter { $0.cells > 0 })) }

    private func width(_ style: TextStyle) -> Int { style.contains(.doubleWidth) ? columns / 2 : columns }

    private func spaces(_ count: Int) -> String {
        String(decoding: repeatElement(UInt8(ascii: " "), count: max(0, count)), as: UTF8.self)
    }
}
