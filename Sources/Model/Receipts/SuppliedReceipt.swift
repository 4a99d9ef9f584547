/// What a program of the kiosk adds to the receipts of a payment: its own goods, and other texts. Till itself writes
/// the card's result, the times, and the numbers of payment and receipt.
package struct SuppliedReceipt: Hashable, Codable, Sendable {
    /// Nil for the configured shop.
    package let merchant: Receipt.Merchant?
    package let orderNumber: String?
    package let lines: [OrderLine]
    @OmittedWhenEmpty package private(set) var adjustments: [Adjustment]
    package let taxes: [TaxLine]
    @OmittedWhenEmpty package private(set) var references: [Receipt.Reference]
    @OmittedWhenEmpty package private(set) var codes: [Receipt.Code]
    package let fiscal: Receipt.Fiscal?
    /// Nil for the shop's own closing lines.
    package let footer: [String]?
    package let logo: String?
    package let currencyFormat: CurrencyFormat?
    /// The amount that the card is charged, tip included.
    package let total: Money
    package let tip: Money?

    /// Takes over what the program has given. Where it gave no merchant or footer, those of the shop stand.
    ///
    /// - Parameter keys: the keys of the receipt document that were given; the others have placeholders.
    package init(_ receipt: Receipt, given keys: Set<String>) {
        merchant = keys.contains("merchant") ? receipt.merchant : nil
        orderNumber = receipt.orderNumber
        lines = receipt.lines
        taxes = receipt.taxes
        fiscal = receipt.fiscal
        footer = keys.contains("footer") ? receipt.footer : nil
        logo = receipt.logo
        currencyFormat = receipt.currencyFormat
        (total, tip) = (receipt.total, receipt.tip)
        adjustments = receipt.adjustments
        references = receipt.references
        codes = receipt.codes
    }

    /// The total of the goods without a tip.
    package var due: Money? { tip.map { try? total.subtracting($0) } ?? total }

    /// Why it is not the receipt of a payment of that amount, tip included; nil if it is.
    package func mistake(charging amount: Money, tip charged: Money?) -> Sentence? {
        guard total == amount else {
            return Sentence("detail.receipt.otherTotal", ["total": total, "amount": amount])
        }
        let none = Money.zero(amount.currency)
        guard (tip ?? none) == (charged ?? none) else {
            return Sentence("detail.receipt.otherTip", ["tip": tip ?? none, "charged": charged ?? none])
        }
        guard !lines.isEmpty || !adjustments.isEmpty else { return nil }
        let parts = lines.map(\.total) + adjustments.map(\.amount) + [tip].compactMap { $0 }
        guard let sum = try? parts.reduce(none, { try $0.adding($1) }) else {
            return Sentence("detail.receipt.otherLines", ["currency": amount.currency.code])
        }
        return sum == total ? nil : Sentence("detail.receipt.otherSum", ["sum": sum, "total": total])
    }
}
