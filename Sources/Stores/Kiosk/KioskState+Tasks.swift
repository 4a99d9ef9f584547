import Flow
import Model

extension KioskState {
    /// The work that the state asks for.
    var wanted: [KioskTask] { chores + ofScreen + ofStaff + ofTime }

    private var ofStaff: [KioskTask] {
        guard case .staff(let staff) = screen else { return [] }
        switch staff {
        case .pin(let entry):
            switch entry.stage {
            case .loading(let round): return [.loadStaffNames(round: round)]
            case .checking(let round): return [.enterPIN(entry.chosen, entry.digits, round: round)]
            case .typing, .wrong, .locked, .none: return []
            }
        case .page(let page):
            let followed = page.givingBack.map { [KioskTask.followGivingBack($0.payment)] } ?? []
            switch page.stage {
            case .loading: return followed + [.loadStaffPage(page.place, limit: page.limit, round: page.round)]
            case .working(let work): return followed + [.doStaffWork(work, round: page.round)]
            case .ready: return followed
            }
        }
    }

    private var ofTime: [KioskTask] {
        var found: [KioskTask] = []
        if let idle { found.append(.idle(until: idle.until)) }
        if let pageUntil { found.append(.page(until: pageUntil, isFirst: pagePresence == .awaited)) }
        return found
    }

    private var ofScreen: [KioskTask] {
        switch customerScreen {
        case .attract: return isOpen ? [.examine] : []
        case .outOfService: return isOpen ? [.examine] : []
        case .find(let search):
            guard case .looking(let text, let round) = search.stage else { return [] }
            return [.findOrder(text, round: round)]
        case .orders(let orders):
            if let chosen = orders.chosen { return [.chooseOrder(chosen, round: orders.choice)] }
            return orders.loading == .loading ? [.listOrders(round: orders.round)] : []
        case .catalogue(let catalogue): return catalogue.loading == .loading ? [catalogue.task] : []
        case .product(let product):
            return product.loading == .loading ? [.loadProduct(product.id, round: product.round)] : []
        case .review(let review):
            guard case .asking(let round) = review.stage, review.attempt.bill.order != nil else { return [] }
            return [.prepare(review.attempt, round: round)]
        case .paying(let paying): return paying.tasks(withdrawal: withdrawal)
        case .receipt(let paid): return [.lookAtChoices(paid.payment)]
        case .printing(let printing):
            guard printing.isUnderWay, let receipt = printing.paid.receipt else { return [] }
            return [.print(receipt, round: printing.round)]
        case .email(let email):
            guard case .sending(let round) = email.stage, let receipt = email.paid.receipt else { return [] }
            return [.mail(receipt, to: email.text, round: round)]
        case .home, .orderChanged, .printerEmpty, .terminalAway, .tip, .declined, .cancelled, .partial, .show, .thanks,
            .staff:
            return []
        }
    }

    /// Begins what is wanted and not begun, and drops what is not wanted any more.
    mutating func arrangeTasks() {
        let wanted = wanted
        for task in tasks.ids where !wanted.contains(task) { tasks[task] = nil }
        for task in wanted where tasks[task] == nil { tasks[task, default: EffectState()].run() }
    }

    /// Notes that a chore is done.
    mutating func finish(_ task: KioskTask) { chores.removeAll { $0 == task } }

    /// Takes the order back that was made for a customer who does not pay it.
    mutating func abandonOrder() {
        guard let attempt = unpaidAttempt, attempt.bill.source == .composed, let order = attempt.bill.order else {
            return
        }
        addChore(.abandon(order))
    }

    /// The attempt of the customer before money may have moved, also if the staff's screen is over it.
    private var unpaidAttempt: KioskAttempt? {
        switch customerScreen {
        case .review(let review): review.attempt
        case .orderChanged(let attempt, _), .printerEmpty(let attempt, _), .terminalAway(let attempt, _): attempt
        case .tip(let tip): tip.attempt
        case .declined(let end, _), .cancelled(let end, _): end.attempt
        case .attract, .home, .find, .orders, .catalogue, .product, .paying, .partial, .receipt, .printing, .email,
            .show, .thanks, .outOfService, .staff:
            nil
        }
    }
}

extension KioskCatalogue {
    fileprivate var task: KioskTask {
        .loadPage(category: category, page: page, wantsCategories: categories.isEmpty, round: round)
    }
}

extension KioskPaying {
    fileprivate func tasks(withdrawal: String?) -> [KioskTask] {
        var found: [KioskTask] = []
        if let payment {
            found.append(.follow(payment))
            if stage == .cancelling { found.append(.cancel(payment)) }
        } else if let attempt {
            found.append(.begin(attempt))
            if stage == .cancelling, withdrawal == attempt.key { found.append(.withdraw(key: attempt.key)) }
        }
        if !isSlow { found.append(.slow(until: changed + Self.patience)) }
        return found
    }
}
