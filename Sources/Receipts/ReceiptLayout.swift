import Foundation
import Model

/// Lays a receipt out on a grid of cells. Pure: the same receipt, mark and width always give the same lines.
///
/// No line is wider than `columns`, no amount is ever broken, and nothing in the receipt's data can become a control.
public struct ReceiptLayout: Hashable, Sendable {
    /// Narrower paper cannot hold an amount in one piece.
    public static let fewestColumns = 24
    /// Wider than any receipt printer; a guard against a slip in a profile.
    public static let mostColumns = 255

    public let columns: Int

    public init(columns: Int) {
        precondition((Self.fewestColumns...Self.mostColumns).contains(columns), "\(columns) columns are no receipt")
        self.columns = columns
    }

    /// The receipt as lines, ending with a cut. A duplicate says so at the top and at the bottom.
    public func lay(_ receipt: Receipt, mark: PrintMark) -> LaidOutReceipt {
        var page = ReceiptPage(receipt: receipt, columns: columns)
        page.duplicateMark(mark, atTop: true)
        page.head()
        page.references()
        if !page.isReport {
            page.goods()
            page.sums()
        }
        page.card()
        page.foot()
        page.duplicateMark(mark, atTop: false)
        page.sheet.cut()
        return LaidOutReceipt(columns: columns, lines: page.sheet.lines)
    }
}

/// One receipt on its way onto one sheet, section by section.
struct ReceiptPage {
    let receipt: Receipt
    let words: Words
    var sheet: Sheet

    init(receipt: Receipt, columns: Int) {
        self.receipt = receipt
        words = Words.of(receipt.language)
        sheet = Sheet(columns: columns)
    }

    var verdict: Receipt.Verdict { receipt.card.result }

    /// Whether it is of no payment, but of the terminal's own day.
    var isReport: Bool {
        if case .terminalReport = receipt.card { return true }
        return false
    }

    mutating func duplicateMark(_ mark: PrintMark, atTop: Bool) {
        guard case .duplicate(let count, let printedAt) = mark else { return }
        if !atTop { sheet.blank() }
        sheet.banner("\(words.duplicate) \(count)")
        let moment = LocalTime(printedAt, utcOffset: receipt.utcOffset)
        sheet.centred(PrintableText("\(words.printedAt) \(written(moment))"))
        if atTop { sheet.blank() }
    }

    mutating func head() {
        let merchant = receipt.merchant
        for line in PrintableText.lines(merchant.name) { sheet.headline(line, [.bold, .doubleHeight]) }
        for line in merchant.address.flatMap(PrintableText.lines) { sheet.centred(line) }
        if let taxID = merchant.taxID {
            let isVAT = taxID.prefix(2).allSatisfy(\.isLetter)
            sheet.centred(PrintableText("\(isVAT ? words.vatID : words.taxNumber) \(taxID)"))
        }
        sheet.blank()
        switch receipt.copy {
        case .customer: sheet.centred(PrintableText(words.customerCopy), .bold)
        case .merchant: sheet.centred(PrintableText(words.merchantCopy), .bold)
        }
        sheet.blank()
        if let returned { sheet.banner(returned.title) }
        refusal()
    }

    /// What is said otherwise where money is given back.
    var returned: Words.Returned? { words.returned(receipt.kind) }

    /// Where nothing was charged the paper says so before it names any amount.
    private mutating func refusal() {
        guard verdict != .approved else { return }
        sheet.banner(word(for: verdict))
        sheet.centred(PrintableText(returned?.notReturned ?? words.card.notCharged))
        sheet.blank()
    }

    mutating func references() {
        if let number = receipt.orderNumber { sheet.row(PrintableText(words.order), PrintableText(number)) }
        sheet.row(PrintableText(words.receipt), PrintableText(receipt.id.rawValue))
        sheet.row(PrintableText(isReport ? words.endOfDay : words.payment), PrintableText(receipt.payment.rawValue))
        let issued = LocalTime(receipt.issuedAt, utcOffset: receipt.utcOffset)
        sheet.row(PrintableText(words.time), PrintableText(written(issued)))
        sheet.rule()
    }

    mutating func goods() {
        guard !receipt.lines.isEmpty else { return }
        for line in receipt.lines {
            let quantity = "\(line.quantity) x "
            sheet.item(PrintableText(quantity + line.name), hanging: quantity.count, figure(line.total))
        }
        sheet.rule()
    }

    mutating func sums() {
        if let tip = receipt.tip {
            if let subtotal = try? receipt.total.subtracting(tip) {
                sheet.row(PrintableText(words.subtotal), figure(subtotal))
            }
            sheet.row(PrintableText(words.tip), figure(tip))
        }
        switch verdict {
        case .approved:
            sheet.amount(
                returned?.total ?? words.total, receipt.total, separator: words.decimalSign, [.bold, .doubleHeight])
            for tax in receipt.taxes {
                sheet.item(PrintableText("\(words.includes) \(tax.label)"), hanging: 2, figure(tax.amount))
            }
        case .declined, .cancelled:
            let label = returned?.amountNotReturned ?? words.amountNotCharged
            sheet.amount(label, receipt.total, separator: words.decimalSign)
        }
        sheet.rule()
    }

    mutating func foot() {
        let lines = receipt.footer.flatMap(PrintableText.lines)
        guard !lines.isEmpty else { return }
        sheet.blank()
        for line in lines { sheet.centred(line) }
    }

    func figure(_ money: Money) -> PrintableText {
        PrintableText(money.formatted(separator: words.decimalSign))
    }

    private func written(_ moment: LocalTime) -> String {
        "\(words.date(moment.year, moment.month, moment.day)) \(moment.clock) \(moment.offset)"
    }
}
