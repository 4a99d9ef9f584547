import Foundation
import Model

// The sentences of a reconciliation, each difference with what to do about it.

extension Reconciliation {
    /// An amount of the day in the currency's usual form.
    package func amount(_ minorUnits: Int64) -> Sentence { Self.amount(minorUnits, currency) }

    fileprivate static func amount(_ minorUnits: Int64, _ currency: Currency) -> Sentence {
        let money = Money(minorUnits: minorUnits, currency: currency)
        return Sentence("reconciliation.amount", ["amount": money])
    }

    /// The first line of the report.
    package var headline: Sentence {
        switch verdict {
        case .agrees: Sentence("reconciliation.agrees")
        case .differs: Sentence("reconciliation.differs")
        case .notComparable:
            Sentence("reconciliation.notComparable")
        }
    }

    /// A sentence for each difference, with what to do about it.
    package var advice: [(difference: Difference, sentence: Sentence, correction: Sentence)] {
        differences.map { ($0, $0.inWords.sentence(in: currency), $0.inWords.correction) }
    }

    package var notices: [(remark: Remark, sentence: Sentence)] { remarks.map { ($0, $0.sentence(in: currency)) } }
}

extension Reconciliation.Difference {
    /// The stable code for programs.
    package var word: String {
        switch self {
        case .total: "total"
        case .scheme: "scheme"
        case .terminalContradictsItself: "terminal_contradicts_itself"
        case .notCounted: "not_counted"
        case .mayBeTakenBack: "may_be_taken_back"
        case .mayBeBooked, .mayBePartOfSurplus, .mayBeGivenBack: "may_be_booked"
        case .otherCurrency, .totalsInOtherCurrency: "other_currency"
        case .otherTerminal: "other_terminal"
        case .sinceBackup: "since_backup"
        case .order(_, .paidTwice): "order_paid_twice"
        case .order(_, .notMarkedPaid): "order_not_marked_paid"
        case .order(_, .underpaid): "order_paid_too_little"
        case .order(_, .markedPaidBy): "order_without_payment"
        case .order(_, .unpaidInShop): "shop_says_unpaid"
        case .order(_, .standsThoughGivenBack): "order_given_back"
        }
    }

    /// The number of the receipt that it concerns.
    package var receipt: Int? {
        switch self {
        case .notCounted(let booking), .mayBeTakenBack(let booking), .mayBeBooked(let booking),
            .mayBePartOfSurplus(let booking), .mayBeGivenBack(let booking):
            booking.receipt
        case .sinceBackup(let since): since.receipts.count == 1 ? since.receipts.first : nil
        case .total, .scheme, .terminalContradictsItself, .otherCurrency, .totalsInOtherCurrency, .otherTerminal,
            .order:
            nil
        }
    }

    /// The difference as it is put into words: a refund is not spoken of as a charge that is to be given back.
    fileprivate var inWords: Self {
        if case .mayBeBooked(let booking) = self, booking.isGivenBack { return .mayBeGivenBack(booking) }
        return self
    }

    fileprivate func sentence(in currency: Currency) -> Sentence {
        switch self {
        case .total(let journal, let terminal): sums(Sentence("reconciliation.all"), journal, terminal, currency)
        case .scheme(let scheme, let journal, let terminal): sums(scheme.name, journal, terminal, currency)
        case .terminalContradictsItself(let total, let schemes):
            Sentence(
                "reconciliation.contradictsItself",
                ["total": Reconciliation.amount(total, currency), "schemes": Reconciliation.amount(schemes, currency)])
        case .notCounted(let booking): Sentence("reconciliation.notCounted", ["booking": booking.named(in: currency)])
        case .mayBeTakenBack(let booking):
            Sentence("reconciliation.mayBeTakenBack", ["booking": booking.named(in: currency)])
        case .mayBeBooked(let booking): Sentence("reconciliation.mayBeBooked", ["booking": booking.named(in: currency)])
        case .mayBePartOfSurplus(let booking) where booking.isGivenBack:
            Sentence("reconciliation.mayBeGivenBackBesides", ["booking": booking.named(in: currency)])
        case .mayBePartOfSurplus(let booking):
            Sentence("reconciliation.mayBePartOfSurplus", ["booking": booking.named(in: currency)])
        case .mayBeGivenBack(let booking):
            Sentence("reconciliation.mayBeGivenBack", ["booking": booking.named(in: currency)])
        case .otherCurrency(let payment):
            Sentence("reconciliation.otherCurrency", ["payment": payment])
        case .totalsInOtherCurrency(let its):
            Sentence("reconciliation.totalsInOtherCurrency", ["terminal": its, "journal": currency.code])
        case .otherTerminal(let journal, let terminal):
            Sentence("reconciliation.otherTerminal", ["terminal": terminal, "journal": journal])
        case .sinceBackup(let since): since.sentence(in: currency)
        case .order(let number, let difference): difference.sentence(of: number)
        }
    }

    fileprivate var correction: Sentence {
        switch self {
        case .total, .scheme:
            Sentence("reconciliation.do.compareReceipts")
        case .terminalContradictsItself, .otherTerminal, .totalsInOtherCurrency:
            Sentence("reconciliation.do.askService")
        case .notCounted:
            Sentence("reconciliation.do.lookForEndOfDay")
        case .mayBeTakenBack(let booking):
            Sentence("reconciliation.do.lookForReversal", ["payment": booking.payment])
        case .mayBePartOfSurplus(let booking) where booking.isGivenBack:
            Sentence("reconciliation.do.lookForRefund", ["payment": booking.payment])
        case .mayBeBooked(let booking), .mayBePartOfSurplus(let booking):
            Sentence("reconciliation.do.lookForBooking", ["payment": booking.payment])
        case .mayBeGivenBack(let booking):
            Sentence("reconciliation.do.lookForRefund", ["payment": booking.payment])
        case .otherCurrency(let payment):
            Sentence("reconciliation.do.checkByHand", ["payment": payment])
        case .sinceBackup(let since):
            Sentence(
                "reconciliation.do.compareBackup",
                ["reader": since.terminal, "evidence": Sentence("word.evidence")])
        case .order(let number, let difference): difference.correction(of: number)
        }
    }

    private func sums(_ what: Sentence, _ journal: Int64, _ terminal: Int64, _ currency: Currency) -> Sentence {
        Sentence(
            "reconciliation.sums",
            [
                "what": what, "journal": Reconciliation.amount(journal, currency),
                "terminal": Reconciliation.amount(terminal, currency),
            ])
    }
}

extension Reconciliation.OrderDifference {
    fileprivate func sentence(of order: String) -> Sentence {
        switch self {
        case .paidTwice(let payments, _):
            Sentence(
                "reconciliation.paidTwice",
                ["order": order, "payments": Sentence(all: payments.map { Sentence(stored: $0.rawValue) })])
        case .notMarkedPaid(let payment):
            Sentence("reconciliation.notMarkedPaid", ["payment": payment, "order": order])
        case .underpaid(let payment):
            Sentence("reconciliation.underpaid", ["payment": payment, "order": order])
        case .markedPaidBy(let payment):
            Sentence("reconciliation.markedPaidBy", ["order": order, "payment": payment])
        case .unpaidInShop(let payment):
            Sentence("reconciliation.unpaidInShop", ["payment": payment, "order": order])
        case .standsThoughGivenBack(let payment, let marking):
            Sentence(
                "reconciliation.standsThoughGivenBack", ["payment": payment, "order": order, "marking": marking])
        }
    }

    fileprivate func correction(of order: String) -> Sentence {
        switch self {
        case .paidTwice(_, let doubted?):
            Sentence("reconciliation.do.lookBeforeGivingBack", ["payment": doubted])
        case .paidTwice(let payments, nil):
            Sentence("reconciliation.do.giveOneBack", ["payment": payments.last?.rawValue ?? ""])
        case .notMarkedPaid, .unpaidInShop:
            Sentence("reconciliation.do.markPaid", ["order": order])
        case .underpaid(let payment):
            Sentence("reconciliation.do.giveBack", ["payment": payment])
        case .markedPaidBy(let payment):
            Sentence("reconciliation.do.stillToPay", ["payment": payment, "order": order])
        case .standsThoughGivenBack(let payment, _):
            Sentence("reconciliation.do.giveBackUnlessSold", ["payment": payment, "order": order])
        }
    }
}

extension Reconciliation.Remark {
    /// The stable code for programs.
    package var word: String {
        switch self {
        case .startedAtTerminal, .takenOrGivenBack: "started_at_terminal"
        case .dayEndedByPerson: "day_ended_by_person"
        case .sinceBackup: "since_backup"
        case .inDoubt: "in_doubt"
        case .reservationOpen(let reservation):
            reservation.word
        case .counts: "counts"
        case .shopNotToldYet: "shop_not_told_yet"
        case .paidElsewhere: "paid_elsewhere"
        }
    }

    fileprivate func sentence(in currency: Currency) -> Sentence {
        switch self {
        case .startedAtTerminal(let receipts, let amount): Self.come(Self.started(receipts), to: amount, currency)
        case .takenOrGivenBack(let receipts, let taken, let back):
            Self.come(Self.started(receipts), to: taken, or: back, currency)
        case .sinceBackup(let since): since.sentence(in: currency)
        case .dayEndedByPerson(let day, let receipts, let amount):
            Self.endedByPerson(day, receipts, Reconciliation.amount(amount, currency))
        case .inDoubt(let booking):
            Sentence("reconciliation.inDoubt", ["booking": booking.named(in: currency), "payment": booking.payment])
        case .reservationOpen(let reservation): reservation.sentence
        case .counts(let journal, let terminal):
            Sentence("reconciliation.counts", ["terminal": terminal, "journal": Self.span(journal)])
        case .shopNotToldYet(let order):
            Sentence("reconciliation.shopNotToldYet", ["order": order])
        case .paidElsewhere(let order):
            Sentence("reconciliation.paidElsewhere", ["order": order])
        }
    }

    private static func endedByPerson(_ day: EndOfDayID, _ receipts: [Int], _ amount: Sentence) -> Sentence {
        let numbers = ReceiptSpans(receipts).text
        return receipts.count == 1
            ? Sentence("reconciliation.endedByPersonOne", ["numbers": numbers, "amount": amount, "day": day])
            : Sentence("reconciliation.endedByPersonMany", ["numbers": numbers, "amount": amount, "day": day])
    }

    private static func started(_ receipts: [Int]) -> Sentence {
        let numbers = ReceiptSpans(receipts).text
        return receipts.count == 1
            ? Sentence("reconciliation.startedOne", ["numbers": numbers])
            : Sentence("reconciliation.startedMany", ["numbers": numbers])
    }

    /// Says that these receipts took so much, or gave so much back.
    fileprivate static func come(
        _ started: Sentence, to taken: Int64, or back: Int64, _ currency: Currency
    ) -> Sentence {
        Sentence(
            "reconciliation.startedTakenOrGivenBack",
            [
                "started": started, "taken": Reconciliation.amount(taken, currency),
                "back": Reconciliation.amount(back, currency),
            ])
    }

    fileprivate static func come(_ started: Sentence, to amount: Int64?, _ currency: Currency) -> Sentence {
        guard let amount else { return Sentence("reconciliation.startedUnknown", ["started": started]) }
        guard amount != 0 else { return Sentence("reconciliation.startedNothing", ["started": started]) }
        return Sentence(
            "reconciliation.startedAmount",
            ["started": started, "amount": Reconciliation.amount(amount, currency)])
    }

    private static func span(_ counts: ClosedRange<Int>) -> String {
        counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound)–\(counts.upperBound)"
    }
}

extension Reconciliation.SinceBackup {
    fileprivate func sentence(in currency: Currency) -> Sentence {
        let arguments = ["numbers": numbers, "time": madeAt.formatted(.iso8601)]
        let started =
            receipts.count == 1
            ? Sentence("reconciliation.sinceBackupOne", arguments)
            : Sentence("reconciliation.sinceBackupMany", arguments)
        guard let taken = takenMinor, let back = givenBackMinor else {
            return Reconciliation.Remark.come(started, to: takenMinor, currency)
        }
        return Reconciliation.Remark.come(started, to: taken, or: back, currency)
    }
}

extension ExpectedTotals.OpenReservation {
    fileprivate var word: String {
        if end != nil { return "reservation_ended" }
        return payment == nil ? "reservation_unknown" : "reservation_open"
    }

    /// Says which reservation is open at the terminal, and what to do if it has ended here.
    package var sentence: Sentence {
        let number = receipt.receiptNumber
        guard let payment else {
            return Sentence("reconciliation.reservationUnknown", ["receipt": number])
        }
        guard let end else {
            return Sentence("reconciliation.reservationOpen", ["receipt": number, "payment": payment])
        }
        let arguments: [String: any CustomStringConvertible] = [
            "receipt": number, "reserved": end.named(payment), "end": end.payment,
            "evidence": Sentence("word.evidence"),
        ]
        return end.isStated
            ? Sentence("reconciliation.reservationSaidEnded", arguments)
            : Sentence("reconciliation.reservationEnded", arguments)
    }
}

extension ExpectedTotals.OpenReservation.End {
    fileprivate func named(_ reservation: PaymentID) -> Sentence {
        guard let orderNumber else {
            return Sentence("reconciliation.reserved", ["payment": reservation, "amount": reserved])
        }
        return Sentence(
            "reconciliation.reservedForOrder", ["payment": reservation, "amount": reserved, "order": orderNumber])
    }
}

extension CardScheme {
    /// The scheme's name as the scheme writes it.
    package var name: Sentence {
        switch self {
        case .girocard: Sentence("scheme.girocard")
        case .jcb: Sentence("scheme.jcb")
        case .mastercard: Sentence("scheme.mastercard")
        case .americanExpress: Sentence("scheme.americanExpress")
        case .visa: Sentence("scheme.visa")
        case .diners: Sentence("scheme.diners")
        case .other: Sentence("scheme.other")
        }
    }
}

extension ExpectedTotals.LedgerEntry {
    /// Whether it gives money back.
    fileprivate var isGivenBack: Bool { amountMinor < 0 }

    /// The name of the transaction for use within a sentence.
    fileprivate func named(in currency: Currency) -> Sentence {
        let number = receipt.map { " \($0.receiptNumber)" } ?? ""
        let amount = Reconciliation.amount(amountMinor, self.currency ?? currency)
        return Sentence("reconciliation.booking", ["receipt": number, "amount": amount, "payment": payment])
    }
}

extension Int {
    /// The receipt number with four digits, as it is printed.
    var receiptNumber: String {
        String(repeating: "0", count: Swift.max(0, 4 - String(self).count)) + String(self)
    }
}
