import Failures
import Flow
import Model

/// What becomes of a payment, from the terminal's display and from the journal.
extension KioskState {
    private var paying: KioskPaying? {
        if case .paying(let paying) = customerScreen { paying } else { nil }
    }

    // MARK: The beginning

    /// A failure means that nothing was sent to the terminal: nothing was charged.
    mutating func takeBegun(_ answer: KioskAnswer, _ attempt: KioskAttempt, _ event: KioskEvent) {
        guard var paying, paying.attempt?.key == attempt.key else { return }
        switch answer {
        case .begun(let payment):
            paying.payment = payment
            withdrawal = nil
            customerScreen = .paying(paying)
        case .prepared(let bill):
            var changed = attempt
            let before = changed.bill.total
            changed.bill = bill
            (changed.tip, changed.isTipSettled) = (nil, false)
            withdrawal = nil
            customerScreen = .orderChanged(changed, before: before)
        case .noPaper(_, let code): customerScreen = .printerEmpty(attempt, code: code)
        case .terminalAway(_, let code): customerScreen = .terminalAway(attempt, code: code)
        case .failed(let code): refuse(attempt, code, wasCancelled: paying.stage == .cancelling)
        default: break
        }
    }

    private mutating func refuse(_ attempt: KioskAttempt, _ code: String, wasCancelled: Bool) {
        withdrawal = nil
        if code == PaymentFailure.cancelled.rawValue {
            customerScreen = .cancelled(KioskEnd(attempt: attempt), by: wasCancelled ? .customer : .staff)
            return
        }
        var review = KioskReview(attempt)
        review.stage = .failed(code: code)
        customerScreen = .review(review)
    }

    // MARK: The terminal

    mutating func follow(_ display: KioskDisplay, _ event: KioskEvent) {
        guard var paying else { return }
        switch display {
        case .progress(let step, let asksToRemoveCard, let text):
            if paying.stage == .preparing || paying.stage == .goods { paying.stage = .authorising }
            paying.step = step ?? paying.step
            paying.asksToRemoveCard = asksToRemoveCard
            paying.text = text
        case .goods: paying.stage = .goods
        case .checking: paying.stage = .doubt
        case .over: return
        }
        paying.changed = event.at
        paying.isSlow = false
        customerScreen = .paying(paying)
    }

    // MARK: The journal

    /// The journal decides: the display is of the moment.
    mutating func settle(_ look: KioskLook, _ event: KioskEvent) {
        guard var paying, paying.payment == look.paid.payment else { return }
        if let next = look.next {
            // Another payment was begun in the place of this one.
            paying.payment = next
            paying.stage = .preparing
            customerScreen = .paying(paying)
            return
        }
        let end = KioskEnd(attempt: paying.attempt)
        switch look.verdict {
        case .running: if paying.attempt == nil { markDoubt(paying, look) }
        case .doubt: markDoubt(paying, look)
        case .approved:
            var paid = look.paid
            // No paper is promised, not even until the printer is looked at again.
            if paying.attempt?.isPaperless == true, let printerProblem { paid.unavailable[.print] = printerProblem }
            customerScreen = paid.open == nil ? .receipt(paid) : .partial(paid)
        case .declined(let reason), .notCharged(let reason): customerScreen = .declined(end, reason: reason)
        case .cancelled(let canceller):
            customerScreen = .cancelled(end, by: paying.stage == .cancelling ? .customer : canceller)
        case .goodsUnpaid: customerScreen = .thanks(isShopTold: !isShopOwedNews, isPrinted: false)
        }
    }

    private mutating func markDoubt(_ old: KioskPaying, _ look: KioskLook) {
        var paying = old
        guard paying.stage != .doubt else { return }
        paying.stage = .doubt
        paying.due = look.paid.amount
        customerScreen = .paying(paying)
    }
}
