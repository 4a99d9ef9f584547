import Foundation

/// A receipt as a value: everything that will be on paper, nothing about how. Layout and bytes are made from it, always anew.
package struct Receipt: Hashable, Codable, Sendable {
    package let id: ReceiptID
    /// Absent in what is stored for a payment's, as before there was anything else.
    private let givesBack: TransactionKind?
    package let copy: ReceiptCopy
    package let merchant: Merchant
    /// What it is of: a payment, or the end of a terminal's day.
    package let payment: PaymentID
    /// The order's number, or nil for an amount without an order.
    package let orderNumber: String?
    package let issuedAt: Date
    /// Seconds east of UTC where the kiosk stands.
    package let utcOffset: Int
    package let lines: [OrderLine]
    /// What the total holds besides the lines.
    @OmittedWhenEmpty package private(set) var adjustments: [Adjustment]
    package let taxes: [TaxLine]
    /// Amount the card was charged, tip included, that was given back, or that was reserved or released.
    package let total: Money
    package let tip: Money?
    package let card: CardBlock
    package let footer: [String]
    /// Language of what Till itself writes: `en`, `de-AT`, `ja`.
    package let language: String
    /// By name; the picture is the template's or the till's to know.
    package let logo: String?
    /// Further rows beside the order's and the payment's: an invoice's number, who served, a register.
    @OmittedWhenEmpty package private(set) var references: [Reference]
    /// Symbols to scan, in their order.
    @OmittedWhenEmpty package private(set) var codes: [Code]
    /// What a tax authority wants on paper.
    package let fiscal: Fiscal?
    /// How the shop writes its amounts; nil: as the language does.
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

    /// With one more reference below those that it has.
    package func with(_ reference: Reference) -> Receipt {
        var receipt = self
        receipt.references.append(reference)
        return receipt
    }

    /// The seller, as the law wants it on top of a receipt.
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

    /// What became of the card payment, in the terminal's own words where it gave any.
    package enum CardBlock: Hashable, Codable, Sendable {
        /// The terminal's text, verbatim.
        case terminalText(lines: [PrintedLine], result: Verdict)
        /// No text came: composed from the status information.
        case composed(status: TransactionResult, result: Verdict)
        /// Of no payment: what the terminal says of its own day, verbatim.
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

/// The mark on every print after the first of one document and copy. The first print is unmarked; there is never a
/// second unmarked one.
package enum PrintMark: Hashable, Codable, Sendable {
    case original
    /// The n-th reprint, counted from 1, and when.
    case duplicate(Int, at: Date)
}
