import Model

/// Paper of a fixed width that is filled from the top, with the few layouts of which a receipt consists.
struct LineBuilder {
    let columns: Int
    private(set) var laid = LaidOutLines()

    /// The narrowest readable label. A figure beside a narrower one gets its own line.
    static let narrowestLabel = 8

    init(columns: Int) {
        precondition(columns >= ReceiptLayout.fewestColumns, "paper of \(columns) columns is too narrow")
        self.columns = columns
    }

    mutating func blank() { laid.append(.blank) }
    mutating func rule() { laid.append(.rule) }
    mutating func cut() { laid.append(.cut) }
    mutating func picture(_ picture: Bitmap) { laid.append(.picture(picture)) }
    mutating func symbol(_ symbol: Symbol) { laid.append(.symbol(symbol)) }
    mutating func symbolWithText(_ block: SymbolWithText) { laid.append(.symbolWithText(block)) }

    /// Adds a rule unless one is the last line, so that two blocks have one separator between them even if a block was
    /// left out.
    mutating func ruleOnce() {
        switch laid.lines.last {
        case .rule, nil: break
        default: rule()
        }
    }

    mutating func blankOnce() {
        switch laid.lines.last {
        case .blank, nil: break
        default: blank()
        }
    }

    mutating func left(_ text: PrintableText, indent: Int = 0, _ style: TextStyle = []) {
        if text.beginsFromTheRight {
            for piece in text.wrapped(width(style)) {
                laid.write(piece, style)
                laid.endLine(fromTheRight: true)
            }
            return
        }
        for piece in text.wrapped(width(style) - indent) {
            place(piece, style, at: indent * (style.contains(.doubleWidth) ? 2 : 1))
        }
    }

    mutating func centred(_ text: PrintableText, _ style: TextStyle = []) {
        let fromTheRight = text.beginsFromTheRight
        if text.cells <= width(style), text.isEvenlySpaced { return inTheMiddle(text, style, fromTheRight) }
        for piece in text.wrapped(width(style)) { inTheMiddle(piece, style, fromTheRight) }
    }

    private mutating func inTheMiddle(_ text: PrintableText, _ style: TextStyle, _ fromTheRight: Bool) {
        let before = (columns - text.cells(in: style)) / 2
        guard fromTheRight else { return place(text, style, at: before) }
        laid.write(.spaces(before), [])
        laid.write(text, style)
        laid.endLine(fromTheRight: true)
    }

    /// Adds a centred text, in double width if no word has to be broken for that.
    mutating func headline(_ text: PrintableText, _ style: TextStyle) {
        centred(text, text.keepsItsWords(in: columns / 2) ? style.union(.doubleWidth) : style)
    }

    /// Adds a white-on-black bar with a word that must not be missed.
    mutating func banner(_ word: PrintableText) {
        let text = PrintableText(PrintableText.spaces(2), gap: 0, PrintableText(word, gap: 2, ""))
        let narrow: TextStyle = [.bold, .inverse, .doubleHeight]
        let wide = narrow.union(.doubleWidth)
        let style = text.cells(in: wide) <= columns ? wide : narrow
        guard text.cells(in: style) <= columns else { return centred(word, style) }
        place(text, style, at: (columns - text.cells(in: style)) / 2)
    }

    /// Adds a label at the left and a value at the right edge. They are placed below each other if they do not fit side
    /// by side, or if right-to-left letters in the label would move the value to their other side.
    mutating func row(_ label: PrintableText, _ value: PrintableText, _ style: TextStyle = []) {
        if sideBySide("", label, value, style) { return }
        left(label, style)
        right(value, style)
    }

    /// Adds a label and a value that may not be broken. The value fits on one line.
    private mutating func rowOfWhole(_ label: PrintableText, _ value: PrintableText, _ style: TextStyle) {
        if sideBySide("", label, value, style) { return }
        left(label, style)
        place(value, style, at: columns - value.cells)
    }

    private mutating func sideBySide(
        _ lead: PrintableText, _ label: PrintableText, _ value: PrintableText, _ style: TextStyle
    ) -> Bool {
        let gap = columns - lead.cells - label.cells - value.cells
        guard gap > 0, !label.hasLettersFromTheRight else { return false }
        laid.write(lead)
        laid.write(label)
        laid.write(spaces: gap)
        laid.write(value, style)
        laid.endLine()
        return true
    }

    /// Adds a description that may wrap and an amount that may not. The amount stands at the right edge of the
    /// description's first line. If it is too wide for that, or the description has right-to-left letters, it stands
    /// below the last line.
    ///
    /// - Parameter lead: a text before the description.
    mutating func item(
        lead: PrintableText = "", _ description: PrintableText, hanging: Int, _ amount: PrintableText
    ) {
        let room = columns - amount.cells - 1
        let fits = room >= Self.narrowestLabel + hanging && !description.hasLettersFromTheRight
        if fits, description.isEvenlySpaced, sideBySide(lead, description, amount, []) { return }
        let whole = PrintableText(lead, gap: 0, description)
        guard fits else {
            left(whole)
            return place(amount, [], at: columns - amount.cells)
        }
        let pieces = whole.wrapped(first: room, rest: room - hanging)
        row(pieces[0], amount)
        for piece in pieces.dropFirst() { place(piece, [], at: hanging) }
    }

    /// Adds a label and an amount with its currency, with the digits at the right edge like those of the goods. If the
    /// paper is too narrow for both, the currency moves to the label.
    mutating func amount(_ label: PrintableText, _ money: Money, _ format: AmountFormat, _ style: TextStyle = []) {
        let full = format.full(money)
        if full.cells <= columns { return rowOfWhole(label, full, style) }
        let named = PrintableText(label, gap: 1, PrintableText(money.currency.code))
        rowOfWhole(named, format.bare(money), style)
    }

    mutating func right(_ text: PrintableText, _ style: TextStyle = []) {
        for piece in text.wrapped(width(style)) {
            place(piece, style, at: columns - piece.cells(in: style))
        }
    }

    mutating func place(_ text: PrintableText, _ style: TextStyle, at column: Int) {
        guard text.cells > 0 else { return blank() }
        if column > 0 {
            laid.write(spaces: column)
            if !style.isEmpty { laid.endRun([]) }
        }
        laid.write(text, style)
        laid.endLine()
    }

    private func width(_ style: TextStyle) -> Int { style.contains(.doubleWidth) ? columns / 2 : columns }
}
