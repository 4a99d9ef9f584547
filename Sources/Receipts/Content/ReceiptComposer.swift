import Foundation
import Model

/// Makes the receipts of one payment: a value for each copy with everything that is printed.
package struct ReceiptComposer: Sendable {
    package let merchant: Receipt.Merchant
    /// The language of Till's own words: `en`, `de`.
    package let language: String
    /// The kiosk's zone in seconds east of UTC.
    package let utcOffset: Int
    /// The merchant's closing lines, for the customer's copy of an approved payment.
    package let footer: [String]
    /// How the shop writes its amounts; nil for the language's format.
    package let currencyFormat: CurrencyFormat?

    /// The most lines of a terminal's text. The rest is replaced by `[...]`; no usual receipt comes near this.
    package static let mostTerminalLines = 500

    package init(
        merchant: Receipt.Merchant, language: String, utcOffset: Int, footer: [String] = [],
        currencyFormat: CurrencyFormat? = nil
    ) {
        self.merchant = merchant
        self.language = language
        self.utcOffset = utcOffset
        self.footer = footer
        self.currencyFormat = currencyFormat
    }

    /// The receipts of a payment, customer first. If the terminal sent text for a copy, the text is that copy's card
    /// block (without card data, see `CardData`); otherwise the block is made from `result`. A copy without an id, or
    /// with neither text nor result, is left out: nothing is invented.
    ///
    /// Anything else in the texts that looks like a card number is masked, so that no paid order is left without a
    /// receipt because of it.
    ///
    /// A receipt for money that is given back names the order but not its lines, because the till is not told which of
    /// them came back.
    ///
    /// - Parameters:
    ///   - total: the amount to be charged (tip included), given back or reserved.
    ///   - supplied: what the caller adds to the receipts of an amount without an order.
    package func compose(
        payment: PaymentID, kind: TransactionKind = .payment, order: Order?, total: Money, tip: Money?,
        result: TransactionResult?, verdict: Receipt.Verdict, texts: [ReceiptCopy: [PrintedLine]], issuedAt: Date,
        ids: [ReceiptCopy: ReceiptID], supplied: SuppliedReceipt? = nil
    ) -> [Receipt] {
        // If less was paid than was due, nobody tells the till which goods were given, so none are printed.
        let isWhole = kind.takesMoney && isPaid(order?.total ?? supplied?.due, total, tip)
        let words = ReceiptLanguage.of(language)
        let goods = isWhole ? order.map { Goods($0, in: words) } ?? supplied.map(Goods.init) : nil
        let due = goods == nil ? nil : order?.total ?? supplied?.due
        let footer = CardData.masked(writtenLines: supplied?.footer ?? footer)
        return ReceiptCopy.allCases.compactMap { copy in
            guard let id = ids[copy], let card = cardBlock(texts[copy] ?? [], result, verdict) else { return nil }
            return Receipt(
                id: id, copy: copy, merchant: (supplied?.merchant ?? merchant).withoutCardData, payment: payment,
                orderNumber: (order?.number ?? supplied?.orderNumber).map { CardData.masked(written: $0) },
                issuedAt: issuedAt, utcOffset: utcOffset, lines: goods?.lines ?? [],
                adjustments: (goods?.adjustments ?? []) + (verdict == .approved ? difference(due, total, tip) : []),
                taxes: goods?.taxes ?? [], total: total, tip: tip, card: card,
                footer: copy == .customer && verdict == .approved ? footer : [], language: language, kind: kind,
                logo: supplied?.logo, references: supplied?.references ?? [], codes: supplied?.codes ?? [],
                fiscal: supplied?.fiscal, currencyFormat: supplied?.currencyFormat ?? currencyFormat)
        }
    }

    /// The goods, without anything that looks like a card number.
    private struct Goods {
        let lines: [OrderLine]
        let adjustments: [Adjustment]
        let taxes: [TaxLine]

        /// The goods of an order, within the limits of paper.
        init(_ order: Order, in words: ReceiptLanguage) {
            // Card numbers are masked before anything is cut off, so that none is cut in two, and after it, because the rest
            // of a longer number may look like one.
            let all = Goods(order.lines, order.adjustments, order.taxes)
            self.init(
                PaperLimits(words).lines(all.lines), all.adjustments.map(PaperLimits.shortened),
                all.taxes.map(PaperLimits.shortened))
        }

        init(_ supplied: SuppliedReceipt) { self.init(supplied.lines, supplied.adjustments, supplied.taxes) }

        private init(_ lines: [OrderLine], _ adjustments: [Adjustment], _ taxes: [TaxLine]) {
            self.lines = lines.map(\.withoutCardData)
            self.adjustments = adjustments.map(\.withoutCardData)
            self.taxes = taxes.map(\.withoutCardData)
        }
    }

    /// The amount charged beyond the order and the tip, if a terminal booked more than requested. Without it the lines
    /// would not add up to the total.
    private func difference(_ due: Money?, _ total: Money, _ tip: Money?) -> [Adjustment] {
        guard let due, due.currency == total.currency else { return [] }
        let more = total.minorUnits - (tip?.minorUnits ?? 0) - due.minorUnits
        guard more > 0 else { return [] }
        return [
            Adjustment(kind: .difference, label: "", amount: Money(minorUnits: more, currency: total.currency))
        ]
    }

    private func isPaid(_ due: Money?, _ total: Money, _ tip: Money?) -> Bool {
        guard let due, due.currency == total.currency else { return true }
        return total.minorUnits - (tip?.minorUnits ?? 0) >= due.minorUnits
    }

    /// The receipts of a finished payment. A payment that never started or is still in doubt has none: a receipt states
    /// what happened.
    package func compose(
        payment: PaymentID, order: Order?, total: Money, tip: Money?, outcome: PaymentOutcome,
        texts: [ReceiptCopy: [PrintedLine]], issuedAt: Date, ids: [ReceiptCopy: ReceiptID]
    ) -> [Receipt] {
        guard let (result, verdict) = Self.stated(by: outcome) else { return [] }
        return compose(
            payment: payment, order: order, total: total, tip: tip, result: result, verdict: verdict, texts: texts,
            issuedAt: issuedAt, ids: ids)
    }

    private static func stated(by outcome: PaymentOutcome) -> (TransactionResult?, Receipt.Verdict)? {
        switch outcome {
        case .approved(let result):
            return (result, .approved)
        case .declined(let code, let text):
            var result = TransactionResult(resultCode: code)
            result.additionalText = text
            return (result, .declined)
        case .cancelled(let code):
            return (TransactionResult(resultCode: code), .cancelled)
        case .reversed(let result):
            return (result, .cancelled)
        case .notCharged, .inDoubt, .goodsNotGiven, .goodsUnpaid:
            return nil
        }
    }

    private func cardBlock(
        _ text: [PrintedLine], _ result: TransactionResult?, _ verdict: Receipt.Verdict
    ) -> Receipt.CardBlock? {
        let rest = text.count > Self.mostTerminalLines ? [PrintedLine(Receipt.CardBlock.cutOffMark)] : []
        let lines = (text.prefix(Self.mostTerminalLines) + rest).withoutCardData
        if lines.contains(where: { PrintableText($0.text).string.utf8.contains { $0 != 0x20 } }) {
            return .terminalText(lines: lines, result: verdict)
        }
        return result.map { .composed(status: $0, result: verdict) }
    }
}
