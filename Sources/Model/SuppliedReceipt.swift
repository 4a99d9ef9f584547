/// What a program of the kiosk wants on the receipts of a payment that it asks for: its own goods, and what else it has to
/// say. What became of the card, when, and the numbers of payment and receipt are Till's to write.
public struct SuppliedReceipt: Hashable, Codable, Sendable {
    /// Nil: the shop as it is configured.
    public let merchant: Receipt.Merchant?
    public let orderNumber: String?
    public let lines: [OrderLine]
    @OmittedWhenEmpty public private(set) var adjustments: [Adjustment]
    public let taxes: [TaxLine]
    @OmittedWhenEmpty public private(set) var references: [Receipt.Reference]
    @OmittedWhenEmpty public private(set) var codes: [Receipt.Code]
    public let fiscal: Receipt.Fiscal?
    /// Nil: the shop's own closing lines.
    public let footer: [String]?
    public let logo: String?
    public let currencyFormat: CurrencyFormat?
    /// What the card is charged, tip included.
    public let total: Money
    public let tip: Money?

    /// - Parameter keys: those of a receipt document that were given; the others hold what stood in for them.
    public init(_ receipt: Receipt, given keys: Set<String>) {
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

    /// What the goods come to, without a tip.
    public var due: Money? { tip.map { try? total.subtracting($0) } ?? total }

    /// Why it is not the receipt of a payment of that amount, tip included; nil where it is.
    public func mistake(charging amount: Money, tip charged: Money?) -> String? {
        guard total == amount else { return "its total is \(total), and \(amount) is charged" }
        let none = Money.zero(amount.currency)
        guard (tip ?? none) == (charged ?? none) else {
            return "its tip is \(tip ?? none), and \(charged ?? none) is charged as one"
        }
        guard !lines.isEmpty || !adjustments.isEmpty else { return nil }
        let parts = lines.map(\.total) + adjustments.map(\.amount) + [tip].compactMap { $0 }
        guard let sum = try? parts.reduce(none, { try $0.adding($1) }) else {
            return "its lines are not all in \(amount.currency.code), or come to more than there is"
        }
        return sum == total ? nil : "its lines come to \(sum), and its total is \(total)"
    }
}
