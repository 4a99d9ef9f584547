import Flow

extension TerminalDialogue {
    /// Performs acts until one has to wait.
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
        case .closeDay: closeDay(at: moment)
        case .serve(let event, let acts):
            let nothing = TerminalPosting(amount: 0, currency: scenario.identity.currency)
            record(book.note(event, nothing, at: clock(at: moment)))
            plan = acts
        case .undo(let undoing):
            settle(undoing, at: moment)
            if scenario.announcesReversal, undoing != .keeps, !lineIsDown { plan = tellReversal(TerminalCode.timeout) }
        case .cancel:
            var posting = posting
            posting.code = TerminalCode.timeout
            record(book.note(.cancelled, posting, at: clock(at: moment)))
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
        if isOnNetwork, scenario.network.resetsAt == point {
            hangUp(abruptly: true)
            if scenario.onLineFailure == .stops { stop(at: moment) }
        }
        if scenario.restarts == point { restart(at: moment) }
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
        // Without a card there is no cardholder to press STOP.
        case .cancel, .noCard: approve(at: moment)
        }
    }

    private mutating func approve(at moment: TerminalMoment) {
        var posting = posting
        posting.amount += Int64(scenario.faults.bookedAmountError)
        let entry = book.enter(request.command.event, posting, at: clock(at: moment))
        record(entry)
        booking = entry
        entered = entry
        plan = [.point(.booked), .say(.result(entry), .commit)] + closing(entry)
    }

    /// The acts after the till has accepted the result.
    func closing(_ entry: TerminalJournal.Entry) -> [Act] {
        let again: [Act] = scenario.resultTwice ? [.say(.result(entry), .answer)] : []
        let texts = request.command == .reservation ? [] : prints(of: entry)
        return [.point(.confirmed)] + again + texts + [.say(.completed, .answer)]
    }

    /// Declines a card. The negative result ends the payment unless another card phase follows.
    private mutating func decline(_ code: UInt8, _ index: Int, at moment: TerminalMoment) {
        var posting = posting
        posting.code = code
        let entry = book.enter(.declined, posting, at: clock(at: moment))
        record(entry)
        plan = [.say(.result(entry), .answer)]
        guard index + 1 == scenario.outcomes.count || !request.command.needsCard else {
            if code == TerminalCode.wrongPIN { plan += progress(TerminalCode.showWrongPIN) }
            return plan += cardPhase(index + 1)
        }
        if scenario.receipt.printsDeclines { plan += prints(of: entry) }
        plan.append(.say(.aborted(code), .answer))
    }

    /// The contents of an entry for the running request.
    var posting: TerminalPosting {
        TerminalPosting(
            command: request.command, amount: request.amount ?? reference?.amountMinor ?? 0,
            currency: scenario.identity.currency, cardType: reference?.cardType ?? scenario.card.type,
            originalTrace: reference?.trace)
    }

    /// The transaction that the running request follows or reverses.
    var reference: TerminalJournal.Entry? {
        request.command.needsCard ? nil : request.receipt.flatMap(book.transaction)
    }

    /// The terminal's own time.
    func clock(at moment: TerminalMoment) -> TerminalTime {
        clockShift == 0 ? moment.time : TerminalTime(seconds: moment.time.seconds + clockShift)
    }

    /// The receipts as print commands, as far as the till asked for them: as blocks if the till permits them, else as
    /// lines.
    func prints(of entry: TerminalJournal.Entry) -> [Act] {
        guard registration.wantsReceipts else { return [] }
        return print(TerminalReceiptText(scenario: scenario).receipts(entry))
    }

    func print(_ receipts: [TerminalReceipt]) -> [Act] {
        if registration.takesTextBlocks, !scenario.receipt.byLine { return receipts.map { .say(.block($0), .print) } }
        return receipts.flatMap { lines(of: $0) }
    }

    private func lines(of receipt: TerminalReceipt) -> [Act] {
        // The mark of the receipt's end is an empty line itself.
        let lines = receipt.lines.last?.text == "" ? receipt.lines.dropLast() : receipt.lines[...]
        let end = TerminalTelegram.line(attribute: TerminalEncoder.endOfReceipt, text: "")
        return lines.map { .say(.line(attribute: $0.attribute, text: $0.text), .print) } + [.say(end, .print)]
    }
}
