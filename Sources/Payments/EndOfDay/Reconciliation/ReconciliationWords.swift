import Model

// What a reconciliation says, in plain sentences, each difference with what to do about it.

extension Reconciliation {
    /// A whole amount of the day, as people write it.
    package func amount(_ minorUnits: Int64) -> BilingualText { Self.amount(minorUnits, currency) }

    fileprivate static func amount(_ minorUnits: Int64, _ currency: Currency) -> BilingualText {
        let money = Money(minorUnits: minorUnits, currency: currency)
        return BilingualText("\(money)", "\(money.formatted(separator: ",")) \(currency.code)")
    }

    /// The first line of the report.
    package var headline: BilingualText {
        switch verdict {
        case .agrees: BilingualText("The three books agree.", "Die drei Bücher stimmen überein.")
        case .differs: BilingualText("The books differ.", "Die Bücher weichen voneinander ab.")
        case .notComparable:
            BilingualText(
                "The terminal told no totals, so nothing could be compared.",
                "Das Terminal hat keine Summen genannt; es gab nichts zu vergleichen.")
        }
    }

    /// A sentence for each difference, and what to do.
    package var advice: [(difference: Difference, sentence: BilingualText, correction: BilingualText)] {
        differences.map { ($0, $0.sentence(in: currency), $0.correction) }
    }

    package var notices: [(remark: Remark, sentence: BilingualText)] { remarks.map { ($0, $0.sentence(in: currency)) } }
}

extension Reconciliation.Difference {
    /// Stable word for programs.
    package var word: String {
        switch self {
        case .total: "total"
        case .scheme: "scheme"
        case .terminalContradictsItself: "terminal_contradicts_itself"
        case .notCounted: "not_counted"
        case .mayBeTakenBack: "may_be_taken_back"
        case .mayBeBooked: "may_be_booked"
        case .otherCurrency: "other_currency"
        case .otherTerminal: "other_terminal"
        case .order(_, .paidTwice): "order_paid_twice"
        case .order(_, .notMarkedPaid): "order_not_marked_paid"
        case .order(_, .underpaid): "order_paid_too_little"
        case .order(_, .markedPaidBy): "order_without_payment"
        case .order(_, .unpaidInShop): "shop_says_unpaid"
        }
    }

    /// The receipt it is about.
    package var receipt: Int? {
        switch self {
        case .notCounted(let booking), .mayBeTakenBack(let booking), .mayBeBooked(let booking): booking.receipt
        case .total, .scheme, .terminalContradictsItself, .otherCurrency, .otherTerminal, .order: nil
        }
    }

    fileprivate func sentence(in currency: Currency) -> BilingualText {
        switch self {
        case .total(let journal, let terminal): sums(BilingualText("All", "Alles"), journal, terminal, currency)
        case .scheme(let scheme, let journal, let terminal): sums(scheme.name, journal, terminal, currency)
        case .terminalContradictsItself(let total, let schemes):
            saying(total, schemes, currency) {
                BilingualText(
                    "The terminal's sum is \($0.0), that of its schemes \($1.0).",
                    "Das Terminal nennt als Summe \($0.1), seine Kartenarten ergeben \($1.1).")
            }
        case .notCounted(let booking):
            booking.named(in: currency) {
                BilingualText("\($0): the terminal does not count it.", "\($1): Das Terminal zählt ihn nicht mit.")
            }
        case .mayBeTakenBack(let booking):
            booking.named(in: currency) {
                BilingualText(
                    "\($0) stands in the journal; it is what the terminal's sum lacks.",
                    "\($1) steht im Journal; genau so viel fehlt in der Summe des Terminals.")
            }
        case .mayBeBooked(let booking):
            booking.named(in: currency) {
                BilingualText(
                    "\($0) does not stand in the journal; it is what the terminal's sum has too much.",
                    "\($1) gilt im Journal nicht; genau so viel hat das Terminal zu viel.")
            }
        case .otherCurrency(let payment):
            BilingualText(
                "Payment \(payment) is in another currency than the terminal counts in.",
                "Zahlung \(payment) hat eine andere Währung als die Summen des Terminals.")
        case .otherTerminal(let journal, let terminal):
            BilingualText(
                "The totals are of terminal \(terminal), the journal's day is of terminal \(journal).",
                "Die Summen sind von Terminal \(terminal), der Tag im Journal ist von Terminal \(journal).")
        case .order(let number, let difference): difference.sentence(of: number)
        }
    }

    fileprivate var correction: BilingualText {
        switch self {
        case .total, .scheme:
            BilingualText(
                "compare the receipts below with the terminal's own journal",
                "die Belege unten mit dem Journal des Terminals vergleichen")
        case .terminalContradictsItself, .otherTerminal:
            BilingualText("ask whoever services the terminal", "den Service des Terminals fragen")
        case .notCounted:
            BilingualText(
                "look for an end of day that was started at the terminal itself; the receipt belongs to it",
                "nach einem Kassenschnitt suchen, der am Terminal gestartet wurde; dorthin gehört der Beleg")
        case .mayBeTakenBack(let booking):
            BilingualText(
                "look whether it was reversed at the terminal; then its order is not paid (till why \(booking.payment))",
                "prüfen, ob er am Terminal storniert wurde; dann ist nicht bezahlt (till why \(booking.payment))")
        case .mayBeBooked(let booking):
            BilingualText(
                "look for it in the terminal's journal; if it is booked, give it back (till why \(booking.payment))",
                "im Journal des Terminals suchen; ist es gebucht, erstatten (till why \(booking.payment))")
        case .otherCurrency(let payment):
            BilingualText("check it by hand: till why \(payment)", "von Hand prüfen: till why \(payment)")
        case .order(let number, let difference): difference.correction(of: number)
        }
    }

    private func sums(_ what: BilingualText, _ journal: Int64, _ terminal: Int64, _ currency: Currency) -> BilingualText
    {
        saying(journal, terminal, currency) { journal, terminal in
            BilingualText(
                "\(what.text(in: .en)): \(journal.0) in the journal, \(terminal.0) at the terminal.",
                "\(what.text(in: .de)): \(journal.1) im Journal, \(terminal.1) am Terminal.")
        }
    }

    private func saying(
        _ one: Int64, _ other: Int64, _ currency: Currency, _ say: ((String, String), (String, String)) -> BilingualText
    ) -> BilingualText {
        let amounts = [one, other].map { Reconciliation.amount($0, currency).both }
        return say(amounts[0], amounts[1])
    }
}

extension Reconciliation.OrderDifference {
    fileprivate func sentence(of order: String) -> BilingualText {
        switch self {
        case .paidTwice(let payments):
            BilingualText(
                "Order \(order) is paid by \(Self.list(payments, " and ")).",
                "Bestellung \(order) ist bezahlt durch \(Self.list(payments, " und ")).")
        case .notMarkedPaid(let payment):
            BilingualText(
                "Payment \(payment) stands, and order \(order) is not marked as paid.",
                "Zahlung \(payment) steht, Bestellung \(order) gilt nicht als bezahlt.")
        case .underpaid(let payment):
            BilingualText(
                "Payment \(payment) stands for order \(order) with too little, so the order is not paid.",
                "Zahlung \(payment) steht für Bestellung \(order), reicht aber nicht; die Bestellung ist nicht bezahlt."
            )
        case .markedPaidBy(let payment):
            BilingualText(
                "Order \(order) is marked as paid by \(payment), which does not stand.",
                "Bestellung \(order) gilt als bezahlt durch \(payment); diese Zahlung steht nicht.")
        case .unpaidInShop(let payment):
            BilingualText(
                "Payment \(payment) stands and the shop was told; it says that order \(order) is not paid.",
                "Zahlung \(payment) steht und wurde dem Shop gemeldet; er führt Bestellung \(order) als unbezahlt.")
        }
    }

    fileprivate func correction(of order: String) -> BilingualText {
        switch self {
        case .paidTwice(let payments):
            BilingualText(
                "give one back: till refund \(payments.last?.rawValue ?? "")",
                "eine davon erstatten: till refund \(payments.last?.rawValue ?? "")")
        case .notMarkedPaid, .unpaidInShop:
            BilingualText(
                "mark order \(order) as paid in the shop", "Bestellung \(order) im Shop als bezahlt eintragen")
        case .underpaid(let payment):
            BilingualText("give it back: till refund \(payment)", "erstatten: till refund \(payment)")
        case .markedPaidBy(let payment):
            BilingualText(
                "see till why \(payment); order \(order) is to be paid still",
                "siehe till why \(payment); Bestellung \(order) ist noch zu bezahlen")
        }
    }

    private static func list(_ payments: [PaymentID], _ and: String) -> String {
        payments.map(\.rawValue).joined(separator: and)
    }
}

extension Reconciliation.Remark {
    /// Stable word for programs.
    package var word: String {
        switch self {
        case .startedAtTerminal: "started_at_terminal"
        case .inDoubt: "in_doubt"
        case .reservationOpen(let reservation):
            reservation.payment == nil ? "reservation_unknown" : "reservation_open"
        case .counts: "counts"
        case .shopNotToldYet: "shop_not_told_yet"
        case .paidElsewhere: "paid_elsewhere"
        }
    }

    fileprivate func sentence(in currency: Currency) -> BilingualText {
        switch self {
        case .startedAtTerminal(let receipts, let amount): Self.started(receipts, amount, currency)
        case .inDoubt(let booking):
            booking.named(in: currency) {
                BilingualText(
                    "\($0) is in doubt: till why \(booking.payment)", "\($1) ist ungeklärt: till why \(booking.payment)"
                )
            }
        case .reservationOpen(let reservation): reservation.sentence
        case .counts(let journal, let terminal):
            BilingualText(
                "The terminal counts \(terminal) payments, the journal \(Self.span(journal)); the sums agree.",
                "Das Terminal zählt \(terminal) Zahlungen, das Journal \(Self.span(journal)); die Summen stimmen.")
        case .shopNotToldYet(let order):
            BilingualText(
                "The shop has not been told yet what became of order \(order).",
                "Der Shop weiß noch nicht, was aus Bestellung \(order) geworden ist.")
        case .paidElsewhere(let order):
            BilingualText(
                "The shop says that order \(order) is paid, by no payment of this till.",
                "Der Shop führt Bestellung \(order) als bezahlt, durch keine Zahlung dieser Kasse.")
        }
    }

    private static func started(_ receipts: [Int], _ amount: Int64?, _ currency: Currency) -> BilingualText {
        let numbers = ReceiptSpans(receipts).text
        let (english, german) = receipts.count == 1 ? ("Receipt", "Beleg") : ("Receipts", "Belege")
        let (en, de) = ("\(english) \(numbers): started at the terminal", "\(german) \(numbers): am Terminal gestartet")
        guard let amount else { return BilingualText("\(en), amount not known.", "\(de), Betrag unbekannt.") }
        guard amount != 0 else { return BilingualText("\(en), no turnover.", "\(de), ohne Umsatz.") }
        let both = Reconciliation.amount(amount, currency).both
        return BilingualText("\(en), \(both.0) together.", "\(de), zusammen \(both.1).")
    }

    private static func span(_ counts: ClosedRange<Int>) -> String {
        counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound)–\(counts.upperBound)"
    }
}

extension ExpectedTotals.OpenReservation {
    fileprivate var sentence: BilingualText {
        let number = receipt.receiptNumber
        guard let payment else {
            return BilingualText(
                "Receipt \(number): a reservation that is open at the terminal, and that this till does not know.",
                "Beleg \(number): eine Reservierung, die am Terminal offen ist und die diese Kasse nicht kennt.")
        }
        return BilingualText(
            "Receipt \(number): the reservation \(payment) is open at the terminal: till why \(payment)",
            "Beleg \(number): Die Reservierung \(payment) ist am Terminal offen: till why \(payment)")
    }
}

extension CardScheme {
    /// As the schemes write themselves.
    package var name: BilingualText {
        switch self {
        case .girocard: BilingualText("girocard", "girocard")
        case .jcb: BilingualText("JCB", "JCB")
        case .mastercard: BilingualText("Mastercard", "Mastercard")
        case .americanExpress: BilingualText("American Express", "American Express")
        case .visa: BilingualText("Visa", "Visa")
        case .diners: BilingualText("Diners", "Diners")
        case .other: BilingualText("Others", "Sonstige")
        }
    }
}

extension BilingualText {
    fileprivate var both: (String, String) { (text(in: .en), text(in: .de)) }
}

extension ExpectedTotals.LedgerEntry {
    /// What it is, for a sentence in each language.
    fileprivate func named(in currency: Currency, _ say: (String, String) -> BilingualText) -> BilingualText {
        let amount = Reconciliation.amount(amountMinor, currency).both
        let number = receipt.map { " \($0.receiptNumber)" } ?? ""
        return say("Receipt\(number) (\(amount.0), \(payment))", "Beleg\(number) (\(amount.1), \(payment))")
    }
}

extension Int {
    /// Four digits, as it is on paper.
    var receiptNumber: String {
        String(repeating: "0", count: Swift.max(0, 4 - String(self).count)) + String(self)
    }
}
