import Foundation

/// A receipt as a value: everything that will be on paper, nothing about how. Layout and bytes are made from it, always anew.
public struct Receipt: Hashable, Codable, Sendable {
    public let id: ReceiptID
    /// Absent in what is stored for a payment's, as before there was anything else.
    private let givesBack: TransactionKind?
    public let copy: ReceiptCopy
    public let merchant: Merchant
    /// What it is of: a payment, or the end of a terminal's day.
    public let payment: PaymentID
    /// The order's number, or nil for an amount without an order.
    public let orderNumber: String?
    public let issuedAt: Date
    /// Seconds east of UTC where the kiosk stands.
    public let utcOffset: Int
    public let lines: [OrderLine]
    /// What the total holds besides the lines.
    @OmittedWhenEmpty public private(set) var adjustments: [Adjustment]
    public let taxes: [TaxLine]
    /// Amount the card was charged, tip included, that was given back, or that was reserved or released.
    public let total: Money
    public let tip: Money?
    public let card: CardBlock
    public let footer: [String]
    /// Language of what Till itself writes: `en`, `de-AT`, `ja`.
    public let language: String
    /// By name; the picture is the template's or the till's to know.
    public let logo: String?
    /// Further rows beside the order's and the payment's: an invoice's number, who served, a register.
    @OmittedWhenEmpty public private(set) var references: [Reference]
    /// Symbols to scan, in their order.
    @OmittedWhenEmpty public private(set) var codes: [Code]
    /// What a tax authority wants on paper.
    public let fiscal: Fiscal?
    /// How the shop writes its amounts; nil: as the language does.
    public let currencyFormat: CurrencyFormat?

    public init(
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

    public var kind: TransactionKind { givesBack ?? .payment }

    /// With one more reference below those that it has.
    public func with(_ reference: Reference) -> Receipt {
        var receipt = self
        receipt.references.append(reference)
        return receipt
    }

    /// The seller, as the law wants it on top of a receipt.
    public struct Merchant: Hashable, Codable, Sendable {
        public let name: String
        public let address: [String]
        public let taxID: String?

        public init(name: String, address: [String], taxID: String?) {
            self.name = name
            self.address = address
            self.taxID = taxID
        }
    }

    /// What became of the card payment, in the terminal's own words where it gave any.
    public enum CardBlock: Hashable, Codable, Sendable {
        /// The terminal's text, verbatim.
        case terminalText(lines: [PrintedLine], result: Verdict)
        /// No text came: composed from the status information.
        case composed(status: TransactionResult, result: Verdict)
        /// Of no payment: what the terminal says of its own day, verbatim.
        case terminalReport(lines: [PrintedLine])

        /// The last line of a text that was too long for a receipt.
        public static let cutOffMark = "[...]"

        public var result: Verdict {
            switch self {
            case .terminalText(_, let result), .composed(_, let result): result
            case .terminalReport: .approved
            }
        }
    }

    public enum Verdict: String, Hashable, Codable, Sendable { case approved, declined, cancelled }
}

/// The mark on every print after the first of one document and copy. The first print is unmarked; there is never a
/// second unmarked one.
public enum PrintMark: Hashable, Codable, Sendable {
    case original
    /// The n-th reprint, counted from 1, and when.
    case duplicate(Int, at: Date)
}
