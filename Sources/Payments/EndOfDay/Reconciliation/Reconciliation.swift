import Flow
import Model

/// The three books of a day held against each other: the journal, the terminal's totals, the orders. A value; nothing in it
/// is ever made equal that is not.
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

    /// What cannot be true at once.
    package enum Difference: Hashable, Codable, Sendable {
        case total(journal: Int64, terminal: Int64)
        case scheme(CardScheme, journal: Int64, terminal: Int64)
        /// The terminal's own sum is not that of its schemes.
        case terminalContradictsItself(total: Int64, schemes: Int64)
        /// It stands in the journal, and is not among the receipts that the terminal counted.
        case notCounted(ExpectedTotals.LedgerEntry)
        /// It stands in the journal, and its amount is what the terminal's sum lacks.
        case mayBeTakenBack(ExpectedTotals.LedgerEntry)
        /// It failed or is in doubt by the journal, and its amount is what the terminal's sum has too much.
        case mayBeBooked(ExpectedTotals.LedgerEntry)
        case otherCurrency(PaymentID)
        case otherTerminal(journal: String, terminal: String)
        case order(String, OrderDifference)
    }

    /// How what is said of an order contradicts its payments.
    package enum OrderDifference: Hashable, Codable, Sendable {
        case paidTwice(by: [PaymentID])
        /// This payment stands for it.
        case notMarkedPaid(PaymentID)
        /// This payment stands for it, and was booked with too little to pay it.
        case underpaid(PaymentID)
        /// By a payment that does not stand.
        case markedPaidBy(PaymentID)
        /// This payment stands for it, and the shop was told.
        case unpaidInShop(PaymentID)
    }

    /// What should be known, and contradicts nothing.
    package enum Remark: Hashable, Codable, Sendable {
        /// Receipts which the journal does not know. The amount is what they come to together, where that follows: the
        /// terminal counts exactly so much more than the journal.
        case startedAtTerminal(receipts: [Int], amountMinor: Int64?)
        case inDoubt(ExpectedTotals.LedgerEntry)
        case reservationOpen(ExpectedTotals.OpenReservation)
        /// The sums agree, and how many there were does not.
        case counts(journal: ClosedRange<Int>, terminal: Int)
        case shopNotToldYet(order: String)
        /// The shop says that it is paid, and no payment of this till stands for it.
        case paidElsewhere(order: String)
    }

    package let currency: Currency
    package let verdict: Verdict
    package let journalMinor: Int64
    package let journalCount: Int
    /// Nil where the terminal told none.
    package let terminalMinor: Int64?
    package let terminalCount: Int?
    package let firstReceipt: Int?
    package let lastReceipt: Int?
    /// Schemes with anything in either book.
    package let schemes: [SchemeLine]
    /// What stands in the journal, by receipt number.
    package let bookings: [ExpectedTotals.LedgerEntry]
    package let differences: [Difference]
    package let remarks: [Remark]
}

extension Reconciliation {
    /// Whether the terminal told what it counts of each scheme. Where it did not, its side of a scheme is not known.
    package var tellsSchemes: Bool { terminalCount != nil }

    /// - Parameter terminalID: the terminal's own id as it registered.
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
        differences = books.differences + orders.flatMap(\.differences)
        remarks = books.remarks + day.openReservations.map(Remark.reservationOpen) + orders.flatMap(\.remarks)
        verdict =
            if !differences.isEmpty { .differs } else if books.terminalMinor == nil { .notComparable } else { .agrees }
    }
}

extension OrderReconciliation {
    fileprivate var differences: [Reconciliation.Difference] {
        var found: [Reconciliation.OrderDifference] = []
        if standing.count > 1 { found.append(.paidTwice(by: standing)) }
        switch (paidBy, standing.first) {
        case (nil, let payment?) where payment == underpaidBy: found.append(.underpaid(payment))
        case (nil, let payment?): found.append(.notMarkedPaid(payment))
        case (let marked?, _) where !approved.contains(marked): found.append(.markedPaidBy(marked))
        default: break
        }
        if let payment = standing.first, payment != underpaidBy, shopWasTold, shopStatus?.awaitsPayment == true {
            found.append(.unpaidInShop(payment))
        }
        return found.map { .order(number, $0) }
    }

    fileprivate var remarks: [Reconciliation.Remark] {
        if !shopWasTold { return [.shopNotToldYet(order: number)] }
        guard approved.isEmpty, paidBy == nil, let shopStatus, Self.paid.contains(shopStatus) else { return [] }
        return [.paidElsewhere(order: number)]
    }

    private static let paid: [OrderStatus] = [.processing, .completed]
}
