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
