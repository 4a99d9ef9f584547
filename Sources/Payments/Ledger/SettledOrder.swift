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
            let conflict = OrderConflict(order: order, paidBy: other)
            guard try transaction.lastConflict(of: intent.payment) != conflict else { return }
            try transaction.append(kind: OrderConflict.kind, payment: intent.payment, encoding: conflict)
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
        let isReversed = intent.purpose.kind == .reversal
        let before = try PaymentBalance(paid, leavingOut: intent.payment, in: transaction)
        let after = try PaymentBalance(paid, in: transaction)
        if isReversed || after.isGivenBack,
            try Self.handOver(order, of: before, merchantProfile, in: transaction, at: now)
        {
            return
        }
        guard isReversed else { return try tellShopOfRefund(before, after, order, in: transaction) }
        try Self.reopen(order, of: intent, paidBy: id, in: transaction, at: now)
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

    /// Tells the shop of the refunded part of the order's total. The shop does not know tips, nor what was booked beyond the
    /// request.
    private func tellShopOfRefund(
        _ before: PaymentBalance, _ after: PaymentBalance, _ order: OrderID, in transaction: any StorageTransaction
    ) throws {
        let paid = after.payment
        let share = try after.shareGivenBack.subtracting(before.shareGivenBack)
        guard share.minorUnits > 0 else { return }
        // What was not given or not booked counts as given back before.
        let total = try StoredLedger.history(paid.id, in: transaction)?.orderTotal
        let rest = try? total?.subtracting(after.share)
        let refunded = OrderRefunded(
            site: intent.site, order: order, payment: paid.id, refund: intent.payment, amount: share, refundedAt: now,
            transactionID: paid.toldTransactionID, isUntold: try OrderPaid.isUntold(paid.id, in: transaction),
            due: total, before: try? rest?.adding(before.shareGivenBack))
        try refunded.enqueue(in: transaction, at: now)
    }

    // MARK: An order that is paid twice

    /// Marks the order of a payment that does not pay it any more as paid by another one that stands for it with no less,
    /// and tells the shop which one pays, and that nothing was refunded. Returns whether there is such a payment; nothing is
    /// changed if there is none.
    ///
    /// - Parameter balance: the payment that does not pay the order any more, as it was before.
    private static func handOver(
        _ order: OrderID, of balance: PaymentBalance, _ merchantProfile: MerchantProfile,
        in transaction: any StorageTransaction, at now: Date
    ) throws -> Bool {
        let paid = balance.payment
        let others = try transaction.payments(order: order, site: paid.site).filter { $0.id != paid.id }
        for other in others where other.isApproved && other.kind.takesMoney {
            guard try PaymentBalance(other, in: transaction).pays(balance.share),
                let facts = try StoredLedger.history(other.id, in: transaction),
                case .settled(.approved(let result)) = facts.stage
            else { continue }
            // The shop may have been told of an earlier part that was given back.
            let rest = try transaction.wasToldRefund(paid.id) ? [paid.id] : []
            let replaced = OrderPaid.Replaced(
                payment: paid.id, transactionID: paid.toldTransactionID,
                withdrawnRefunds: rest + balance.givenBack.filter(\.isApproved).map(\.id))
            try transaction.unmarkPaid(order: order, site: paid.site)
            let handover = OrderHandover(order: order, paidBy: other.id, paidBefore: paid.id)
            try transaction.append(kind: OrderHandover.kind, payment: paid.id, encoding: handover)
            try transaction.append(kind: OrderHandover.takenOver, payment: other.id, encoding: handover)
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
            let balance = try PaymentBalance(record, in: transaction)
            if try handOver(order, of: balance, merchantProfile, in: transaction, at: now) { return }
            try reopen(order, of: intent, paidBy: intent.payment, in: transaction, at: now)
        case .refund, .reversal:
            if try transaction.wasToldRefund(intent.payment) { throw Failure.shopWasToldOfRefund(intent.payment) }
            if let original = intent.purpose.original { try transaction.checkIsInJournal(original) }
            try payAgain(order, intent, merchantProfile, in: transaction, at: now)
        case .reservation, .release: return
        }
    }

    /// Marks the order as paid by the payment again, after what gave it back turned out not to have happened. If another
    /// payment has paid the order since, the journal names both. A payment that does not pay the order as a whole leaves
    /// it as it is.
    private static func payAgain(
        _ order: OrderID, _ intent: PaymentIntent, _ merchantProfile: MerchantProfile,
        in transaction: any StorageTransaction, at now: Date
    ) throws {
        guard let id = intent.purpose.original, try transaction.paidBy(order: order, site: intent.site) != id,
            let record = try transaction.payment(id: id), let original = try StoredLedger.history(id, in: transaction),
            case .settled(.approved(let result)) = original.stage,
            try PaymentBalance(record, leavingOut: intent.payment, in: transaction).paysWholeShare
        else { return }
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

    /// What the journal says last of a payment for whose order another one stood; nil if it says nothing of that, or if the
    /// payment has paid its order since.
    fileprivate func lastConflict(of payment: PaymentID) throws -> OrderConflict? {
        let kinds = [OrderConflict.kind, OrderHandover.takenOver]
        guard let last = try journalEntries(payment: payment).last(where: { kinds.contains($0.kind) }),
            last.kind == OrderConflict.kind
        else { return nil }
        return try last.decoded(as: OrderConflict.self)
    }

    /// Whether the shop was told, or is to be told, that the order of that payment is open again.
    fileprivate func wasToldReopened(_ payment: PaymentID) throws -> Bool {
        try outboxItem(id: "\(OrderReopened.kind)-\(payment)") != nil
    }
}
