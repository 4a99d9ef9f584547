/// The outcome of a payment. Every case but `inDoubt` is final; recovery replaces that one later.
package enum PaymentOutcome: Hashable, Codable, Sendable {
    /// The terminal has booked the payment, and there is proof of it.
    indirect case approved(TransactionResult)
    /// The terminal or the host refused the payment; nothing was charged.
    case declined(code: DeviceCode, text: String?)
    /// The cardholder, the cashier or the terminal's time limit ended it; nothing was charged.
    case cancelled(code: DeviceCode)
    /// The terminal booked the payment and took it back by itself; nothing is charged now.
    indirect case reversed(TransactionResult?)
    /// It is proven that the payment never started, or never reached the terminal's journal.
    case notCharged(reason: Sentence)
    /// The outcome is not known yet. The order is neither paid nor free, and the terminal is blocked until this is
    /// resolved.
    case inDoubt(reason: Sentence)
    /// The goods were not given, and the terminal took the payment back; nothing is charged.
    case goodsNotGiven
    /// The goods were given, and the terminal took the payment back all the same: somebody has them unpaid.
    case goodsUnpaid

    /// Whether this outcome can never change by itself.
    package var isFinal: Bool {
        if case .inDoubt = self { return false }
        return true
    }
}

/// What a transaction does with money.
package enum TransactionKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// Charges a card.
    case payment
    /// Gives money back to a card, which need not be the one that paid (ZVT `06 31`).
    case refund
    /// Takes a whole payment back before the terminal has settled it (ZVT `06 30`).
    case reversal
    /// Holds an amount on a card for a later booking; nothing is charged (ZVT `06 22`).
    case reservation
    /// Charges the used part of a reservation and frees the rest (ZVT `06 24`, `06 23`).
    case booking
    /// Frees a reservation as a whole; nothing is charged (ZVT `06 25`).
    case release

    /// Whether it charges a card, so that it can pay an order and be given back.
    package var takesMoney: Bool {
        switch self {
        case .payment, .booking: true
        case .refund, .reversal, .reservation, .release: false
        }
    }

    /// Whether no money moves, however it ends: an amount is only held or freed.
    package var onlyHolds: Bool {
        switch self {
        case .reservation, .release: true
        case .payment, .refund, .reversal, .booking: false
        }
    }

    /// Whether it ends a reservation. At most one transaction may ever end a reservation.
    package var endsReservation: Bool {
        switch self {
        case .booking, .release: true
        case .payment, .refund, .reversal, .reservation: false
        }
    }
}

/// A terminal's report of one transaction (ZVT status information `04 0F`). The decoder has already masked card data.
package struct TransactionResult: Hashable, Codable, Sendable {
    /// Success, or why it failed (ZVT BMP 27).
    package var resultCode: DeviceCode
    /// The amount in minor units as the terminal told it.
    package var amountMinor: Int64?
    /// The ISO 4217 number; terminals leave it out unless the till sent one.
    package var currencyNumber: Int?
    /// The receipt number. It has four digits and starts again after 9999 (BMP 87).
    package var receiptNumber: Int?
    /// The trace number, six digits (BMP 0B).
    package var trace: Int?
    /// The trace of the transaction that this one reverses (BMP 37); present only in a reversal.
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
    /// The scheme under which a terminal counts it; nil for a card that terminals count differently.
    package var scheme: CardScheme?
    /// The last four digits, or fewer if the terminal masks more.
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

/// A receipt line as the terminal wrote it, converted to Unicode (ZVT `06 D1`, `06 D3`).
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

    // MARK: Coding without absent attributes: most lines are only text

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

/// The receiver of a printed text (ZVT tag 1F07).
package enum ReceiptCopy: String, Hashable, Codable, Sendable, CaseIterable { case customer, merchant }
