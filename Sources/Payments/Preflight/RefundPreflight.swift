import Failures
import Flow
import Model
import Storage

/// Pre-flight checks (S0) for refunds and reversals: never more is given back than was paid. If they refuse, nothing
/// was sent.
struct RefundPreflight: Sendable {
    let storage: any StorageManagerType
    let rights: OperatorRights
    /// Whether a person states that the terminal's journal shows the payment as standing.
    var isOriginalSaidToStand = false

    func subject(_ wanted: PaymentRequest.GiveBack) throws(Failure) -> PreparedRequest {
        switch wanted {
        case .refund(let payment, let amount): try refund(of: payment, amount)
        case .unlinkedRefund(let amount): try unlinkedRefund(amount)
        case .reversal(let payment): try reversal(of: payment)
        }
    }

    private func refund(of id: PaymentID, _ wanted: Money?) throws(Failure) -> PreparedRequest {
        let (payment, left, orderNumber) = try approved(id)
        let amount = wanted ?? left
        guard amount.currency == left.currency, amount.minorUnits > 0 || left.minorUnits == 0 else {
            throw .badAmount(amount, of: .refund)
        }
        guard left.minorUnits > 0, amount.minorUnits <= left.minorUnits else { throw .exceedsPayment(id, left: left) }
        try checkConfirmed(payment, left, amount)
        try checkNotTakenBack(id)
        return PreparedRequest(
            purpose: .refund(of: id), amount: amount, order: payment.order, orderNumber: orderNumber)
    }

    /// Throws if a typed amount beyond the request was not confirmed: a typing mistake must not be given back.
    private func checkConfirmed(_ payment: PaymentRecord, _ left: Money, _ amount: Money) throws(Failure) {
        guard let history = try storage.reading({ try StoredLedger.history(payment.id, in: $0) }),
            let most = history.mostGivenBack
        else { return }
        let room = most.minorUnits - (payment.amount.minorUnits - left.minorUnits)
        guard amount.minorUnits > room else { return }
        throw .notConfirmed(history, room: Money(minorUnits: max(0, room), currency: most.currency))
    }

    /// Throws if the terminal refused to reverse the payment because it was reversed before, unless a person has looked.
    private func checkNotTakenBack(_ id: PaymentID) throws(Failure) {
        guard !isOriginalSaidToStand else { return }
        let refused = try storage.reading { try PaymentBalance.reversalRefusedAsDone(of: id, in: $0) }
        if let refused { throw .takenBackAtTerminal(id, saidOf: refused) }
    }

    private func unlinkedRefund(_ amount: Money) throws(Failure) -> PreparedRequest {
        guard let limit = rights.unlinkedRefundLimit, limit.minorUnits > 0 else { throw .unlinkedRefundForbidden }
        guard amount.minorUnits > 0 else { throw .badAmount(amount, of: .refund) }
        guard amount.currency == limit.currency, amount.minorUnits <= limit.minorUnits else {
            throw .overLimit(amount, limit)
        }
        return PreparedRequest(purpose: .refund(of: nil), amount: amount)
    }

    private func reversal(of id: PaymentID) throws(Failure) -> PreparedRequest {
        let (payment, left, orderNumber) = try approved(id)
        guard left == payment.amount else {
            throw left.minorUnits > 0 ? .partlyGivenBack(id, left: left) : .exceedsPayment(id, left: left)
        }
        guard let receipt = payment.result?.receiptNumber else { throw .noReceiptToReverse(id) }
        let reused = try storage.reading { reader in
            try ReceiptNumberReuse(reader: reader, transaction: payment, receipt: receipt).reason()
        }
        if let reused { throw .receiptNumberReused(id, receipt, reused) }
        let booked = BookedPayment(
            payment: id, receiptNumber: receipt, trace: payment.result?.trace,
            cardDigits: payment.result?.panLastDigits, terminalID: payment.terminalID ?? payment.result?.terminalID)
        return PreparedRequest(
            purpose: .reversal(of: booked), amount: payment.amount, order: payment.order, orderNumber: orderNumber)
    }

    /// Refuses to give back a payment that the terminal's last transaction has already taken back, by hand or for
    /// another till.
    func checkStands(_ purpose: TransactionPurpose, told last: TransactionResult?) throws(Failure) {
        guard purpose.kind == .refund || purpose.kind == .reversal, let id = purpose.original, let last,
            last.isSuccess, let reversed = last.originalTrace
        else { return }
        let payment = try storage.reading { try $0.payment(id: id) }
        guard let result = payment?.result, result.trace == reversed,
            last.amountMinor == nil || last.amountMinor == result.amountMinor,
            last.panLastDigits == nil || result.panLastDigits == nil || last.panLastDigits == result.panLastDigits
        else { return }
        if let its = last.terminalID, let ours = payment?.terminalID ?? result.terminalID, its != ours { return }
        throw .takenBackAtTerminal(id, last)
    }

    /// Refuses a reversal if the connected terminal shows that the receipt number may mean another payment by now.
    func check(_ purpose: TransactionPurpose, told last: TransactionResult?) throws(Failure) {
        guard case .reversal(let booked) = purpose else { return }
        let (open, result) = try storage.reading { reader -> (Bool, TransactionResult?) in
            guard let payment = try reader.payment(id: booked.payment), let terminal = TerminalName(of: payment) else {
                return (false, nil)
            }
            return (try EndOfDayJournal.open(of: terminal, in: reader) != nil, payment.result)
        }
        // An interrupted end of day may have ended the day.
        if open { throw .receiptNumberReused(booked.payment, booked.receiptNumber, .dayEnded) }
        let reused = ReceiptNumberReuse.reason(booked, told: result, last: last)
        if let reused { throw .receiptNumberReused(booked.payment, booked.receiptNumber, reused) }
    }

    private func approved(_ id: PaymentID) throws(Failure) -> (PaymentRecord, left: Money, orderNumber: String?) {
        let found = try storage.reading { reader in
            try JournalledPayments(reader: reader).paymentWithAllGivenBack(id).map { payment in
                (
                    payment, left: try reader.refundable(payment),
                    orderNumber: try StoredLedger.history(id, in: reader)?.intent.orderNumber
                )
            }
        }
        guard let found else { throw .noPayment(id.rawValue) }
        if found.0.isOpen { throw .inDoubt(id) }
        guard found.0.isApproved, found.0.kind.takesMoney else { throw .nothingToGiveBack(id) }
        return found
    }
}

/// Why money was not given back. Nothing was sent.
extension Failure {
    static func nothingToGiveBack(_ id: PaymentID) -> Failure {
        Failure(
            RefundFailure.notPaid, Sentence("failure.refund.notPaid", ["id": id]),
            remedy: Sentence("remedy.refund.notPaid", ["id": id]), recovery: .giveUp)
    }

    static func exceedsPayment(_ id: PaymentID, left: Money) -> Failure {
        if left.minorUnits == 0 {
            return Failure(
                RefundFailure.exceedsPayment, Sentence("failure.refund.exceedsPayment.whole", ["payment": id]),
                remedy: Sentence("remedy.refund.exceedsPayment.whole", ["payment": id]), recovery: .giveUp)
        }
        return Failure(
            RefundFailure.exceedsPayment,
            Sentence("failure.refund.exceedsPayment.part", ["payment": id, "left": left]),
            remedy: Sentence("remedy.refund.exceedsPayment.part", ["left": left]), recovery: .giveUp)
    }

    /// More than `room` was to be given back, and a person has to confirm first what was booked.
    static func notConfirmed(_ history: PaymentHistory, room: Money) -> Failure {
        let (id, booked) = (history.intent.payment, history.amount)
        var again = "till settle \(id) --booked"
        if case .booked(let receipt, let trace, _)? = history.operatorEvidence?.statement {
            if let receipt { again += " --receipt \(receipt)" }
            again += " --trace \(trace) --amount \(booked.formatted())"
        }
        return Failure(
            RefundFailure.notConfirmed,
            Sentence(
                "failure.refund.notConfirmed",
                ["amount": history.intent.amount, "id": id, "booked": booked, "room": room]),
            remedy: room.minorUnits > 0
                ? Sentence(
                    "remedy.refund.notConfirmed.upTo",
                    ["room": room, "booked": booked, "command": again, "id": id])
                : Sentence("remedy.refund.notConfirmed.confirm", ["booked": booked, "command": again, "id": id]),
            recovery: .askOperator)
    }

    static func partlyGivenBack(_ id: PaymentID, left: Money) -> Failure {
        Failure(
            ReversalFailure.partlyGivenBack, Sentence("failure.reversal.partlyGivenBack", ["id": id]),
            remedy: Sentence("remedy.reversal.partlyGivenBack", ["left": left, "id": id]), recovery: .giveUp)
    }

    static func takenBackAtTerminal(_ id: PaymentID, _ last: TransactionResult) -> Failure {
        Failure(
            RefundFailure.takenBackAtTerminal,
            Sentence(
                "failure.refund.takenBackAtTerminal",
                ["last": last.described(as: Sentence("detail.aReversal")), "id": id]),
            remedy: Sentence("remedy.refund.takenBackAtTerminal"), recovery: .askOperator)
    }

    /// Refuses a refund because the terminal said that the payment was taken back before, when it was to be reversed.
    static func takenBackAtTerminal(_ id: PaymentID, saidOf reversal: PaymentID) -> Failure {
        Failure(
            RefundFailure.takenBackAtTerminal,
            Sentence("failure.refund.takenBackAtTerminal.said", ["id": id, "reversal": reversal]),
            remedy: Sentence("remedy.refund.takenBackAtTerminal.said", ["id": id]), recovery: .askOperator)
    }

    static func noReceiptToReverse(_ id: PaymentID) -> Failure {
        Failure(
            ReversalFailure.noReceipt, Sentence("failure.reversal.noReceipt", ["id": id]),
            remedy: Sentence("remedy.reversal.noReceipt", ["id": id]), recovery: .giveUp)
    }

    static func otherTerminal(_ id: PaymentID, _ its: String, _ connected: String) -> Failure {
        Failure(
            ReversalFailure.otherTerminal,
            Sentence("failure.reversal.otherTerminal", ["connected": connected, "its": its, "id": id]),
            remedy: Sentence("remedy.reversal.otherTerminal", ["its": its, "id": id]), recovery: .askOperator)
    }

    static let unlinkedRefundForbidden = Failure(
        RefundFailure.forbidden, Sentence("failure.refund.forbidden"), remedy: Sentence("remedy.refund.forbidden"),
        recovery: .askOperator)

    static func overLimit(_ amount: Money, _ limit: Money) -> Failure {
        Failure(
            RefundFailure.overLimit, Sentence("failure.refund.overLimit", ["amount": amount, "limit": limit]),
            remedy: Sentence("remedy.refund.overLimit"), recovery: .askOperator)
    }
}
