/// What became of a payment. Only these are final; `inDoubt` is an honest answer that recovery replaces later.
package enum PaymentOutcome: Hashable, Codable, Sendable {
    /// The terminal has stored the payment and we have proof of it.
    indirect case approved(TransactionResult)
    /// The terminal or the host refused; nothing was charged.
    case declined(code: DeviceCode, text: String?)
    /// The cardholder, the cashier or the terminal's timer ended it; nothing was charged.
    case cancelled(code: DeviceCode)
    /// The terminal booked and took it back by itself; nothing is charged now.
    indirect case reversed(TransactionResult?)
    /// Proven: the payment never started, or never reached the terminal's journal.
    case notCharged(reason: Sentence)
    /// Nobody knows yet. The order is neither paid nor free, the terminal is blocked until this is resolved.
    case inDoubt(reason: Sentence)
    /// The goods that it was for were not given, and the terminal took it back; nothing is charged.
    case goodsNotGiven
    /// The goods that it was for were given, and the terminal took it back all the same: somebody has them unpaid.
    case goodsUnpaid

    /// Whether this outcome can never change by itself.
    package var isFinal: Bool {
        if case .inDoubt = self { return false }
        return true
    }
}

/// What a transaction does with money.
package enum TransactionKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// Takes it.
    case payment
    /// Gives some back, on a card that need not be the one that paid (ZVT `06 31`).
    case refund
    /// Takes a payment back as a whole, as long as the terminal has not settled it (ZVT `06 30`).
    case reversal
    /// Holds an amount on a card for a booking to take; nothing is charged (ZVT `06 22`).
    case reservation
    /// Takes what was used of a reservation, and frees the rest of it (ZVT `06 24`, `06 23`).
    case booking
    /// Frees a reservation as a whole; nothing is charged (ZVT `06 25`).
    case release

    /// Whether it is what a customer pays by: what can pay an order, and can be given back.
    package var takesMoney: Bool {
        switch self {
        case .payment, .booking: true
        case .refund, .reversal, .reservation, .release: false
        }
    }

    /// Whether no money moves by it, however it ends: an amount is held, or free again.
    package var onlyHolds: Bool {
        switch self {
        case .reservation, .release: true
        case .payment, .refund, .reversal, .booking: false
        }
    }

    /// Whether it ends a reservation. Of each reservation at most one of these may ever stand.
    package var endsReservation: Bool {
        switch self {
        case .booking, .release: true
        case .payment, .refund, .reversal, .reservation: false
        }
    }
}

/// What a terminal says of one transaction (ZVT status information `04 0F`), card data already masked by the decoder.
package struct TransactionResult: Hashable, Codable, Sendable {
    /// Success or why it failed (ZVT BMP 27).
    package var resultCode: DeviceCode
    /// Whole minor units as the terminal reported them.
    package var amountMinor: Int64?
    /// ISO 4217 number; terminals leave it out unless we sent one.
    package var currencyNumber: Int?
    /// Receipt number, four digits, wraps (BMP 87).
    package var receiptNumber: Int?
    /// Trace number, six digits (BMP 0B).
    package var trace: Int?
    /// Trace of the transaction this one reverses (BMP 37); present means: this is a reversal.
    package var originalTrace: Int?
    package var turnoverNumber: Int?
    package var terminalID: String?
    /// The terminal's clock: month and day; the protocol has no year.
    package var month: Int?
    package var day: Int?
    package var hour: Int?
    package var minute: Int?
    package var second: Int?
    package var approvalCode: String?
    package var cardName: String?
    /// Under what a terminal totals it; nil where its card is one that terminals total differently.
    package var scheme: CardScheme?
    /// The last four digits, or fewer where the terminal masks more.
    package var panLastDigits: String?
    package var cardSequenceNumber: Int?
    /// Contract (VU) number of the merchant at the acquirer.
    package var contractNumber: String?
    /// Application id of the chip, hex.
    package var applicationID: String?
    /// How the card was read.
    package var technology: CardTechnology?
    package var holderVerification: HolderVerification?
    /// Text the host or terminal added (BMP 3C).
    package var additionalText: String?

    package init(resultCode: DeviceCode) { self.resultCode = resultCode }
}

/// ZVT tag 1F12.
package enum CardTechnology: String, Hashable, Codable, Sendable { case magneticStripe, chip, contactless }

/// ZVT tag 1F10: how the cardholder was identified.
package enum HolderVerification: String, Hashable, Codable, Sendable {
    case none, signature, onlinePIN, offlinePIN, offlinePINAndSignature, onlinePINAndSignature, unknown

    /// Whether the merchant copy needs a line to sign on.
    package var needsSignature: Bool {
        switch self {
        case .signature, .offlinePINAndSignature, .onlinePINAndSignature: true
        case .none, .onlinePIN, .offlinePIN, .unknown: false
        }
    }
}

/// A line of a receipt as the terminal wrote it, already Unicode (ZVT `06 D1`, `06 D3`).
package struct PrintedLine: Hashable, Codable, Sendable {
    package var text: String
    package var centred: Bool
    package var doubleWidth: Bool
    package var doubleHeight: Bool
    /// Blank columns at the left, 0 to 15.
    package var indent: Int

    package init(
        _ text: String, centred: Bool = false, doubleWidth: Bool = false, doubleHeight: Bool = false, indent: Int = 0
    ) {
        self.text = text
        self.centred = centred
        self.doubleWidth = doubleWidth
        self.doubleHeight = doubleHeight
        self.indent = indent
    }

    // MARK: Stored without what a line does not have: most are text and nothing else

    private enum Key: String, CodingKey { case text, centred, doubleWidth, doubleHeight, indent }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        text = try fields.decode(String.self, forKey: .text)
        centred = try fields.decodeIfPresent(Bool.self, forKey: .centred) ?? false
        doubleWidth = try fields.decodeIfPresent(Bool.self, forKey: .doubleWidth) ?? false
        doubleHeight = try fields.decodeIfPresent(Bool.self, forKey: .doubleHeight) ?? false
        indent = try fields.decodeIfPresent(Int.self, forKey: .indent) ?? 0
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(text, forKey: .text)
        if centred { try fields.encode(true, forKey: .centred) }
        if doubleWidth { try fields.encode(true, forKey: .doubleWidth) }
        if doubleHeight { try fields.encode(true, forKey: .doubleHeight) }
        if indent != 0 { try fields.encode(indent, forKey: .indent) }
    }
}

/// Whom a printed text is for (ZVT tag 1F07).
package enum ReceiptCopy: String, Hashable, Codable, Sendable, CaseIterable { case customer, merchant }
