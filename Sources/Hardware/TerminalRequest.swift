import Model

/// What a terminal can be asked for. Every terminal answers every one of them, if only with a refusal.
package enum TerminalRequest: Hashable, Sendable {
    /// Announces this till: we print, we are told progress, which commands we allow (ZVT `06 00`).
    case register(Currency)
    /// Takes a payment (ZVT `06 01`).
    case authorise(Money)
    /// Takes a booked payment back, whole, by its receipt number (ZVT `06 30`). Without the card.
    case reverse(receipt: Int, Money)
    /// Pays back to the card that is presented; the terminal knows of no payment it belongs to (ZVT `06 31`).
    case refund(Money)
    /// Reserves an amount on a card; nothing is charged (ZVT `06 22`). `Preauthorisation` names what its result tells.
    case preauthorise(Money)
    /// Charges the used part of a reservation and frees the rest (ZVT `06 24`).
    case book(Preauthorisation, Money)
    /// Frees the unused part of a reservation, which charges the rest (ZVT `06 23`).
    case releasePart(Preauthorisation, unused: Money)
    /// Frees a reservation of this amount; nothing is charged (ZVT `06 25`).
    case reversePreauthorisation(Preauthorisation, Money)
    /// Asks which reservations are open (ZVT `06 23` with receipt `FFFF`). An answer names one or several; only one
    /// that names none says that no more are open.
    case openPreauthorisations
    /// Asks for the totals since the last end of day, and changes nothing (ZVT `06 10`).
    case turnoverTotals
    /// Delivers the turnover to the host and begins a new day (ZVT `06 50`).
    case endOfDay
    /// Has the terminal call its host or tell of itself (ZVT `06 70`).
    case diagnose(Diagnosis)
    /// Has the terminal fetch its keys and begin anew at its host (ZVT `06 93`).
    case initialise
    /// Takes back what `register` announced (ZVT `06 02`).
    case logOff
    /// Sets the terminal's clock (ZVT `06 91`).
    case setClock(TerminalClock)
    /// Asks for the terminal's state (ZVT `05 01`).
    case enquireStatus
    /// Asks for the last transaction once more, without paper (ZVT `06 20`, service byte 03).
    case repeatReceipt
    /// Asks for a receipt's text once more, with or without the result it belongs to (ZVT `06 20`, service byte 01, 00).
    case reprint(RepeatedReceipt, withResult: Bool)
    /// Asks in one particular way, to find out whether the terminal understands it.
    case probe(TerminalProbe)

    /// Whether it may change what a cardholder pays. Such a request is never sent a second time by itself.
    package var movesMoney: Bool {
        switch self {
        case .authorise, .reverse, .refund, .preauthorise, .book, .releasePart, .reversePreauthorisation: true
        case .register, .openPreauthorisations, .turnoverTotals, .endOfDay, .diagnose, .initialise, .logOff, .setClock,
            .enquireStatus, .repeatReceipt, .reprint, .probe:
            false
        }
    }

    /// Whether it comes to the same when a terminal hears it twice: it may be asked again where nobody knows whether it
    /// was heard.
    package var mayBeRepeated: Bool {
        switch self {
        case .register, .openPreauthorisations, .turnoverTotals, .logOff, .setClock, .enquireStatus, .repeatReceipt,
            .probe:
            true
        case .authorise, .reverse, .refund, .preauthorise, .book, .releasePart, .reversePreauthorisation, .endOfDay,
            .diagnose, .initialise, .reprint:
            false
        }
    }

    /// Whether it announces this till.
    package var isRegistration: Bool {
        switch self {
        case .register, .probe(.registration): true
        case .authorise, .reverse, .refund, .preauthorise, .book, .releasePart, .reversePreauthorisation,
            .openPreauthorisations, .turnoverTotals, .endOfDay, .diagnose, .initialise, .logOff, .setClock,
            .enquireStatus, .repeatReceipt, .reprint, .probe(.status), .probe(.abort):
            false
        }
    }
}

/// One way among several to ask a terminal something.
package enum TerminalProbe: Hashable, Sendable {
    /// `register`, with so much announced.
    case registration(Currency, TerminalProfile.Registration, wish: TerminalProfile.CharacterSet?)
    case status(withPassword: Bool)
    /// Aborts nothing: only while no request runs (ZVT `06 B0`).
    case abort
}

/// What a terminal examines (ZVT tag 1B).
package enum Diagnosis: UInt8, Hashable, Sendable, CaseIterable {
    /// Calls the host, no more.
    case line = 1
    case extended = 2
    /// Fetches the configuration.
    case configuration = 3
    /// Fetches the parameters for chip cards.
    case emvConfiguration = 4
    case ep2Configuration = 5
}

/// Which receipt a terminal is to tell again (ZVT tag 1F01).
package enum RepeatedReceipt: UInt8, Hashable, Sendable, CaseIterable {
    case last = 1
    case merchant = 2
    case customer = 3
    case endOfDay = 4
    case journal = 5
    case reconciliation = 6
}

/// A date and time as terminals have them: local, without a zone, from 2000 to 2099.
package struct TerminalClock: Hashable, Sendable {
    package let year, month, day, hour, minute, second: Int

    /// Nil for what no calendar and no clock shows; the length of a month is not looked at.
    package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard 2000...2099 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
        guard 0..<24 ~= hour, 0..<60 ~= minute, 0...60 ~= second else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }
}
