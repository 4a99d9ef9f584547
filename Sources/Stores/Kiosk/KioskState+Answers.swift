import Model

/// What the answers to its tasks change in a kiosk.
extension KioskState {
    mutating func take(_ answer: KioskAnswer, to task: KioskTask, _ event: KioskEvent) {
        switch task {
        case .open: finishOpening(answer, event)
        case .examine: takeExamination(answer)
        case .findOrder: takeFound(answer, event)
        case .listOrders: takeOrders(answer)
        case .chooseOrder: takeChosen(answer, event)
        case .loadPage: takePage(answer)
        case .loadProduct: takeProduct(answer)
        case .makeOrder(let attempt, _):
            finish(task)
            takeMade(answer, attempt)
        case .prepare(let attempt, _): takePrepared(answer, attempt, event)
        case .begin(let attempt): takeBegun(answer, attempt, event)
        case .withdraw, .cancel: break
        case .abandon, .endRight: finish(task)
        case .loadStaffNames, .enterPIN, .loadStaffPage, .doStaffWork, .followGivingBack:
            takeStaffAnswer(answer, event)
        case .print, .mail: takePaper(answer)
        case .lookAtChoices:
            guard case .receipt(var paid) = customerScreen, case .unavailable(let unavailable) = answer else { return }
            paid.unavailable = unavailable
            customerScreen = .receipt(paid)
        case .idle, .slow, .page, .follow: break
        }
    }

    // MARK: The machine

    private mutating func finishOpening(_ answer: KioskAnswer, _ event: KioskEvent) {
        finish(.open)
        isOpen = true
        guard case .resumed(let look?) = answer else {
            customerScreen = .attract
            return
        }
        // The customer may still stand there, so the kiosk shows the truth about the payment.
        customerScreen = .paying(KioskPaying(nil, payment: look.paid.payment, due: look.paid.amount, at: event.at))
        settle(look, event)
    }

    private mutating func takeExamination(_ answer: KioskAnswer) {
        guard case .obstacles(let fatal, let printer) = answer else { return }
        printerProblem = printer
        let blocks = fatal ?? (canGoWithoutPaper ? nil : printer)
        switch (customerScreen, blocks) {
        case (.attract, let code?), (.outOfService, let code?): customerScreen = .outOfService(code: code)
        case (.outOfService, nil): customerScreen = .attract
        default: break
        }
    }

    // MARK: Orders

    private mutating func takeFound(_ answer: KioskAnswer, _ event: KioskEvent) {
        guard case .find(var search) = customerScreen else { return }
        switch answer {
        case .order(let bill, let isWhole):
            isShopAway = !isWhole
            customerScreen = .review(KioskReview(KioskAttempt(bill, fresh: event.fresh)))
            return
        case .orderNotFound: search.stage = .notFound
        case .orderIsPaid: search.stage = .paid
        case .orderHasEnded: search.stage = .ended
        case .failed(let code): search.stage = .failed(code: code)
        default: return
        }
        customerScreen = .find(search)
    }

    private mutating func takeOrders(_ answer: KioskAnswer) {
        guard case .orders(var orders) = customerScreen else { return }
        switch answer {
        case .orders(let rows, let isWhole):
            (orders.rows, orders.isWhole, orders.loading) = (rows, isWhole, .ready)
            isShopAway = !isWhole
        case .failed(let code): orders.loading = .failed(code: code)
        default: return
        }
        customerScreen = .orders(orders)
    }

    /// An order of the list that cannot be paid any more says so where orders are found.
    private mutating func takeChosen(_ answer: KioskAnswer, _ event: KioskEvent) {
        guard case .orders = customerScreen else { return }
        customerScreen = .find(KioskOrderSearch())
        takeFound(answer, event)
    }

    // MARK: The catalogue

    private mutating func takePage(_ answer: KioskAnswer) {
        guard case .catalogue(var catalogue) = customerScreen else { return }
        switch answer {
        case .page(let categories, let tiles, let pages, let isWhole):
            if let categories { catalogue.categories = categories }
            (catalogue.tiles, catalogue.isWhole, catalogue.loading) = (tiles, isWhole, .ready)
            catalogue.pages = max(1, pages)
            catalogue.page = min(catalogue.page, catalogue.pages)
            isShopAway = !isWhole
        case .failed(let code): catalogue.loading = .failed(code: code)
        default: return
        }
        self.catalogue = catalogue
        customerScreen = .catalogue(catalogue)
    }

    private mutating func takeProduct(_ answer: KioskAnswer) {
        guard case .product(var product) = customerScreen else { return }
        switch answer {
        case .product(let facts, let isWhole):
            (product.facts, product.loading) = (facts, .ready)
            isShopAway = !isWhole
            // What leaves no choice is chosen.
            for choice in facts.choices where choice.values.count == 1 {
                product.chosen[choice.name] = choice.values[0]
            }
        case .failed(let code): product.loading = .failed(code: code)
        default: return
        }
        customerScreen = .product(product)
    }

    // MARK: Before the payment

    /// The order of a customer who has left is taken back.
    private mutating func takeMade(_ answer: KioskAnswer, _ attempt: KioskAttempt) {
        guard case .review(var review) = customerScreen, case .asking = review.stage, review.attempt.key == attempt.key
        else {
            if case .prepared(let bill) = answer, let order = bill.order { addChore(.abandon(order)) }
            return
        }
        switch answer {
        case .prepared(let bill):
            let seen = review.attempt.bill
            review.attempt.bill = bill
            customerScreen = .review(review)
            if !seen.means(bill) { showChange(review.attempt, before: seen.total) }
        case .failed(let code):
            review.stage = .failed(code: code)
            customerScreen = .review(review)
        default: break
        }
    }

    private mutating func takePrepared(_ answer: KioskAnswer, _ old: KioskAttempt, _ event: KioskEvent) {
        guard case .review(var review) = customerScreen else { return }
        var attempt = old
        switch answer {
        case .prepared(let bill):
            let seen = attempt.bill
            attempt.bill = bill
            if seen.means(bill) { goOn(attempt, event) } else { showChange(attempt, before: seen.total) }
        case .noPaper(let bill, let code):
            attempt.bill = bill
            customerScreen = .printerEmpty(attempt, code: code)
        case .terminalAway(let bill, let code):
            attempt.bill = bill
            customerScreen = .terminalAway(attempt, code: code)
        case .failed(let code):
            review.stage = .failed(code: code)
            customerScreen = .review(review)
        default: break
        }
    }

    private mutating func showChange(_ old: KioskAttempt, before: Money) {
        var attempt = old
        // A tip was chosen for another amount.
        (attempt.tip, attempt.isTipSettled) = (nil, false)
        customerScreen = .orderChanged(attempt, before: before)
    }

    private mutating func goOn(_ attempt: KioskAttempt, _ event: KioskEvent) {
        guard !settings.tips.isEmpty, !settings.givesGoods, !attempt.isTipSettled else { return pay(attempt, event) }
        customerScreen = .tip(KioskTip(attempt: attempt, percents: settings.tips))
    }

    // MARK: Paper

    private mutating func takePaper(_ answer: KioskAnswer) {
        switch customerScreen {
        case .printing(var printing):
            switch answer {
            case .printed: printing.stage = .printed
            case .unconfirmed: printing.stage = .unconfirmed
            case .waitsForPaper(let code): printing.stage = .waiting(code: code)
            case .failed(let code): printing.stage = .failed(code: code)
            default: return
            }
            customerScreen = .printing(printing)
        case .email(var email):
            switch answer {
            case .mailed(let isHandedOver): email.stage = isHandedOver ? .sent : .queued
            case .failed(let code): email.stage = .problem(code: code)
            default: return
            }
            customerScreen = .email(email)
        default: break
        }
    }
}
