import Model

/// The goods and their total.
extension ReceiptPage {
    mutating func goods() {
        for line in receipt.lines { goods(line) }
    }

    /// Adds a line: `2 x Cappuccino  7,80`; with unit prices, `Cappuccino  7,80` and `2 x 3,90` below it.
    private mutating func goods(_ line: OrderLine) {
        let times = Self.times(line.quantity)
        let name = PrintableText(line.name)
        let total = format.figure(line.total)
        if template.showsUnitPrices, line.quantity != 1, let unit = line.unitPrice {
            builder.item(name, hanging: Self.indent, total)
            price(times, of: format.figure(unit))
        } else {
            builder.item(lead: times, name, hanging: times.cells, total)
        }
        guard template.showsDetails else { return }
        for detail in line.details { builder.left(PrintableText(detail), indent: Self.indent) }
    }

    private mutating func price(_ times: PrintableText, of one: PrintableText) {
        let room = builder.columns - times.cells - one.cells
        if room >= 0 { return builder.place(PrintableText(times, gap: 0, one), [], at: min(Self.indent, room)) }
        builder.left(times, indent: Self.indent)
        builder.place(one, [], at: min(Self.indent, builder.columns - one.cells))
    }

    /// `2 x `.
    private static func times(_ quantity: Int) -> PrintableText {
        usualTimes.indices.contains(quantity) ? usualTimes[quantity] : PrintableText(String(quantity) + " x ")
    }

    private static let usualTimes = (0..<100).map { PrintableText(String($0) + " x ") }
    private static let indent = 2

    mutating func totals() {
        guard !isReport else { return }
        adjustments()
        tip()
        switch verdict {
        case .approved:
            builder.amount(returned?.total ?? words.total, receipt.total, format, [.bold, .doubleHeight])
        case .declined, .cancelled:
            builder.amount(returned?.amountNotReturned ?? words.amountNotCharged, receipt.total, format)
        }
    }

    /// Adds the adjustments between the goods and the total, after a subtotal of the goods.
    private mutating func adjustments() {
        guard !receipt.adjustments.isEmpty else { return }
        if let goods = sum(of: receipt.lines.map(\.total)) { builder.item(words.subtotal, hanging: 0, goods) }
        for adjustment in receipt.adjustments {
            let word = words.adjustment(adjustment.kind)
            let label = adjustment.label.isEmpty ? word : PrintableText(word, gap: 1, PrintableText(adjustment.label))
            builder.item(label, hanging: Self.indent, format.figure(adjustment.amount))
        }
    }

    /// Nil if there is nothing to add, or if the amounts cannot be added.
    private func sum(of amounts: [Money]) -> PrintableText? {
        guard let first = amounts.first else { return nil }
        let sum = try? amounts.dropFirst().reduce(first) { try $0.adding($1) }
        return sum.map(format.figure)
    }

    private mutating func tip() {
        guard let tip = receipt.tip else { return }
        if let before = try? receipt.total.subtracting(tip) {
            builder.item(words.subtotal, hanging: 0, format.figure(before))
        }
        builder.item(words.tip, hanging: 0, format.figure(tip))
    }

    /// Adds the taxes contained in the charged amount; none if nothing was charged.
    mutating func taxes() {
        guard verdict == .approved, !receipt.taxes.isEmpty else { return }
        if template.showsTaxTable, let table = TaxTable(receipt.taxes, words.taxTable, format, columns: builder.columns)
        {
            return table.lay(on: &builder)
        }
        for tax in receipt.taxes {
            let label = PrintableText(words.includes, gap: 1, format.label(of: tax))
            builder.item(label, hanging: Self.indent, format.figure(tax.amount))
        }
    }
}

extension AmountFormat {
    /// `VAT 19 %`.
    func label(of tax: TaxLine) -> PrintableText {
        guard let rate = tax.rate else { return PrintableText(tax.label) }
        let parts = rate.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let percent = parts.map { String(Substring($0)) }.joined(separator: decimalSign) + " %"
        return PrintableText(tax.label.isEmpty ? percent : tax.label + " " + percent)
    }
}

/// A table with a row for each rate: net, tax and gross.
private struct TaxTable {
    fileprivate struct Row {
        let label: PrintableText
        let net: PrintableText
        let tax: PrintableText
        let gross: PrintableText
    }

    private var rows: [Row] = []
    private var widest = (label: 0, net: 0, tax: 0, gross: 0)
    private let gap: Int

    /// Nil if a net amount is not known, or if the paper is too narrow for the table.
    init?(_ taxes: [TaxLine], _ heads: Words.TaxTable, _ format: AmountFormat, columns: Int) {
        var rows = [Row(heads)]
        for tax in taxes {
            guard let row = Row(tax, format) else { return nil }
            rows.append(row)
        }
        for row in rows {
            widest.label = max(widest.label, row.label.cells)
            widest.net = max(widest.net, row.net.cells)
            widest.tax = max(widest.tax, row.tax.cells)
            widest.gross = max(widest.gross, row.gross.cells)
        }
        let spare = columns - widest.label - widest.net - widest.tax - widest.gross
        guard spare >= 3 else { return nil }
        gap = min(spare / 3, Self.widestGap)
        self.rows = rows
    }

    private static let widestGap = 2

    func lay(on builder: inout LineBuilder) {
        for row in rows {
            let last = PrintableText(row.tax, gap: gap + widest.gross - row.gross.cells, row.gross)
            builder.row(row.label, PrintableText(row.net, gap: gap + widest.tax - row.tax.cells, last))
        }
    }
}

extension TaxTable.Row {
    fileprivate init(_ heads: Words.TaxTable) {
        (label, net, tax, gross) = (heads.rate, heads.net, heads.tax, heads.gross)
    }

    fileprivate init?(_ line: TaxLine, _ format: AmountFormat) {
        guard let ofNet = line.net, let ofBoth = line.gross else { return nil }
        label = format.label(of: line)
        (net, tax, gross) = (format.figure(ofNet), format.figure(line.amount), format.figure(ofBoth))
    }
}
