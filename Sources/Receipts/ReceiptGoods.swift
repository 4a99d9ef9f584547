import Model

/// What was bought, and what it comes to.
extension ReceiptPage {
    mutating func goods() {
        for line in receipt.lines { goods(line) }
    }

    /// `2 x Cappuccino  7,80`; with the price of one, `Cappuccino  7,80` and `2 x 3,90` below it.
    private mutating func goods(_ line: OrderLine) {
        let quantity = String(line.quantity) + " x "
        let name = PrintableText(line.name)
        let total = format.figure(line.total)
        let unit = template.showsUnitPrices && line.quantity != 1 ? line.unitPrice : nil
        if let unit {
            sheet.item(name, hanging: Self.indent, total)
            let price = PrintableText(PrintableText(quantity), gap: 0, format.figure(unit))
            sheet.place(price, [], at: min(Self.indent, sheet.columns - price.cells))
        } else {
            let described = PrintableText(PrintableText(quantity), gap: 0, name)
            sheet.item(described, hanging: quantity.utf8.count, total)
        }
        guard template.showsDetails else { return }
        for detail in line.details { sheet.left(PrintableText(detail), indent: Self.indent) }
    }

    private static let indent = 2

    mutating func totals() {
        guard !isReport else { return }
        adjustments()
        tip()
        switch verdict {
        case .approved:
            sheet.amount(returned?.total ?? words.total, receipt.total, format, [.bold, .doubleHeight])
        case .declined, .cancelled:
            sheet.amount(returned?.amountNotReturned ?? words.amountNotCharged, receipt.total, format)
        }
    }

    /// What stands between the goods and the total; the goods are added up first.
    private mutating func adjustments() {
        guard !receipt.adjustments.isEmpty else { return }
        if let goods = sum(of: receipt.lines.map(\.total)) { sheet.item(words.subtotal, hanging: 0, goods) }
        for adjustment in receipt.adjustments {
            let word = words.adjustment(adjustment.kind)
            let label = adjustment.label.isEmpty ? word : PrintableText(word, gap: 1, PrintableText(adjustment.label))
            sheet.item(label, hanging: Self.indent, format.figure(adjustment.amount))
        }
    }

    /// Nil where there is nothing to add, or it does not add up to one amount.
    private func sum(of amounts: [Money]) -> PrintableText? {
        guard let first = amounts.first else { return nil }
        let sum = try? amounts.dropFirst().reduce(first) { try $0.adding($1) }
        return sum.map(format.figure)
    }

    private mutating func tip() {
        guard let tip = receipt.tip else { return }
        if let before = try? receipt.total.subtracting(tip) {
            sheet.item(words.subtotal, hanging: 0, format.figure(before))
        }
        sheet.item(words.tip, hanging: 0, format.figure(tip))
    }

    /// The tax within what was charged; where nothing was, there is none.
    mutating func taxes() {
        guard verdict == .approved, !receipt.taxes.isEmpty else { return }
        if template.showsTaxTable, let table = TaxTable(receipt.taxes, words, format, columns: sheet.columns) {
            return table.lay(on: &sheet)
        }
        for tax in receipt.taxes {
            let label = PrintableText(words.includes, gap: 1, format.label(of: tax))
            sheet.item(label, hanging: Self.indent, format.figure(tax.amount))
        }
    }
}

extension AmountFormat {
    /// `VAT 19 %`.
    func label(of tax: TaxLine) -> PrintableText {
        guard let rate = tax.rate else { return PrintableText(tax.label) }
        let percent = rate.replacing(".", with: decimalSign) + " %"
        return PrintableText(tax.label.isEmpty ? percent : tax.label + " " + percent)
    }
}

/// A row for each rate: what it is of, the tax, and both together.
private struct TaxTable {
    private struct Row {
        let label: PrintableText
        /// Net, tax, gross.
        let figures: [PrintableText]
    }

    private let rows: [Row]
    private let widths: [Int]
    private let columns: Int

    /// Nil where a net is not known, or where the paper is too narrow for all of it.
    init?(_ taxes: [TaxLine], _ words: Words, _ format: AmountFormat, columns: Int) {
        let heads = words.taxTable
        var rows = [Row(label: heads.rate, figures: [heads.net, heads.tax, heads.gross])]
        for tax in taxes {
            guard let net = tax.net, let gross = tax.gross else { return nil }
            let figures = [format.figure(net), format.figure(tax.amount), format.figure(gross)]
            rows.append(Row(label: format.label(of: tax), figures: figures))
        }
        let widths = (0..<3).map { column in rows.reduce(0) { max($0, $1.figures[column].cells) } + 1 }
        let room = columns - widths.reduce(0, +)
        guard rows.allSatisfy({ $0.label.cells <= room }) else { return nil }
        self.rows = rows
        self.widths = widths
        self.columns = columns
    }

    func lay(on sheet: inout Sheet) {
        for row in rows {
            var figures = row.figures[2]
            for column in [1, 0] {
                let gap = widths[column + 1] - row.figures[column + 1].cells
                figures = PrintableText(row.figures[column], gap: gap, figures)
            }
            sheet.row(row.label, figures)
        }
    }
}
