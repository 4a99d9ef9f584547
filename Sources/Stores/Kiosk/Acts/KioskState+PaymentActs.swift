import Failures
import Model

extension KioskState {
    // MARK: Before the payment

    mutating func takeBeforePaying(_ act: KioskAct, _ event: KioskEvent) -> Bool {
        switch screen {
        case .review(let review): return take(act, review, event)
        case .orderChanged(let attempt, _):
            guard act == .accept else { return false }
            // What was asked before the change is asked again: the checks are those of the new bill.
            check(attempt)
        case .printerEmpty(let old, let code):
            guard act == .goOn, canGoWithoutPaper else { return false }
            var attempt = old
            attempt.isPaperless = true
            printerProblem = code
            check(attempt)
        case .terminalAway(let attempt, _):
            guard act == .back else { return false }
            screen = .review(KioskReview(attempt))
        case .tip(let tip): return take(act, tip, event)
        default: return false
        }
        return true
    }

    /// Whether there is another way to have a receipt than on paper.
    var canGoWithoutPaper: Bool { settings.receipts.contains { $0 != .print } }

    /// Has everything checked that can refuse the payment of this attempt, once its order is made.
    mutating func check(_ attempt: KioskAttempt) {
        var review = KioskReview(attempt)
        let hasOrder = attempt.bill.order != nil || addChore(.makeOrder(attempt, cart))
        // The order cannot be made while too much work waits, which happens only when the shop does not answer.
        review.stage = hasOrder ? .asking(round: nextRound()) : .failed(code: ShopFailure.unreachable.rawValue)
        screen = .review(review)
    }

    private mutating func take(_ act: KioskAct, _ review: KioskReview, _ event: KioskEvent) -> Bool {
        if case .asking = review.stage { return false }
        let isComposed = review.attempt.bill.source == .composed
        switch act {
        case .pay: check(review.attempt)
        case .lineQuantity(let line, let quantity):
            guard isComposed, cart.set(line, to: quantity) else { return false }
            changeCart(review, event)
        case .remove(let line):
            guard isComposed, cart.remove(line) else { return false }
            changeCart(review, event)
        case .more:
            guard isComposed else { return false }
            abandonOrder()
            openCatalogue()
        case .back:
            abandonOrder()
            if isComposed { openCatalogue() } else { screen = .find(KioskOrderSearch()) }
        default: return false
        }
        return true
    }

    /// The bill of a changed cart. An order that was made of the old one is given up.
    private mutating func changeCart(_ review: KioskReview, _ event: KioskEvent) {
        let hadOrder = review.attempt.bill.order != nil
        abandonOrder()
        guard let bill = KioskBill(cart) else { return openCatalogue() }
        var changed = review
        changed.stage = .ready
        // The key of an order that is given up is given up with it.
        if hadOrder { changed.attempt = KioskAttempt(bill, fresh: event.fresh) } else { changed.attempt.bill = bill }
        screen = .review(changed)
    }

    private mutating func take(_ act: KioskAct, _ tip: KioskTip, _ event: KioskEvent) -> Bool {
        var attempt = tip.attempt
        if let typed = typed(act, tip) {
            guard let typed else { return false }
            screen = .tip(typed)
            return true
        }
        switch act {
        case .submit:
            guard let minor = Int64(tip.digits), minor > 0, minor <= attempt.bill.total.minorUnits else { return false }
            attempt.tip = Money(minorUnits: minor, currency: attempt.bill.total.currency)
        case .tip(let percent):
            guard tip.percents.contains(percent) else { return false }
            attempt.tip = tip.amount(percent)
        case .amount(let minor):
            // More than the bill itself is a mistyped amount.
            guard 1...max(1, attempt.bill.total.minorUnits) ~= minor else { return false }
            attempt.tip = Money(minorUnits: minor, currency: attempt.bill.total.currency)
        case .none: attempt.tip = nil
        case .back:
            attempt.isTipSettled = false
            screen = .review(KioskReview(attempt))
            return true
        default: return false
        }
        if attempt.tip?.minorUnits == 0 { attempt.tip = nil }
        attempt.isTipSettled = true
        pay(attempt, event)
        return true
    }

    /// The question with what was typed; nil for an act that types nothing, and a nil within for a digit that is not taken.
    private func typed(_ act: KioskAct, _ old: KioskTip) -> KioskTip?? {
        var tip = old
        switch act {
        case .digit(let digit):
            let isDigit = digit.count == 1 && digit.allSatisfy { $0.isASCII && $0.isNumber }
            guard isDigit, tip.digits.count < Self.longestTip else { return .some(nil) }
            tip.digits = String((tip.digits + digit).drop { $0 == "0" })
        case .erase: tip.digits = String(tip.digits.dropLast())
        case .clear: tip.digits = ""
        default: return nil
        }
        return tip
    }

    private static let longestTip = 9

    mutating func pay(_ checked: KioskAttempt, _ event: KioskEvent) {
        var attempt = checked
        attempt.givesGoods = settings.givesGoods
        withdrawal = nil
        screen = .paying(KioskPaying(attempt, due: attempt.due, at: event.at))
    }

    // MARK: While it runs

    /// Cancelling is a wish: the terminal decides.
    mutating func take(_ act: KioskAct, _ old: KioskPaying) -> Bool {
        guard act == .cancel, old.canCancel else { return false }
        var paying = old
        paying.stage = .cancelling
        if paying.payment == nil { withdrawal = paying.attempt?.key }
        screen = .paying(paying)
        return true
    }

    // MARK: Nothing was charged

    mutating func take(_ act: KioskAct, _ end: KioskEnd, _ event: KioskEvent) -> Bool {
        guard act == .again, let old = end.attempt else { return false }
        // A key stands for one payment, and that one has ended. The bill is the same, and so is the order.
        var attempt = KioskAttempt(old.bill, fresh: event.fresh)
        (attempt.tip, attempt.isTipSettled, attempt.isPaperless) = (old.tip, old.isTipSettled, old.isPaperless)
        check(attempt)
        return true
    }

    // MARK: After the payment

    mutating func takeAfterPaying(_ act: KioskAct) -> Bool {
        switch screen {
        case .partial(let paid):
            guard act == .accept else { return false }
            screen = .receipt(paid)
        case .receipt(let paid): return take(act, paid)
        case .printing(let printing): return take(act, printing)
        case .email(let email): return take(act, email)
        case .show:
            guard act == .done else { return false }
            thank(isPrinted: false)
        case .thanks:
            guard act == .begin else { return false }
            goHome()
        default: return false
        }
        return true
    }

    private mutating func thank(isPrinted: Bool) {
        screen = .thanks(isShopTold: !isShopOwedNews, isPrinted: isPrinted)
    }

    private mutating func take(_ act: KioskAct, _ paid: KioskPaid) -> Bool {
        switch act {
        case .print:
            guard has(.print, of: paid) else { return false }
            screen = .printing(KioskPrinting(paid: paid, round: nextRound()))
        case .email:
            guard has(.email, of: paid) else { return false }
            screen = .email(KioskEmail(paid))
        case .show:
            guard has(.show, of: paid) else { return false }
            screen = .show(paid)
        case .none: thank(isPrinted: false)
        default: return false
        }
        return true
    }

    private func has(_ choice: KioskSettings.Choice, of paid: KioskPaid) -> Bool {
        paid.choices(of: settings.receipts).contains(choice) && paid.unavailable[choice] == nil
    }

    private mutating func take(_ act: KioskAct, _ old: KioskPrinting) -> Bool {
        var printing = old
        switch act {
        case .show where has(.show, of: printing.paid): screen = .show(printing.paid)
        case .email where has(.email, of: printing.paid): screen = .email(KioskEmail(printing.paid))
        case .done where printing.stage != .printing: thank(isPrinted: printing.stage == .printed)
        case .cameOut(let isOut) where printing.stage == .unconfirmed:
            guard !isOut else {
                thank(isPrinted: true)
                return true
            }
            printing.stage = .failed(code: Self.notSeen)
            screen = .printing(printing)
        default: return false
        }
        return true
    }

    /// The customer says that the receipt did not come out.
    private static let notSeen = "kiosk.receiptNotSeen"

    private mutating func take(_ act: KioskAct, _ old: KioskEmail) -> Bool {
        var email = old
        if case .sending = email.stage { return false }
        let isDone = email.stage == .sent || email.stage == .queued
        switch act {
        case .type(let text):
            guard !isDone, text.utf8.count <= KioskSettings.longestText else { return false }
            email.text = text
            email.stage = .typing
        case .send:
            guard !isDone, !email.text.isEmpty else { return false }
            email.stage = .sending(round: nextRound())
        case .done where isDone:
            thank(isPrinted: false)
            return true
        case .back:
            if isDone { thank(isPrinted: false) } else { screen = .receipt(email.paid) }
            return true
        default: return false
        }
        screen = .email(email)
        return true
    }
}
