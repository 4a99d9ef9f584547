import Model
import Payments
import Storage

/// Which payment pays an order that one payment has handed over to another, by the facts of the journal alone.
struct OrderPayer {
    /// The payment that pays the order; nil if it is open.
    private(set) var paidBy: PaymentID?
    /// The payment whose facts tell last that another one pays the order since; nil if there was no such change.
    private(set) var lastReplaced: PaymentID?
    private var events: [PaymentID: [PaymentEvent]] = [:]

    /// Nil if the facts of a transaction for the order are archived, so that the journal does not tell.
    init?(_ order: OrderID, _ site: SiteID, in reader: any StorageReader) throws(StorageError) {
        var facts: [JournalEntry] = []
        for payment in try reader.payments(order: order, site: site) {
            for transaction in try [payment] + reader.givingBack(payment.id) {
                guard transaction.archive == nil else { return nil }
                facts += try reader.journalEntries(payment: transaction.id)
            }
        }
        // What books a reservation is a transaction for the order, and ends the reservation.
        var last: Int64 = 0
        for fact in facts.sorted(by: { $0.sequence < $1.sequence }) where fact.sequence > last {
            last = fact.sequence
            try apply(fact)
        }
    }

    private mutating func apply(_ fact: JournalEntry) throws(StorageError) {
        guard let id = fact.payment else { return }
        if fact.kind == OrderHandover.kind {
            (paidBy, lastReplaced) = (try fact.decoded(as: OrderHandover.self).paidBy, id)
        }
        guard fact.kind.hasPrefix("payment.") else { return }
        let before = history(of: id)
        let event = try fact.decoded(as: PaymentEvent.self)
        events[id, default: []].append(event)
        switch event {
        case .settled, .operatorSettled: settle(history(of: id))
        case .operatorWithdrew: withdraw(before)
        default: break
        }
    }

    private func history(of id: PaymentID) -> PaymentHistory? { events[id].flatMap(PaymentHistory.init) }

    private mutating func settle(_ history: PaymentHistory?) {
        guard let history, history.isApproved else { return }
        let intent = history.intent
        if intent.purpose.kind.takesMoney, history.suffices, paidBy == nil { paidBy = intent.payment }
        if intent.purpose.kind == .reversal, paidBy == intent.purpose.original { paidBy = nil }
    }

    /// Undoes what followed for the order from a person's statement.
    ///
    /// - Parameter history: the transaction before the statement was withdrawn.
    private mutating func withdraw(_ history: PaymentHistory?) {
        guard let history, history.isApproved else { return }
        let intent = history.intent
        if paidBy == intent.payment { paidBy = nil }
        guard paidBy == nil, let original = intent.purpose.original, let paid = self.history(of: original),
            paid.isApproved, paid.suffices, backPerhaps(of: original, besides: intent.payment) <= paid.excess.minorUnits
        else { return }
        paidBy = original
    }

    /// What other transactions gave back of the payment, or may have given back, in minor units.
    private func backPerhaps(of payment: PaymentID, besides one: PaymentID) -> Int64 {
        events.keys.filter { $0 != one }.compactMap { history(of: $0) }
            .filter { $0.intent.purpose.original == payment && $0.mayStand }
            .reduce(0) { $0 + $1.amount.minorUnits }
    }
}

extension PaymentHistory {
    fileprivate var isApproved: Bool {
        if case .settled(.approved) = stage { true } else { false }
    }

    fileprivate var mayStand: Bool {
        if case .settled = stage { isApproved } else { true }
    }
}
