import Flow

// Administration: totals, end of day, diagnosis, initialisation, repeated receipts.
extension TerminalDialogue {
    private static let minutesOfEndOfDay: UInt8 = 2

    mutating func administer(_ administration: TerminalAdministration) {
        let timing = scenario.timing
        switch administration {
        case .turnoverTotals where !scenario.tellsTotals: say(.refused(TerminalCode.impossible))
        case .turnoverTotals: begin([.say(.totals(book.turnover), .answer), .say(.completed, .answer)])
        case .endOfDay:
            guard book.openReservations.isEmpty else {
                return begin([.say(.aborted(TerminalCode.endOfDayImpossible), .answer)])
            }
            begin(
                progress(TerminalCode.working, minutes: Self.minutesOfEndOfDay)
                    + [.pause(timing.hostDelay.duration), .closeDay])
        case .initialisation:
            let acts = printsOfAdministration(.initialisation) + [.say(.completed, .answer)]
            begin(
                progress(TerminalCode.working)
                    + [.pause(timing.hostDelay.duration), .serve(.initialised, tells: acts)])
        }
    }

    mutating func closeDay(at moment: TerminalMoment) {
        let entry = book.closeDay(currency: scenario.identity.currency, at: clock(at: moment))
        record(entry)
        guard let turnover = book.lastTurnover else { return plan = [.say(.completed, .answer)] }
        plan = [.say(.totals(turnover), .answer)] + printsOfAdministration(.endOfDay(turnover))
        plan.append(.say(.completed, .answer))
    }

    /// Performs a diagnosis of type 1 (line), 2 (extended), 3 (configuration), 4 (EMV configuration) or 5 (EP2). The
    /// time is sent if the till accepts it.
    mutating func diagnose(_ type: UInt8, at moment: TerminalMoment) {
        guard 1...5 ~= type else { return begin([.say(.aborted(TerminalCode.impossible), .answer)]) }
        let time: [Act] = registration.takesClock ? [.say(.clock(moment.time), .answer)] : []
        let texts = type == 1 ? [] : printsOfAdministration(.diagnosis)
        begin(
            progress(TerminalCode.working)
                + [
                    .pause(scenario.timing.hostDelay.duration),
                    .serve(.diagnosed, tells: time + texts + [.say(.completed, .answer)]),
                ])
    }

    private func printsOfAdministration(_ text: TerminalReceiptText.Administration) -> [Act] {
        guard registration.wantsAdministrationReceipts else { return [] }
        return print([TerminalReceiptText(scenario: scenario).receipt(text)])
    }
}

// MARK: - Repeated receipts

extension TerminalDialogue {
    /// Repeats a receipt. Service bit 01 adds the status information, bit 02 leaves out the print.
    mutating func repeatReceipt(_ request: RepeatRequest) {
        let ability = scenario.repeatReceipt.ability
        switch ability {
        case .full, .onlyWithPrint, .onlyText: break
        case .tellsNothing: return begin([.say(.completed, .answer)])
        case .refuses: return say(.refused(TerminalCode.impossible))
        }
        guard let (status, texts) = stored(request.receipt) else {
            return begin([.say(.aborted(TerminalCode.impossible), .answer)])
        }
        let isPrinted = request.service & 0x02 == 0
        let isTold = request.service & 0x01 != 0 && (ability == .full || ability == .onlyWithPrint && isPrinted)
        let told: [Act] = isTold ? [.say(status, .answer)] : []
        begin(told + (isPrinted ? texts : []) + [.say(.completed, .answer)])
    }

    /// The result and print of the receipt that tag 1F01 names; nil when this terminal does not have or keep it.
    private func stored(_ receipt: UInt8) -> (TerminalTelegram, [Act])? {
        switch receipt {
        case 1: lastStored { _ in true }
        case 2: lastStored { $0 == .merchant }
        case 3: lastStored { $0 == .customer }
        case 4: book.lastTurnover.map { (.totals($0), printsOfAdministration(.endOfDay($0))) }
        default: nil
        }
    }

    private func lastStored(_ wanted: (TerminalReceipt.Recipient) -> Bool) -> (TerminalTelegram, [Act])? {
        guard let last = book.lastStored(scenario.repeatReceipt) else { return nil }
        let receipts = TerminalReceiptText(scenario: scenario).receipts(last).filter { wanted($0.recipient) }
        return (.result(last), registration.wantsReceipts ? print(receipts) : [])
    }
}

// MARK: - Demands

extension TerminalDialogue {
    var demand: TerminalScenario.Demand? {
        if let demand = scenario.demands, !book.has(demand.cure) { return demand }
        if let limit = scenario.endOfDayAfter, book.countOfDay >= limit { return .endOfDay }
        return nil
    }

    /// Whether a command is accepted despite a demand. A terminal that demands its end of day still answers for earlier
    /// transactions.
    func isAllowed(_ command: TillTelegram, despite demand: TerminalScenario.Demand) -> Bool {
        switch command {
        case .registration, .logOff, .statusEnquiry, .abort, .administration, .diagnosis, .setClock, .unknown,
            .accepted, .refused, .issuedInPart:
            true
        case .repeatReceipt, .openReservations: demand == .endOfDay
        // Reservations and reversals of the day remain possible before it ends.
        case .transaction(let request): demand == .endOfDay && !request.command.needsCard
        }
    }
}

extension TerminalScenario.Demand {
    /// The code of the demand, both as a result code and as terminal status.
    var code: UInt8 {
        switch self {
        case .endOfDay: 0xF0
        case .diagnosis: 0xC2
        case .initialisation: 0x51
        }
    }

    /// The status byte of a registration's completion.
    var registrationStatus: UInt8 {
        switch self {
        case .endOfDay: 0x00
        case .initialisation: 0x01
        case .diagnosis: 0x02
        }
    }

    fileprivate var cure: TerminalJournal.Event {
        switch self {
        case .endOfDay: .endOfDay
        case .diagnosis: .diagnosed
        case .initialisation: .initialised
        }
    }
}
