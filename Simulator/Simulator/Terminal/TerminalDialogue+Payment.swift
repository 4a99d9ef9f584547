import Flow

extension TerminalDialogue {
    /// Acts until something has to be waited for.
    mutating func advance(at moment: TerminalMoment) {
        while case .nothing = waiting, !plan.isEmpty { perform(plan.removeFirst(), at: moment) }
        if !isMaster {
            lineIsDown = false
            isBeforeCard = false
        }
    }

    private mutating func perform(_ act: Act, at moment: TerminalMoment) {
        switch act {
        case .say(let telegram, let awaited):
            guard !lineIsDown else { return missing(awaited, at: moment) }
            if awaited == .commit { isBlind = !scenario.seesResponseToResult }
            say(telegram)
            waiting = .answer(awaited, to: telegram, until: nil)
        case .pause(let span): waiting = .pause(moment.uptime + span)
        case .prompt: isBeforeCard = true
        case .card(let span): waiting = .card(moment.uptime + span)
        case .point(let point): pass(point, at: moment)
        case .decide(let index): decide(index, at: moment)
        case .undo(let undoing):
            settle(undoing, at: moment)
            if scenario.announcesReversal, undoing != .keeps, !lineIsDown { plan = tellReversal(TerminalCode.timeout) }
        case .cancel:
            let currency = scenario.identity.currency
            record(
                book.note(
                    .cancelled, amount: request.amount ?? 0, currency: currency, code: TerminalCode.timeout,
                    at: moment.time))
            plan = [.say(.failure(TerminalCode.timeout), .answer), .say(.aborted(TerminalCode.timeout), .answer)]
        }
    }

    private mutating func pass(_ point: TerminalScenario.Point, at moment: TerminalMoment) {
        if let pull = scenario.pullsCable, pull.at == point {
            steps.append(.pullCable(backAfter: pull.backAfter?.duration))
            lineIsDown = true
            undelivered = 0
            if scenario.onLineFailure == .stops { stop(at: moment) }
        }
        if scenario.restarts == point {
            plan = []
            registration = .loggedOff
            undelivered = 0
            steps.append(.restart)
            waiting = .restart(moment.uptime + scenario.timing.restart.duration)
        }
    }

    func cardPhase(_ index: Int) -> [Act] {
        let prompt = [.prompt] + scenario.progress.beforeCard.flatMap { progress($0.value) }
        let timing = scenario.timing
        switch scenario.outcomes[index] {
        case .noCard: return prompt + [.card(timing.cardTimeout.duration), .cancel]
        case .cancel: return prompt + [.card(timing.cardDelay.duration), .cancel]
        case .approve, .decline, .wrongPIN:
            let work = scenario.progress.afterCard.flatMap { code -> [Act] in
                let delay = code.value == Self.asksHost ? timing.hostDelay : timing.stepDelay
                return progress(code.value) + [.pause(delay.duration)]
            }
            return prompt + [.card(timing.cardDelay.duration), .point(.card)] + work + [.decide(index)]
        }
    }

    private static let asksHost: UInt8 = 0x04

    private mutating func decide(_ index: Int, at moment: TerminalMoment) {
        switch scenario.outcomes[index] {
        case .approve: approve(at: moment)
        case .decline: decline(scenario.declineCode, index, at: moment)
        case .wrongPIN: decline(TerminalCode.wrongPIN, index, at: moment)
        case .cancel, .noCard: break
        }
    }

    private mutating func approve(at moment: TerminalMoment) {
        let entry = book.enter(
            .booked, amount: (request.amount ?? 0) + Int64(scenario.faults.bookedAmountError),
            currency: scenario.identity.currency, at: moment.time)
        record(entry)
        booking = entry
        let again: [Act] = scenario.resultTwice ? [.say(.result(entry), .answer)] : []
        plan = [.point(.booked), .say(.result(entry), .commit), .point(.confirmed)] + again + prints(of: entry)
        plan.append(.say(.completed, .answer))
    }

    /// A failing result ends the payment only when no other card phase follows.
    private mutating func decline(_ code: UInt8, _ index: Int, at moment: TerminalMoment) {
        let entry = book.enter(
            .declined, amount: request.amount ?? 0, currency: scenario.identity.currency, code: code, at: moment.time)
        record(entry)
        plan = [.say(.result(entry), .answer)]
        guard index + 1 == scenario.outcomes.count else {
            if code == TerminalCode.wrongPIN { plan += progress(TerminalCode.showWrongPIN) }
            return plan += cardPhase(index + 1)
        }
        if scenario.receipt.printsDeclines { plan += prints(of: entry) }
        plan.append(.say(.aborted(code), .answer))
    }

    /// The receipts as print commands, as far as the till asked for them: blocks where it permits those, else lines.
    func prints(of entry: TerminalJournal.Entry) -> [Act] {
        guard registration.wantsReceipts else { return [] }
        let receipts = TerminalReceiptText(scenario: scenario).receipts(entry)
        if registration.takesTextBlocks { return receipts.map { .say(.block($0), .print) } }
        return receipts.flatMap { lines(of: $0) }
    }

    private func lines(of receipt: TerminalReceipt) -> [Act] {
        // The end is an empty line itself.
        let lines = receipt.lines.last?.text == "" ? receipt.lines.dropLast() : receipt.lines[...]
        let end = TerminalTelegram.line(attribute: TerminalEncoder.endOfReceipt, text: "")
        return lines.map { .say(.line(attribute: $0.attribute, text: $0.text), .print) } + [.say(end, .print)]
    }
}
