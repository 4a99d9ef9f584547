import Flow
import Foundation
import Model
import Networking
import Storage

// What becomes of an order, and what its shop is told, when a transaction for it is settled or a settlement is withdrawn.
extension PaymentFinalizer {
    /// Marks the order as paid and tells the shop. An order that another payment has paid meanwhile is left as it is;
    /// the journal then names both payments.
    func markPaid(_ result: TransactionResult, in transaction: any StorageTransaction) throws {
        guard history.suffices, let order = intent.order else { return }
        if let other = try transaction.paidBy(order: order, site: intent.site), other != intent.payment {
            try transaction.append(
                kind: OrderConflict.kind, payment: intent.payment, encoding: OrderConflict(order: order, paidBy: other)
            )
            return
        }
        try mark(order, as: result, in: transaction)
    }

    /// Marks the order as paid by this payment, and tells the shop.
    ///
    /// - Parameter replaced: the payment that the order was marked as paid by until now; nil if there was none.
    private func mark(
        _ order: OrderID, as result: TransactionResult, insteadOf replaced: OrderPaid.Replaced? = nil,
        in transaction: any StorageTransaction
    ) throws {
        let reference = OrderPaid.transactionID(of: result, intent.payment)
        try transaction.markPaid(order: order, site: intent.site, by: intent.payment, at: now)
        if try intent.site == .embedded && transaction.shopOrder(id: order) != nil {
            try transaction.markShopOrderPaid(
                id: order, payment: intent.payment, transactionID: reference, method: .cardTerminal, at: now)
        }
        var paid = OrderPaid(
            site: intent.site, order: order, payment: intent.payment, amount: history.amount, transactionID: reference,
            paidAt: now)
        paid.replaced = replaced
        if intent.site != .embedded {
            paid.isAgain = try transaction.wasToldReopened(intent.payment) ? true : nil
            paid.due = history.orderTotal
            paid.details = result.shopDetails
            paid.method = try OrderPaid.Method(chosenFor: intent.site, in: transaction)
            let note =
                replaced.map {
                    Sentence("shop.note.paidInstead", ["payment": $0.payment, "details": result.shopWords])
                } ?? Sentence("shop.note.paid", ["details": result.shopWords])
            paid.note = note.text(in: OperatorLanguage(near: intent.language))
        }
        try paid.enqueue(in: transaction, at: now)
        try SiteMemory.setIfFirst(.firstPayment, of: intent.site, to: now, in: transaction)
        try tellShopOfRest(order, paid, in: transaction)
    }

    /// Tells the shop that the part that was not given or not booked is refunded, because the shop counts an order as
    /// paid in full.
    private func tellShopOfRest(
        _ order: OrderID, _ paid: OrderPaid, in transaction: any StorageTransaction
    ) throws {
        let rest = try history.due.subtracting(history.otherAmount == nil ? history.amount : intent.amount)
        guard rest.minorUnits > 0 else { return }
        let refunded = OrderRefunded(
            site: intent.site, order: order, payment: intent.payment, refund: intent.payment, amount: rest,
            refundedAt: now, transactionID: paid.transactionID,
            isUntold: try OrderPaid.isUntold(intent.payment, in: transaction),
            due: paid.due, before: Money.zero(rest.currency))
        try refunded.enqueue(in: transaction, at: now)
    }

    /// Opens the order of a reversed payment, so that it can be paid again. A refunded order stays refunded, and the
    /// shop is told how much. An order for which another payment stands is paid by that one, and neither opened nor
    /// refunded. Nothing follows for an order that the payment does not pay.
    func giveBackForOrder(in transaction: any StorageTransaction) throws {
        guard let order = intent.order, let id = intent.purpose.original,
            try transaction.paidBy(order: order, site: intent.site) == id, let paid = try transaction.payment(id: id)
        else { return }
        if try isGivenBackAsAWhole(paid, in: transaction), try handOver(order, of: paid, in: transaction) { return }
        switch intent.purpose {
        case .reversal: try Self.reopen(order, of: intent, paidBy: id, in: transaction, at: now)
        case .payment, .refund, .reservation, .booking, .release:
            try tellShopOfRefund(of: paid, order, in: transaction)
        }
    }

    private static func reopen(
        _ order: OrderID, of intent: PaymentIntent, paidBy payment: PaymentID, in transaction: any StorageTransaction,
        at now: Date
    ) throws {
        try transaction.unmarkPaid(order: order, site: intent.site)
        let isUntold = try OrderPaid.isUntold(payment, in: transaction)
        // The cached order was loaded while the shop called it paid, so it is set to pending. A shop that was not told of
        // the payment may have called it paid by something else.
        if !isUntold || intent.site == .embedded, let cached = try transaction.order(id: order, site: intent.site),
            !cached.order.status.awaitsPayment
        {
            try transaction.save([cached.order.with(status: .pending)], fetchedAt: cached.fetchedAt)
        }
        // The shop counts the part that was not given or not booked as refunded. No money stood for it, and none of the
        // rest is left.
        let withdrawn = try transaction.wasToldRefund(payment) ? payment : nil
        try OrderReopened(
            site: intent.site, order: order, payment: payment, reopenedAt: now, withdrawnRefund: withdrawn,
            transactionID: try transaction.payment(id: payment)?.toldTransactionID, isUntold: isUntold
        ).enqueue(in: transaction, at: now)
    }

    /// Tells the shop of the refunded part of the order's total. The shop does not know tips, which are given back
    /// last, nor what was booked beyond the request, which is given back first.
    private func tellShopOfRefund(
        of paid: PaymentRecord, _ order: OrderID, in transaction: any StorageTransaction
    ) throws {
        let original = try StoredLedger.history(paid.id, in: transaction)
        let due = try Self.share(of: paid, original)
        let excess = original?.excess.minorUnits ?? 0
        let before = try transaction.givingBack(paid.id).filter { $0.isApproved && $0.id != intent.payment }
            .reduce(Money.zero(due.currency)) { try $0.adding($1.amount) }
        let after = try before.adding(history.amount)
        let (told, tells) = (max(0, before.minorUnits - excess), max(0, after.minorUnits - excess))
        let share = min(due.minorUnits, tells) - min(due.minorUnits, told)
        guard share > 0 else { return }
        // What was not given or not booked counts as given back before.
        let rest = try? original?.orderTotal?.subtracting(due)
        let given = Money(minorUnits: min(due.minorUnits, told), currency: due.currency)
        let refunded = OrderRefunded(
            site: intent.site, order: order, payment: paid.id, refund: intent.payment,
            amount: Money(minorUnits: share, currency: due.currency), refundedAt: now,
            transactionID: paid.toldTransactionID, isUntold: try OrderPaid.isUntold(paid.id, in: transaction),
            due: original?.orderTotal, before: try? rest?.adding(given))
        try refunded.enqueue(in: transaction, at: now)
    }

    /// The part of a payment that pays its order. The facts of an archived payment are not here, but its row has the tip.
    private static func share(of paid: PaymentRecord, _ facts: PaymentHistory?) throws -> Money {
        try facts?.share ?? paid.tip.map(paid.amount.subtracting) ?? paid.amount
    }

    // MARK: An order that is paid twice

    /// Whether nothing of what the payment paid of its order is left.
    private func isGivenBackAsAWhole(_ paid: PaymentRecord, in transaction: any StorageTransaction) throws -> Bool {
        guard intent.purpose.kind != .reversal else { return true }
        let original = try StoredLedger.history(paid.id, in: transaction)
        let back = try transaction.givingBack(paid.id).filter { $0.isApproved && $0.id != intent.payment }
            .reduce(history.amount) { try $0.adding($1.amount) }
        let due = try Self.share(of: paid, original)
        return back.minorUnits >= due.minorUnits + (original?.excess.minorUnits ?? 0)
    }

    private func handOver(
        _ order: OrderID, of paid: PaymentRecord, in transaction: any StorageTransaction
    ) throws -> Bool {
        try Self.handOver(order, of: paid, merchantProfile, in: transaction, at: now)
    }

    /// Marks the order of a payment that does not pay it any more as paid by another one that stands for it with no less,
    /// and tells the shop which one pays. Returns whether there is such a payment; nothing is changed if there is none.
    private static func handOver(
        _ order: OrderID, of paid: PaymentRecord, _ merchantProfile: MerchantProfile,
        in transaction: any StorageTransaction, at now: Date
    ) throws -> Bool {
        let due = try share(of: paid, StoredLedger.history(paid.id, in: transaction))
        let others = try transaction.payments(order: order, site: paid.site).filter { $0.id != paid.id }
        for other in others where other.isApproved && other.kind.takesMoney {
            guard let facts = try StoredLedger.history(other.id, in: transaction), try facts.pays(due, in: transaction),
                case .settled(.approved(let result)) = facts.stage
            else { continue }
            let replaced = OrderPaid.Replaced(
                payment: paid.id, transactionID: paid.toldTransactionID,
                withdrawnRefund: try transaction.wasToldRefund(paid.id) ? paid.id : nil)
            try transaction.unmarkPaid(order: order, site: paid.site)
            try transaction.append(
                kind: OrderHandover.kind, payment: paid.id, encoding: OrderHandover(order: order, paidBy: other.id))
            try PaymentFinalizer(history: facts, outcome: .approved(result), merchantProfile: merchantProfile, now: now)
                .mark(order, as: result, insteadOf: replaced, in: transaction)
            return true
        }
        return false
    }

    // MARK: Withdrawn settlements

    /// Undoes what followed for the order from a settlement that a person withdrew. Printed receipts stay.
    /// - Parameter history: the payment, with the withdrawal applied.
    static func undo(
        _ history: PaymentHistory, _ merchantProfile: MerchantProfile, in transaction: any StorageTransaction,
        at now: Date
    ) throws {
        let intent = history.intent
        guard let record = try transaction.payment(id: intent.payment), record.isApproved else { return }
        guard try !transaction.givingBack(intent.payment).contains(where: { $0.isOpen || $0.isApproved }) else {
            throw Failure.givenBackSince(intent.payment)
        }
        guard let order = intent.order else { return }
        switch intent.purpose {
        case .payment, .booking:
            guard try transaction.paidBy(order: order, site: intent.site) == intent.payment else { return }
            if try transaction.wasToldRefund(intent.payment) { throw Failure.shopWasToldOfRefund(intent.payment) }
            if try handOver(order, of: record, merchantProfile, in: transaction, at: now) { return }
            try reopen(order, of: intent, paidBy: intent.payment, in: transaction, at: now)
        case .refund, .reversal:
            if try transaction.wasToldRefund(intent.payment) { throw Failure.shopWasToldOfRefund(intent.payment) }
            if let original = intent.purpose.original { try transaction.checkIsInJournal(original) }
            try payAgain(order, intent, merchantProfile, in: transaction, at: now)
        case .reservation, .release: return
        }
    }

    /// Marks the order as paid by the payment again, after its reversal turned out not to have happened. If another payment
    /// has paid the order since, the journal names both.
    private static func payAgain(
        _ order: OrderID, _ intent: PaymentIntent, _ merchantProfile: MerchantProfile,
        in transaction: any StorageTransaction, at now: Date
    ) throws {
        guard let id = intent.purpose.original, let original = try StoredLedger.history(id, in: transaction),
            case .settled(.approved(let result)) = original.stage
        else { return }
        let paying = try transaction.paidBy(order: order, site: intent.site)
        let isOpened = try intent.purpose.kind == .reversal && transaction.wasToldReopened(id)
        guard paying.map({ $0 != id }) ?? isOpened else { return }
        try PaymentFinalizer(history: original, outcome: .approved(result), merchantProfile: merchantProfile, now: now)
            .markPaid(result, in: transaction)
    }
}

extension PaymentHistory {
    /// What the order came to when it was paid, tip excluded; nil if that is not known.
    fileprivate var orderTotal: Money? {
        switch intent.purpose {
        case .payment: try? intent.tip.map { try intent.amount.subtracting($0) } ?? intent.amount
        case .booking(let booking): booking.due
        case .refund, .reversal, .reservation, .release: nil
        }
    }

    /// Whether the payment stands for its order with no less than this: nothing that pays the order was given back, or may
    /// have been.
    fileprivate func pays(_ due: Money, in reader: any StorageReader) throws -> Bool {
        guard suffices, share.currency == due.currency, share.minorUnits >= due.minorUnits else { return false }
        let back = try reader.givingBack(intent.payment).filter { $0.isOpen || $0.isApproved }
            .reduce(Money.zero(due.currency)) { try $0.adding($1.amount) }
        return back.minorUnits <= excess.minorUnits
    }
}

extension PaymentRecord {
    /// The transaction under which its shop was told of it; nil if that is not known.
    fileprivate var toldTransactionID: String? {
        guard archive == nil, case .approved(let result)? = outcome else { return nil }
        return OrderPaid.transactionID(of: result, id)
    }
}

extension OrderPaid.Method {
    /// The method that the operator chose for card payments at that shop; nil if none was chosen. The title is the shop's if the
    /// till knows it.
    fileprivate init?(chosenFor site: SiteID, in transaction: any StorageTransaction) throws {
        guard let id = try SiteMemory.load(.gateway, of: site, as: String.self, in: transaction) else { return nil }
        let kept = try transaction.cached(PaymentGateway.cachedAs, key: id, site: site)
        let known = kept.flatMap { try? PaymentGateway(ShopObject(JSONValue(parsing: $0.body), at: "")) }
        self.init(id: id, title: known?.title ?? ShopPaymentMethod.cardTerminal.title)
    }
}

extension StorageReader {
    /// Whether the shop was told, or is to be told, that this transaction gave money back.
    fileprivate func wasToldRefund(_ transaction: PaymentID) throws -> Bool {
        try outboxItem(id: "\(OrderRefunded.kind)-\(transaction)") != nil
    }

    /// Whether the shop was told, or is to be told, that the order of that payment is open again.
    fileprivate func wasToldReopened(_ payment: PaymentID) throws -> Bool {
        try outboxItem(id: "\(OrderReopened.kind)-\(payment)") != nil
    }
}
