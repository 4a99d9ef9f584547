import Flow
import Foundation
import Model
import Storage

/// Reads the transactions of a terminal's day in one transaction of the storage. The facts of a payment are read once in it,
/// because within a transaction they do not change.
struct DayReading {
    /// How many facts are read from the journal at a time.
    private static let page = 1_000

    private final class Facts {
        var read: [PaymentID: ToldPayment?] = [:]
    }

    let terminal: TerminalName
    let reader: any StorageReader
    /// Payments that were decoded in earlier transactions.
    private let told: ToldPayments
    private let facts = Facts()

    init(terminal: TerminalName, reader: any StorageReader, told: ToldPayments = ToldPayments()) {
        self.terminal = terminal
        self.reader = reader
        self.told = told
    }

    private func facts(of payment: PaymentID) throws(StorageError) -> ToldPayment? {
        if let read = facts.read[payment] { return read }
        let read = try told.payment(payment, in: reader)
        facts.read[payment] = .some(read)
        return read
    }

    /// Every payment that was begun on the terminal between these facts of the journal, oldest first. None of an
    /// earlier day is open when a day ends, so a payment belongs to the day in which it began. Throws
    /// `journal.contradicted` if a row of the payments table differs from the journal.
    func payments(since sequence: Int64, through end: Int64 = .max) throws(StorageError) -> [PaymentRecord] {
        let journalled = JournalledPayments(reader: reader, told: told)
        var payments: [PaymentRecord] = []
        for (id, _) in try intents(since: sequence, through: end) {
            if let payment = try journalled.payment(id, told: facts(of: id)) { payments.append(payment) }
        }
        return payments
    }

    /// Every payment that was begun between these facts, as it was when it began, by the journal alone.
    func begun(since sequence: Int64, through end: Int64 = .max) throws(StorageError) -> [PaymentRecord] {
        try intents(since: sequence, through: end).map(\.begun)
    }

    private func intents(
        since sequence: Int64, through end: Int64
    ) throws(StorageError) -> [(id: PaymentID, begun: PaymentRecord)] {
        var begun: [(id: PaymentID, begun: PaymentRecord)] = []
        var next = sequence
        while true {
            let entries = try reader.journalIntents(after: next, limit: Self.page)
            guard let last = entries.last, next < end else { return begun }
            for entry in entries where entry.sequence <= end {
                guard let id = entry.payment, let intended = try told.payment(begunBy: entry),
                    terminal.holds(intended)
                else { continue }
                begun.append((id, intended))
            }
            next = last.sequence
        }
    }

    /// The currency of a day with these payments: that of the last one that is booked, or else of the last one in doubt.
    /// Nil if there is none. What was not charged does not tell in which currency the terminal counts.
    static func currency(of payments: [PaymentRecord]) -> Currency? {
        let counted = payments.last { $0.stands && !$0.kind.onlyHolds } ?? payments.last { $0.isOpen }
        return counted?.amount.currency
    }

    /// The totals that these payments make in that currency. Money that stands in another one is set apart.
    func day(of payments: [PaymentRecord], in currency: Currency) throws(StorageError) -> ExpectedTotals {
        var day = ExpectedTotals(currency: currency)
        for payment in payments {
            let facts = try self.facts(of: payment.id)
            if let before = facts?.before { day.known.insert(before) }
            let told = try told(of: payment)
            let receipts = told.compactMap(\.receiptNumber)
            day.knownReceipts.formUnion(receipts)
            day.attempts.append(
                ExpectedTotals.Attempt(
                    receipts: receipts, isUntold: receipts.isEmpty && !payment.isOpen && !payment.stands))
            guard payment.isOpen || !payment.kind.onlyHolds else { continue }
            let booking = try booking(payment, told, in: currency)
            let (isForeign, isLate) = (booking.currency != nil, facts?.lateAfter != nil)
            if payment.isOpen {
                day.open.append(booking)
            } else if payment.stands, isForeign {
                day.foreign.append(payment.id)
            } else if payment.stands {
                day.bookings.append(booking)
                day.lastBooked = payment.approval?.timestamp ?? day.lastBooked
            } else if !isForeign || isLate {
                day.failed.append(booking)
                day.mayBeLate[payment.id] = facts?.lateAfter
                if facts?.isStated == true { day.stated.insert(payment.id) }
            }
        }
        return day
    }

    /// What was booked between these facts, by the journal alone.
    func booked(
        since sequence: Int64, through end: Int64, in currency: Currency
    ) throws(StorageError) -> [ExpectedTotals.LedgerEntry] {
        var booked: [ExpectedTotals.LedgerEntry] = []
        for (id, _) in try intents(since: sequence, through: end) {
            guard let payment = try facts(of: id)?.record, payment.stands, !payment.kind.onlyHolds else { continue }
            booked.append(try booking(payment, told(of: payment), in: currency))
        }
        return booked
    }

    private func booking(
        _ payment: PaymentRecord, _ told: [TransactionResult], in currency: Currency
    ) throws(StorageError) -> ExpectedTotals.LedgerEntry {
        let result = payment.approval ?? told.last
        let original = try payment.original.flatMap { id throws(StorageError) in try reader.payment(id: id) }
        let amount = payment.amount.minorUnits
        return ExpectedTotals.LedgerEntry(
            payment: payment.id, receipt: result?.receiptNumber, scheme: result?.scheme ?? original?.approval?.scheme,
            amountMinor: payment.kind.takesMoney ? amount : payment.kind.onlyHolds ? 0 : -amount,
            currency: payment.amount.currency == currency ? nil : payment.amount.currency,
            orderNumber: try payment.order.map { order throws(StorageError) in try number(of: order, payment) })
    }

    private func number(of order: OrderID, _ payment: PaymentRecord) throws(StorageError) -> String {
        if let number = try facts(of: payment.id)?.orderNumber { return number }
        return try reader.number(of: order, at: payment.site)
    }

    private func told(of payment: PaymentRecord) throws(StorageError) -> [TransactionResult] {
        let told = try facts(of: payment.id)?.results ?? []
        return told + [payment.approval].compactMap { $0 }
    }

    // MARK: Orders

    /// Returns what the journal, the outbox and the shop say of each order of these payments, once for each order.
    ///
    /// - Parameter statuses: the orders' statuses in the shop, if it could be asked.
    func orders(of payments: [PaymentRecord], _ statuses: [SiteOrder: OrderStatus]) throws(StorageError)
        -> [OrderReconciliation]
    {
        let untold = try reader.pendingOutbox(limit: .max).compactMap { try? $0.message }
        var books: [OrderReconciliation] = []
        var seen: Set<SiteOrder> = []
        for payment in payments {
            guard let order = payment.order, seen.insert(SiteOrder(order, at: payment.site)).inserted else { continue }
            let isTold = !untold.contains { $0.order == order && $0.site == payment.site }
            let status = statuses[SiteOrder(order, at: payment.site)]
            books.append(try book(order, of: payment, status, isTold))
        }
        return books
    }

    private func book(
        _ order: OrderID, of payment: PaymentRecord, _ status: OrderStatus?, _ shopWasTold: Bool
    ) throws(StorageError) -> OrderReconciliation {
        let site = payment.site
        var book = OrderReconciliation(
            order: order, number: try number(of: order, payment), paidBy: try reader.paidBy(order: order, site: site),
            shopStatus: status, shopWasTold: shopWasTold)
        for payment in try reader.payments(order: order, site: site) where payment.stands && payment.kind.takesMoney {
            book.approved.append(payment.id)
            let balance = try PaymentBalance(payment, in: reader)
            guard !balance.isGivenBack else { continue }
            book.standing.append(payment.id)
            if !balance.suffices || book.paidBy == nil && !balance.paysWholeShare { book.underpaid.insert(payment.id) }
            if book.saidTakenBack == nil, try PaymentBalance.reversalRefusedAsDone(of: payment.id, in: reader) != nil {
                book.saidTakenBack = payment.id
            }
        }
        return book
    }
}

extension PaymentRecord {
    /// The terminal's proof of an approval.
    fileprivate var approval: TransactionResult? {
        guard case .approved(let result)? = outcome else { return nil }
        return result
    }

    /// Whether the payment is approved and final.
    fileprivate var stands: Bool { !isOpen && approval != nil }
}
