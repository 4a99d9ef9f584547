import Flow
import Foundation
import Model

/// Lays a receipt out on a grid of cells. It is pure: the same receipt, mark, templates and width always give the same
/// lines.
///
/// No line is wider than `columns`, no amount is ever broken, and nothing in the receipt's data can become a control
/// character.
package struct ReceiptLayout: Hashable, Sendable {
    /// The fewest columns: narrower paper cannot hold an amount in one piece.
    package static let fewestColumns = 24
    /// The most columns: wider than any receipt printer, as a guard against a mistake in a profile.
    package static let mostColumns = 255

    package let columns: Int
    package let templates: ReceiptTemplates
    /// The logos by name. A logo that is missing here is left out.
    package let logos: [LogoName: Bitmap]

    package init(columns: Int, templates: ReceiptTemplates = .builtIn, logos: [LogoName: Bitmap] = [:]) {
        precondition((Self.fewestColumns...Self.mostColumns).contains(columns), "\(columns) columns are no receipt")
        self.columns = columns
        self.templates = templates
        self.logos = logos
    }

    /// The receipt as lines, ending with a cut. A duplicate is marked at the top and at the bottom.
    package func lay(_ receipt: Receipt, mark: PrintMark) -> LaidOutReceipt {
        var page = ReceiptPage(receipt: receipt, template: templates[receipt.sheetKind], columns: columns)
        page.duplicateMark(mark, atTop: true)
        for block in page.template.blocks { page.lay(block, logos) }
        page.duplicateMark(mark, atTop: false)
        page.builder.cut()
        return LaidOutReceipt(columns: columns, page.builder.laid)
    }
}

/// Lays out one receipt, block by block.
struct ReceiptPage {
    let receipt: Receipt
    let template: ReceiptTemplate
    let language: ReceiptLanguage
    let format: AmountFormat
    var builder: LineBuilder

    init(receipt: Receipt, template: ReceiptTemplate, columns: Int) {
        self.receipt = receipt
        self.template = template
        language = ReceiptLanguage.of(receipt.language).saying(template.words)
        format =
            template.currencyFormat.map { AmountFormat($0, of: template.currency) }
            ?? receipt.currencyFormat.map { AmountFormat($0, of: receipt.total.currency) } ?? language.amountFormat
        builder = LineBuilder(columns: columns)
    }

    var words: Words { _read { yield language.words } }
    var verdict: Receipt.Verdict { receipt.card.result }

    /// Whether it is a terminal's own report and belongs to no payment.
    var isReport: Bool { receipt.sheetKind == .endOfDay }

    mutating func lay(_ block: ReceiptTemplate.Block, _ logos: [LogoName: Bitmap]) {
        switch block {
        case .text(let name): for line in template.texts[name] ?? [] { centredLines(line) }
        case .part(.logo):
            if let logo = template.logoNames(of: receipt).lazy.compactMap({ logos[$0] }).first { builder.picture(logo) }
        case .part(let part): lay(part)
        }
    }

    private mutating func lay(_ part: ReceiptTemplate.Part) {
        switch part {
        case .logo: break
        case .merchant: merchant()
        case .copy: copyMark()
        case .title: title()
        case .references: references()
        case .goods: goods()
        case .totals: totals()
        case .taxes: taxes()
        case .card: card()
        case .fiscal: fiscal()
        case .codes: codes()
        case .footer: footer()
        case .rule: builder.ruleOnce()
        case .blank: builder.blankOnce()
        }
    }

    mutating func duplicateMark(_ mark: PrintMark, atTop: Bool) {
        guard case .duplicate(let count, let printedAt) = mark else { return }
        if !atTop { builder.blank() }
        builder.banner(PrintableText(words.duplicate, gap: 1, PrintableText(String(count))))
        let moment = LocalTime(printedAt, utcOffset: receipt.utcOffset)
        builder.centred(PrintableText(words.printedAt, gap: 1, written(moment)))
        if atTop { builder.blank() }
    }

    private mutating func merchant() {
        let merchant = receipt.merchant
        for line in PrintableText.lines(merchant.name) { builder.headline(line, [.bold, .doubleHeight]) }
        for line in merchant.address { centredLines(line) }
        if let taxID = merchant.taxID {
            let isVAT = taxID.prefix(2).allSatisfy(\.isLetter)
            builder.centred(PrintableText(isVAT ? words.vatID : words.taxNumber, gap: 1, PrintableText(taxID)))
        }
    }

    private mutating func copyMark() {
        switch receipt.copy {
        case .customer: builder.centred(words.customerCopy, .bold)
        case .merchant: builder.centred(words.merchantCopy, .bold)
        }
    }

    /// The words for money that is given back; nil for a payment.
    var returned: Words.Returned? { words.returned(receipt.kind) }

    /// Adds a title that says, before any amount, that money goes back or that none was charged.
    private mutating func title() {
        if let returned { builder.banner(returned.title) }
        guard verdict != .approved else { return }
        builder.banner(word(for: verdict))
        builder.centred(returned?.notReturned ?? words.card.notCharged)
        builder.blank()
    }

    private mutating func references() {
        for row in template.references {
            switch row {
            case .order:
                if let number = receipt.orderNumber { builder.row(words.order, PrintableText(number)) }
            case .receipt: builder.row(words.receipt, PrintableText(receipt.id.rawValue))
            case .payment:
                builder.row(isReport ? words.endOfDay : words.payment, PrintableText(receipt.payment.rawValue))
            case .time: builder.row(words.time, written(LocalTime(receipt.issuedAt, utcOffset: receipt.utcOffset)))
            }
        }
        for reference in receipt.references {
            builder.row(PrintableText(reference.label), PrintableText(reference.value))
        }
    }

    private mutating func fiscal() {
        guard let fiscal = receipt.fiscal else { return }
        builder.ruleOnce()
        let lines = fiscal.lines.flatMap(PrintableText.lines)
        if let code = fiscal.code, lays(code, beside: lines) { return }
        for line in lines { builder.left(line) }
        if let code = fiscal.code { symbol(code) }
    }

    private mutating func codes() {
        for code in receipt.codes {
            builder.blankOnce()
            if !lays(code, beside: []) { symbol(code) }
        }
    }

    /// Lays the code out beside these lines and its caption, with the rest below. Returns false, without adding
    /// anything, if the code must stand alone.
    private mutating func lays(_ code: Receipt.Code, beside lines: [PrintableText]) -> Bool {
        guard template.symbols == .beside, let symbol = try? Symbol(code.symbology.kind, code.content) else {
            return false
        }
        let lines = lines + (code.caption.map(PrintableText.lines) ?? [])
        let laid = SymbolWithText.laid(symbol, beside: lines, columns: builder.columns, of: template.font.cellWidth)
        guard let (block, below) = laid else { return false }
        builder.symbolWithText(block)
        for line in below { builder.left(line) }
        return true
    }

    /// Adds the code; one that makes no valid symbol is written as text.
    private mutating func symbol(_ code: Receipt.Code) {
        builder.blankOnce()
        do throws(Failure) {
            builder.symbol(try Symbol(code.symbology.kind, code.content))
        } catch { centredLines(code.content) }
        if let caption = code.caption { centredLines(caption) }
    }

    private mutating func footer() {
        guard receipt.footer.contains(where: { !$0.isEmpty }) else { return }
        builder.blank()
        for line in receipt.footer { centredLines(line) }
    }

    private mutating func centredLines(_ text: String) {
        if let line = PrintableText(plain: text) { return builder.centred(line) }
        for line in PrintableText.lines(text) { builder.centred(line) }
    }

    /// `21.11.2026 15:04:05 +01:00`.
    private func written(_ moment: LocalTime) -> PrintableText {
        var text: [UInt8] = []
        text.reserveCapacity(40)
        language.dates.write(year: moment.year, month: moment.month, day: moment.day, to: &text)
        text.append(UInt8(ascii: " "))
        moment.writeClock(to: &text)
        return PrintableText(String(decoding: text, as: UTF8.self))
    }
}

extension Receipt.Code.Symbology {
    var kind: Symbol.Kind {
        switch self {
        case .qr: .qr(.medium)
        case .pdf417: .pdf417
        case .maxiCode: .maxiCode
        case .dataMatrix: .dataMatrix
        case .aztec: .aztec
        case .dataBar: .dataBar(.omnidirectional)
        case .dataBarTruncated: .dataBar(.truncated)
        case .dataBarLimited: .dataBar(.limited)
        case .dataBarExpanded: .dataBar(.expanded)
        case .upcA: .upcA
        case .upcE: .upcE
        case .ean13: .ean13
        case .ean8: .ean8
        case .code39: .code39
        case .itf: .itf
        case .codabar: .codabar
        case .code93: .code93
        case .code128: .code128
        case .gs1_128: .gs1_128
        }
    }
}
