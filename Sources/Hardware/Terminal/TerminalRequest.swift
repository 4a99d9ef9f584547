import Model

/// A request to a terminal. Every terminal answers each of them, if only with a refusal.
package enum TerminalRequest: Hashable, Sendable {
    /// Registers this till, with its printer, its wish for progress messages and its permitted commands (ZVT `06 00`).
    case register(Currency)
    /// Takes a payment (ZVT `06 01`).
    case authorise(Money)
    /// Reverses a whole booked payment by its receipt number, without the card (ZVT `06 30`).
    case reverse(receipt: Int, Money)
    /// Pays money back to the presented card, without reference to a payment (ZVT `06 31`).
    case refund(Money)
    /// Reserves an amount on a card; nothing is charged (ZVT `06 22`). A `Preauthorisation` is made of its result.
    case preauthorise(Money)
    /// Charges the used part of a reservation and frees the rest (ZVT `06 24`).
    case book(Preauthorisation, Money)
    /// Frees the unused part of a reservation, which charges the rest (ZVT `06 23`).
    case partialRelease(Preauthorisation, unused: Money)
    /// Frees a reservation as a whole; nothing is charged (ZVT `06 25`).
    case release(Preauthorisation, Money)
    /// Asks which reservations are open (ZVT `06 23` with receipt `FFFF`). An answer names one or several; only an
    /// empty answer means that no more are open.
    case openPreauthorisations
    /// Asks for the totals since the last end of day, and changes nothing (ZVT `06 10`).
    case turnoverTotals
    /// Delivers the turnover to the host and begins a new day (ZVT `06 50`).
    case endOfDay
    /// Makes the terminal call its host or tell about itself (ZVT `06 70`).
    case diagnose(Diagnosis)
    /// Makes the terminal load its keys and begin anew with its host (ZVT `06 93`).
    case initialise
    /// Ends the registration (ZVT `06 02`).
    case logOff
    /// Sets the terminal's clock (ZVT `06 91`).
    case setClock(TerminalClock)
    /// Asks for the terminal's state (ZVT `05 01`).
    case enquireStatus
    /// Asks for the last transaction again, without printing (ZVT `06 20`, service byte 03).
    case repeatReceipt
    /// Asks for a receipt's text again, with or without its result (ZVT `06 20`, service byte 01, 00).
    case reprint(RepeatedReceipt, withResult: Bool)
    /// Asks in one particular way, to find out whether the terminal understands it.
    case probe(TerminalProbe)

    /// Whether the request may change what a cardholder pays. Such a request is never repeated automatically.
    package var movesMoney: Bool {
        switch self {
        case .authorise, .reverse, .refund, .preauthorise, .book, .partialRelease, .release: true
        case .register, .openPreauthorisations, .turnoverTotals, .endOfDay, .diagnose, .initialise, .logOff, .setClock,
            .enquireStatus, .repeatReceipt, .reprint, .probe:
            false
        }
    }

    /// Whether hearing the request twice has the same effect as hearing it once, so that it may be repeated if nobody
    /// knows whether it was heard.
    package var mayBeRepeated: Bool {
        switch self {
        case .register, .openPreauthorisations, .turnoverTotals, .logOff, .setClock, .enquireStatus, .repeatReceipt,
            .probe:
            true
        case .authorise, .reverse, .refund, .preauthorise, .book, .partialRelease, .release, .endOfDay,
            .diagnose, .initialise, .reprint:
            false
        }
    }

    /// Whether it registers this till.
    package var isRegistration: Bool {
        switch self {
        case .register, .probe(.registration): true
        case .authorise, .reverse, .refund, .preauthorise, .book, .partialRelease, .release,
            .openPreauthorisations, .turnoverTotals, .endOfDay, .diagnose, .initialise, .logOff, .setClock,
            .enquireStatus, .repeatReceipt, .reprint, .probe(.status), .probe(.abort):
            false
        }
    }
}
