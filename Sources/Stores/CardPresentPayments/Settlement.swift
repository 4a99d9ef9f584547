import Flow
import Foundation
import Model
import Receipts
import Storage

/// S9: everything that follows from a final outcome, in the transaction that makes it final. Never half of it.
struct Settlement {
    let history: PaymentHistory
    let outcome: PaymentOutcome
    let shopfront: Shopfront
    let now: Date

    private var intent: PaymentIntent { history.intent }

    func write(to transaction: any StorageTransaction, newID: (String) -> String) throws {
        try remember(in: transaction)
        if case .approved(let result) = outcome {
            try checkUnclaimed(result, in: transaction)
            switch intent.purpose {
            case .payment, .booking: try markPaid(result, in: transaction)
            case .refund, .reversal: try tellShopOfRefund(in: transaction)
            // An order is paid by a booking, not by what it is booked of.
            case .reservation, .release: break
            }
        }
        try ReceiptWithdrawal.withdraw(receiptsOf: intent.payment, in: transaction, at: now)
        let receipts = try documents(order(in: transaction), currencyFormat(in: transaction), newID)
        for receipt in receipts {
            let (id, isOnPaper) = try ReceiptWithdrawal.archive(receipt, in: transaction, at: now)
            guard !isOnPaper, let printer = shopfront.printer(receipt.sheetKind, intent.printer) else { continue }
            try transaction.enqueuePrint(receipt: id, printer: printer.description, at: now)
        }
    }

    /// What follows from it that a person's word had made final does not follow any more. Paper stays.
    static func undo(_ history: PaymentHistory, in transaction: any StorageTransaction, at now: Date) throws {
        let intent = history.intent
        guard try transaction.payment(id: intent.payment)?.isApproved ?? false else { return }
        guard try !transaction.givingBack(intent.payment).contains(where: { $0.isOpen || $0.isApproved }) else {
            throw Failure.givenBackSince(intent.payment)
        }
        guard let order = intent.order else { return }
        switch intent.purpose {
        case .payment, .booking:
            if history.amount != history.due { throw Failure.shopWasToldOfRefund(intent.payment) }
        case .refund, .reversal: throw Failure.shopWasToldOfRefund(intent.payment)
        case .reservation, .release: return
        }
        guard try transaction.paidBy(order: order, site: intent.site) == intent.payment else { return }
        try transaction.unmarkPaid(order: order, site: intent.site)
        try OrderReopened(site: intent.site, order: order, payment: intent.payment, reopenedAt: now)
            .enqueue(in: transaction, at: now)
    }

    /// The newest receipt number of this terminal, for the next payment: by the id that it registered with or told in its
    /// result, and by its address for a terminal that tells none at registration. And that it says so when it is busy.
    private func remember(in transaction: any StorageTransaction) throws {
        let names = TerminalMemory.names(of: intent.terminalID ?? history.latestResult?.terminalID, at: intent.terminal)
        if let number = history.latestResult?.receiptNumber {
            for name in names {
                try transaction.save(TerminalMemory(terminalID: name, lastReceiptNumber: number, updatedAt: now))
            }
        }
        guard history.wasToldBusy, case .approved = outcome, !history.wasSettledByOperator else { return }
        for name in names { try transaction.setSetting(TerminalMemory.saysBusyKey(name), to: true) }
    }

    /// How many payments are looked back upon: a terminal repeats its last transaction only.
    private static let lookedBack = 100

    /// One transaction of a terminal stands for one of ours. Two of ours could both find it theirs where one terminal
    /// was reached by two names; then this one stays in doubt.
    private func checkUnclaimed(_ result: TransactionResult, in transaction: any StorageTransaction) throws {
        let holder = try transaction.recentPayments(limit: Self.lookedBack).first { other in
            guard other.id != intent.payment, case .approved(let its)? = other.outcome else { return false }
            return its.isSameTransaction(as: result)
        }
        if let holder { throw Failure.transactionClaimed(by: holder.id) }
    }

    /// An order that someone else paid meanwhile is not paid twice: the payment stands, and the journal names both.
    private func markPaid(_ result: TransactionResult, in transaction: any StorageTransaction) throws {
        guard let order = intent.order else { return }
        if let other = try transaction.paidBy(order: order, site: intent.site), other != intent.payment {
            try transaction.append(
                kind: "order.alreadyPaid", payment: intent.payment, encoding: OrderConflict(order: order, paidBy: other)
            )
            return
        }
        let reference = result.trace.map(String.init) ?? intent.payment.rawValue
        try transaction.markPaid(order: order, site: intent.site, by: intent.payment, at: now)
        if try intent.site == .embedded && transaction.shopOrder(id: order) != nil {
            try transaction.markShopOrderPaid(
                id: order, payment: intent.payment, transactionID: reference, method: .cardTerminal, at: now)
        }
        let paid = OrderPaid(
            site: intent.site, order: order, payment: intent.payment, amount: history.amount, transactionID: reference,
            paidAt: now)
        try paid.enqueue(in: transaction, at: now)
        try tellShopOfRest(order, in: transaction)
    }

    /// The shop counts an order as paid in full. What of it was not given, and not charged, it is told as given back.
    private func tellShopOfRest(_ order: OrderID, in transaction: any StorageTransaction) throws {
        let rest = try history.due.subtracting(history.amount)
        guard rest.minorUnits > 0 else { return }
        let refunded = OrderRefunded(
            site: intent.site, order: order, payment: intent.payment, refund: intent.payment, amount: rest,
            refundedAt: now)
        try refunded.enqueue(in: transaction, at: now)
    }

    /// The shop knows nothing of tips, so of a payment they are given back last.
    private func tellShopOfRefund(in transaction: any StorageTransaction) throws {
        guard let order = intent.order, let id = intent.purpose.original, let paid = try transaction.payment(id: id)
        else { return }
        let due = try paid.tip.map { try paid.amount.subtracting($0) } ?? paid.amount
        let before = try transaction.givingBack(id).filter { $0.isApproved && $0.id != intent.payment }
            .reduce(Money.zero(due.currency)) { try $0.adding($1.amount) }
        let share =
            try min(due.minorUnits, before.adding(intent.amount).minorUnits) - min(due.minorUnits, before.minorUnits)
        guard share > 0 else { return }
        let refunded = OrderRefunded(
            site: intent.site, order: order, payment: id, refund: intent.payment,
            amount: Money(minorUnits: share, currency: due.currency), refundedAt: now)
        try refunded.enqueue(in: transaction, at: now)
    }

    private func order(in transaction: any StorageTransaction) throws -> Order? {
        guard let id = intent.order else { return nil }
        return try transaction.order(id: id, site: intent.site)?.order
    }

    private func currencyFormat(in transaction: any StorageTransaction) -> CurrencyFormat? {
        ShopCurrencyMemory.format(of: history.amount.currency, at: intent.site, in: transaction)
    }

    /// Approved: both copies. Declined: the customer gets word on paper. Otherwise only what the terminal itself wrote.
    private func documents(
        _ order: Order?, _ format: CurrencyFormat?, _ newID: (String) -> String
    ) -> [Receipt] {
        switch outcome {
        case .approved(let result): compose(order, format, result, .approved, ReceiptCopy.allCases, newID)
        case .declined(let code, let text):
            compose(order, format, failed(code, text), .declined, [.customer], newID)
        case .cancelled(let code):
            history.texts.isEmpty ? [] : compose(order, format, failed(code, nil), .cancelled, [.customer], newID)
        case .reversed, .notCharged, .inDoubt, .goodsNotGiven, .goodsUnpaid: []
        }
    }

    private func failed(_ code: UInt8, _ text: String?) -> TransactionResult {
        if let result = history.latestResult, result.resultCode != 0 { return result }
        var result = TransactionResult(resultCode: code)
        result.additionalText = text
        return result
    }

    private func compose(
        _ order: Order?, _ format: CurrencyFormat?, _ result: TransactionResult, _ verdict: Receipt.Verdict,
        _ copies: [ReceiptCopy],
        _ newID: (String) -> String
    ) -> [Receipt] {
        let composer = ReceiptComposer(
            merchant: shopfront.merchant, language: intent.language, utcOffset: shopfront.utcOffset(now),
            footer: shopfront.footer(intent.language), currencyFormat: format)
        let ids = copies.map { ($0, ReceiptID(rawValue: newID("rcp"))) }
        return composer.compose(
            payment: intent.payment, kind: intent.purpose.kind, order: order, total: history.amount, tip: intent.tip,
            result: result,
            verdict: verdict, texts: TerminalReceipts(history.texts(of: outcome)).byCopy, issuedAt: now,
            ids: Dictionary(uniqueKeysWithValues: ids))
    }
}

extension TerminalMemory {
    /// What is remembered of a terminal is looked up by the id that it registered with, or by its address.
    static func name(of id: String?, at address: DeviceAddress) -> String { id ?? "at \(address.place)" }

    /// It is kept under both: not every terminal tells its id each time.
    static func names(of id: String?, at address: DeviceAddress) -> [String] {
        (id.map { [$0] } ?? []) + [name(of: nil, at: address)]
    }

    /// Setting: it has answered "busy" while it was in the middle of a payment.
    static func saysBusyKey(_ name: String) -> String { "terminal.saysBusy \(name)" }
}

extension TransactionResult {
    /// The same numbers on the same terminal, and the same to the second where both tell the time: numbers alone begin
    /// anew some day.
    fileprivate func isSameTransaction(as other: TransactionResult) -> Bool {
        guard terminalID == other.terminalID, receiptNumber != nil, trace != nil, receiptNumber == other.receiptNumber,
            trace == other.trace
        else { return false }
        return zip(time, other.time).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
    }

    private var time: [Int?] { [month, day, hour, minute, second] }
}

extension Failure {
    static func transactionClaimed(by payment: PaymentID) -> Failure {
        Failure(
            "payment.transactionClaimed", "The terminal's last transaction belongs to payment \(payment).",
            remedy: "look this payment up in the terminal's own journal", recovery: .askOperator)
    }
}

extension Failure {
    static func givenBackSince(_ payment: PaymentID) -> Failure {
        Failure(
            "settlement.givenBack", "\(payment) was given back, booked or released since, at least in part.",
            remedy: "see how: till why \(payment)", recovery: .giveUp)
    }

    static func shopWasToldOfRefund(_ refund: PaymentID) -> Failure {
        Failure(
            "settlement.shopWasTold", "The shop was told of the refund \(refund), and keeps it.",
            remedy: "delete the refund in the shop, and note it in your books", recovery: .giveUp)
    }
}

/// Journal kind `order.alreadyPaid`: a payment was approved for an order that another one had paid.
struct OrderConflict: Hashable, Codable, Sendable {
    let order: OrderID
    let paidBy: PaymentID
}
