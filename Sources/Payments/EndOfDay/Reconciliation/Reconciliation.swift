import Flow
import Model

/// Compares the three books of a day: the journal, the terminal's totals, and the orders. It is a value and never hides
/// a difference.
package struct Reconciliation: Hashable, Codable, Sendable {
    package enum Verdict: String, Hashable, Codable, Sendable, CaseIterable {
        case agrees, differs
        /// The terminal told no totals.
        case notComparable
    }

    /// One scheme in both books. The journal's side leaves out cards that terminals count differently.
    package struct SchemeLine: Hashable, Codable, Sendable {
        package let scheme: CardScheme
        package let journalCount: Int
        package let journalMinor: Int64
        package let terminalCount: Int
        package let terminalMinor: Int64
    }

    /// A contradiction between two books.
    package enum Difference: Hashable, Codable, Sendable {
        case total(journal: Int64, terminal: Int64)
        case scheme(CardScheme, journal: Int64, terminal: Int64)
        /// The terminal's own sum differs from the sum of its schemes.
        case terminalContradictsItself(total: Int64, schemes: Int64)
        /// The journal has it, and it is not among the receipts that the terminal counted.
        case notCounted(ExpectedTotals.LedgerEntry)
        /// The journal has it, and the terminal's sum is too small by its amount.
        case mayBeTakenBack(ExpectedTotals.LedgerEntry)
        /// The journal has it as failed or in doubt, and the terminal's sum is too great by its amount.
        case mayBeBooked(ExpectedTotals.LedgerEntry)
        /// The journal has it as not charged, and it may have been booked later: the terminal's sum is too great by more
        /// than its amount, and other transactions may be the rest.
        case mayBePartOfSurplus(ExpectedTotals.LedgerEntry)
        /// The journal has it as failed or in doubt. The terminal's sum, which has no sign, fits if it was given back.
        case mayBeGivenBack(ExpectedTotals.LedgerEntry)
        case otherCurrency(PaymentID)
        /// The terminal's totals are in that currency, and the journal's day is not.
        case totalsInOtherCurrency(String)
        case otherTerminal(journal: String, terminal: String)
        /// The journal does not have them, and this till may have made them: nobody has compared the terminal's journal since
        /// the data were restored.
        case sinceBackup(SinceBackup)
        case order(String, OrderDifference)
    }

    /// How an order contradicts its payments.
    package enum OrderDifference: Hashable, Codable, Sendable {
        /// The payment by which the order is marked as paid is first; the last one is to be given back, unless the terminal
        /// said of one of them that it was taken back before.
        case paidTwice(by: [PaymentID], saidTakenBack: PaymentID? = nil)
        /// This payment pays the order, which is not marked as paid.
        case notMarkedPaid(PaymentID)
        /// This payment stands with too little to pay the order.
        case underpaid(PaymentID)
        /// The order is marked as paid by this payment, which was given back or not approved.
        case markedPaidBy(PaymentID)
        /// This payment pays the order, the shop was told, and the shop shows it as unpaid.
        case unpaidInShop(PaymentID)
        /// This payment stands for the order, which is marked as paid by another one that was given back since: the order
        /// counts as refunded.
        case standsThoughGivenBack(PaymentID, markedBy: PaymentID)
    }

    /// Something a person should know that is no contradiction.
    package enum Remark: Hashable, Codable, Sendable {
        /// Receipts that the journal does not know. The amount is their sum, if it is certain: the terminal then counts
        /// exactly that much more than the journal.
        case startedAtTerminal(receipts: [Int], amountMinor: Int64?)
        /// Receipts that the journal does not know. The terminal's sum, which has no sign, means that so much was taken
        /// there, or that so much was given back.
        case takenOrGivenBack(receipts: [Int], takenMinor: Int64, givenBackMinor: Int64)
        /// Receipts that have the numbers of what this till booked on an earlier day, with the sum of that. A person called
        /// that day ended, and the terminal may not have ended it.
        case dayEndedByPerson(EndOfDayID, receipts: [Int], amountMinor: Int64)
        /// Receipts that the journal does not know. This till may have made them after the backup from which its data are.
        case sinceBackup(SinceBackup)
        case inDoubt(ExpectedTotals.LedgerEntry)
        case reservationOpen(ExpectedTotals.OpenReservation)
        /// The sums agree and the numbers of transactions differ.
        case counts(journal: ClosedRange<Int>, terminal: Int)
        case shopNotToldYet(order: String)
        /// The shop shows the order as paid, and no payment of this till pays it.
        case paidElsewhere(order: String)
    }

    package let currency: Currency
    package let verdict: Verdict
    package let journalMinor: Int64
    package let journalCount: Int
    /// The terminal's sum in minor units; nil if it told none.
    package let terminalMinor: Int64?
    package let terminalCount: Int?
    package let firstReceipt: Int?
    package let lastReceipt: Int?
    /// The schemes with a transaction in either book.
    package let schemes: [SchemeLine]
    /// The transactions of the journal, by receipt number.
    package let bookings: [ExpectedTotals.LedgerEntry]
    package let differences: [Difference]
    package let remarks: [Remark]
}

extension Reconciliation {
    /// Whether the terminal told its totals by scheme.
    package var tellsSchemes: Bool { terminalCount != nil }

    /// Compares the books. Without totals the verdict is never `agrees`; it is `differs` only if the orders or
    /// currencies do.
    ///
    /// - Parameter terminalID: the terminal's own id from its registration.
    package init(
        _ day: ExpectedTotals, _ totals: TerminalTotals?, _ orders: [OrderReconciliation], terminalID: String? = nil
    ) {
        let books = Books(day: day, totals: totals ?? TerminalTotals(), terminalID: terminalID)
        currency = day.currency
        journalMinor = day.netMinor
        journalCount = day.bookings.count
        terminalMinor = books.terminalMinor
        terminalCount = books.terminalCount
        firstReceipt = books.range == nil ? nil : totals?.firstReceipt
        lastReceipt = books.range == nil ? nil : totals?.lastReceipt
        schemes = books.lines.filter { $0.journalCount + $0.terminalCount > 0 || $0.terminalMinor != 0 }
        bookings = day.bookings.sorted { ($0.receipt ?? 0) < ($1.receipt ?? 0) }
        let told = books.remarks.flatMap { $0.naming(day.endedByPersons) }.map { $0.naming(day.backup) }
        differences =
            books.differences + told.compactMap { $0.difference(day.backup) } + orders.flatMap(\.differences)
        remarks =
            told.filter { $0.difference(day.backup) == nil } + day.openReservations.map(Remark.reservationOpen)
            + orders.flatMap(\.remarks)
        verdict =
            if !differences.isEmpty { .differs } else if books.terminalMinor == nil { .notComparable } else { .agrees }
    }
}

extension OrderReconciliation {
    fileprivate var differences: [Reconciliation.Difference] {
        var found: [Reconciliation.OrderDifference] = []
        if standing.count > 1 {
            let ordered = standing.filter(isMarking) + standing.filter { !isMarking($0) }
            found.append(.paidTwice(by: ordered, saidTakenBack: saidTakenBack))
        }
        let paying = standing.first { !underpaid.contains($0) } ?? standing.first
        switch (paidBy, paying) {
        case (nil, let payment?) where underpaid.contains(payment): found.append(.underpaid(payment))
        case (nil, let payment?): found.append(.notMarkedPaid(payment))
        case (let marked?, _) where !approved.contains(marked): found.append(.markedPaidBy(marked))
        case (let marked?, let payment?) where !standing.contains(marked):
            found.append(.standsThoughGivenBack(payment, markedBy: marked))
        default: break
        }
        if let payment = paying, !underpaid.contains(payment), shopWasTold, shopStatus?.awaitsPayment == true {
            found.append(.unpaidInShop(payment))
        }
        return found.map { .order(number, $0) }
    }

    private func isMarking(_ payment: PaymentID) -> Bool { payment == paidBy }

    fileprivate var remarks: [Reconciliation.Remark] {
        if !shopWasTold { return [.shopNotToldYet(order: number)] }
        guard approved.isEmpty, paidBy == nil, let shopStatus, Self.paid.contains(shopStatus) else { return [] }
        return [.paidElsewhere(order: number)]
    }

    private static let paid: [OrderStatus] = [.processing, .completed]
}
