import Foundation

/// A receipt as a value: everything that is printed, and nothing about how. Layout and bytes are made from it each
/// time.
package struct Receipt: Hashable, Codable, Sendable {
    package let id: ReceiptID
    /// Absent in what is stored for a payment, as before there were other kinds.
    private let givesBack: TransactionKind?
    package let copy: ReceiptCopy
    package let merchant: Merchant
    /// The id of the payment, or of the end of day, that it belongs to.
    package let payment: PaymentID
    /// The order's number, or nil for an amount without an order.
    package let orderNumber: String?
    package let issuedAt: Date
    /// The kiosk's zone in seconds east of UTC.
    package let utcOffset: Int
    package let lines: [OrderLine]
    /// The parts of the total besides the lines.
    @OmittedWhenEmpty package private(set) var adjustments: [Adjustment]
    package let taxes: [TaxLine]
    /// The amount that was charged (tip included), given back, reserved or released.
    package let total: Money
    package let tip: Money?
    package let card: CardBlock
    package let footer: [String]
    /// The language of Till's own words: `en`, `de-AT`, `ja`.
    package let language: String
    /// The name of the logo. The picture belongs to the template or the till.
    package let logo: String?
    /// Further rows beside those of the order and the payment: an invoice's number, the waiter, a register.
    @OmittedWhenEmpty package private(set) var references: [Reference]
    /// The symbols to scan, in order.
    @OmittedWhenEmpty package private(set) var codes: [Code]
    /// What a tax authority requires on paper.
    package let fiscal: Fiscal?
    /// How the shop writes its amounts; nil for the language's format.
    package let currencyFormat: CurrencyFormat?

    package init(
        id: ReceiptID, copy: ReceiptCopy, merchant: Merchant, payment: PaymentID, orderNumber: String?, issuedAt: Date,
        utcOffset: Int, lines: [OrderLine], adjustments: [Adjustment] = [], taxes: [TaxLine], total: Money,
        tip: Money?, card: CardBlock, footer: [String], language: String, kind: TransactionKind = .payment,
        logo: String? = nil, references: [Reference] = [], codes: [Code] = [], fiscal: Fiscal? = nil,
        currencyFormat: CurrencyFormat? = nil
    ) {
        self.id = id
        givesBack = kind == .payment ? nil : kind
        self.copy = copy
        self.merchant = merchant
        self.payment = payment
        self.orderNumber = orderNumber
        self.issuedAt = issuedAt
        self.utcOffset = utcOffset
        self.lines = lines
        self.adjustments = adjustments
        self.taxes = taxes
        self.total = total
        self.tip = tip
        self.card = card
        self.footer = footer
        self.language = language
        self.logo = logo
        self.references = references
        self.codes = codes
        self.fiscal = fiscal
        self.currencyFormat = currencyFormat
    }

    package var kind: TransactionKind { givesBack ?? .payment }

    /// A copy with this reference below its others.
    package func with(_ reference: Reference) -> Receipt {
        var receipt = self
        receipt.references.append(reference)
        return receipt
    }

    /// The seller, as the law requires it on a receipt.
    package struct Merchant: Hashable, Codable, Sendable {
        package let name: String
        package let address: [String]
        package let taxID: String?

        package init(name: String, address: [String], taxID: String?) {
            self.name = name
            self.address = address
            self.taxID = taxID
        }
    }

    /// The result of the card payment, in the terminal's own words if it sent any.
    package enum CardBlock: Hashable, Codable, Sendable {
        /// The terminal's text, unchanged.
        case terminalText(lines: [PrintedLine], result: Verdict)
        /// A text made from the status information, because the terminal sent none.
        case composed(status: TransactionResult, result: Verdict)
        /// The terminal's report of its own day, unchanged; it belongs to no payment.
        case terminalReport(lines: [PrintedLine])

        /// The last line of a text that was too long for a receipt.
        package static let cutOffMark = "[...]"

        package var result: Verdict {
            switch self {
            case .terminalText(_, let result), .composed(_, let result): result
            case .terminalReport: .approved
            }
        }
    }

    package enum Verdict: String, Hashable, Codable, Sendable { case approved, declined, cancelled }
}
