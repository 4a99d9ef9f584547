import Flow
import Hardware
import Model

/// The till's side of a conversation without a wire: turns requests into what a till says, and what the terminal says
/// into events. Pure, like the dialogue it holds.
struct SimulatedTerminalDesk: Sendable {
    enum Step: Sendable {
        case record(TerminalJournal.Entry)
        case event(TerminalEvent)
        case pullCable(backAfter: Duration?)
    }

    private enum Phase { case idle, asked, running }

    private var dialogue: TerminalDialogue
    private var phase = Phase.idle
    private var open: (id: TerminalRecordID, isText: Bool)?
    private var lastRecord = 0
    /// When nothing came that should have: the request ends as disturbed.
    private var givesUp: Uptime?
    private var steps: [Step] = []

    init(_ scenario: TerminalScenario, journal: TerminalJournal) {
        dialogue = TerminalDialogue(scenario, journal: journal)
    }

    var deadline: Uptime? { [dialogue.deadline, givesUp].compactMap { $0 }.min() }

    mutating func started(at moment: TerminalMoment) -> [Step] {
        dialogue.started(at: moment)
        return finish(at: moment)
    }

    mutating func start(_ request: TerminalRequest, at moment: TerminalMoment) -> [Step] {
        phase = .asked
        givesUp = moment.uptime + SimulatedTerminalInProcess.answerLimit
        say(Self.telegram(of: request), at: moment)
        return finish(at: moment)
    }

    mutating func answer(_ id: TerminalRecordID, _ verdict: StorageVerdict, at moment: TerminalMoment) -> [Step] {
        guard let record = open, record.id == id else { return [] }
        open = nil
        let refusal = record.isText ? TerminalCode.printerNotReady : Self.processingError
        let response = verdict.isCommit ? TillTelegram.accepted : .refused(refusal)
        guard dialogue.hears(response) else {
            givesUp = moment.uptime + SimulatedTerminalInProcess.givingUp
            return []
        }
        steps.append(.event(.answered(id)))
        dialogue.received(response, at: moment)
        return finish(at: moment)
    }

    mutating func cancel(at moment: TerminalMoment) -> [Step] {
        guard phase == .running else { return [] }
        say(.abort, at: moment)
        return finish(at: moment)
    }

    /// The connection ends for this reason; the terminal finds itself without a till.
    mutating func lineLost(_ failure: Failure, at moment: TerminalMoment) -> [Step] {
        if phase != .idle { end(.disturbed(failure)) }
        dialogue.lineFailed(at: moment)
        return finish(at: moment)
    }

    mutating func deadlineReached(at moment: TerminalMoment) -> [Step] {
        if let limit = givesUp, limit <= moment.uptime, phase != .idle { end(.disturbed(Self.noAnswer)) }
        dialogue.deadlineReached(at: moment)
        return finish(at: moment)
    }

    private mutating func say(_ telegram: TillTelegram, at moment: TerminalMoment) {
        guard dialogue.hears(telegram) else { return }
        dialogue.received(telegram, at: moment)
    }

    private mutating func end(_ end: TerminalEnd) {
        phase = .idle
        givesUp = nil
        open = nil
        steps.append(.event(.finished(end)))
    }

    /// `84 66`, what a till says to a result that contradicts its request.
    private static let processingError: UInt8 = 0x66
    private static let noAnswer = Failure(
        "reader.noAnswer", "The simulated terminal does not answer.", recovery: .retry)
}

// MARK: - What the terminal says

extension SimulatedTerminalDesk {
    private mutating func finish(at moment: TerminalMoment) -> [Step] {
        var said = dialogue.takeSteps()
        while !said.isEmpty {
            for step in said { take(step, at: moment) }
            said = dialogue.takeSteps()
        }
        defer { steps = [] }
        return steps
    }

    private mutating func take(_ step: TerminalDialogue.Step, at moment: TerminalMoment) {
        switch step {
        case .record(let entry): steps.append(.record(entry))
        case .pullCable(let backAfter): steps.append(.pullCable(backAfter: backAfter))
        case .ignore: break
        case .restart: givesUp = moment.uptime + SimulatedTerminalInProcess.givingUp
        case .say(let telegram):
            dialogue.delivered(at: moment)
            hear(telegram, at: moment)
        }
    }

    private mutating func hear(_ telegram: TerminalTelegram, at moment: TerminalMoment) {
        guard phase != .idle else { return }
        switch telegram {
        case .accepted: accepted(at: moment)
        case .refused(let code): refused(code)
        case .progress(let code):
            steps.append(.event(.progress(TerminalProgress(code: code, text: TerminalEncoder.display(code)))))
            dialogue.received(.accepted, at: moment)
        case .result(let entry):
            let result = dialogue.scenario.result(of: entry)
            ask(isText: false) { .result($0, result) }
        case .failure(let code): ask(isText: false) { .result($0, TransactionResult(resultCode: code)) }
        case .line(let attribute, let text):
            let line = TerminalReceiptLine(attribute: attribute, text: text)
            let ends = attribute & 0x80 != 0
            ask(isText: true) { .text($0, TerminalText(copy: nil, lines: [line.printed], endsReceipt: ends)) }
        case .block(let receipt): ask(isText: true) { .text($0, receipt.text) }
        case .registered: close(.completed(dialogue.scenario.stateOnRegistration), at: moment)
        case .status: close(.completed(dialogue.scenario.stateOnEnquiry), at: moment)
        case .completed: close(.completed(TerminalState()), at: moment)
        case .aborted(let code): close(.aborted(code: code), at: moment)
        }
    }

    private mutating func accepted(at moment: TerminalMoment) {
        guard phase == .asked else { return }
        phase = .running
        givesUp = dialogue.isSilent ? moment.uptime + SimulatedTerminalInProcess.silenceLimit : nil
        steps.append(.event(.accepted))
    }

    private mutating func refused(_ code: UInt8) {
        guard phase == .asked else { return }
        end(.refused(code: code == TerminalCode.wrongCurrency ? TerminalCode.registrationRefused : code))
    }

    private mutating func ask(isText: Bool, _ event: (TerminalRecordID) -> TerminalEvent) {
        lastRecord += 1
        let id = TerminalRecordID(lastRecord)
        open = (id, isText)
        steps.append(.event(event(id)))
    }

    private mutating func close(_ end: TerminalEnd, at moment: TerminalMoment) {
        self.end(end)
        dialogue.received(.accepted, at: moment)
    }
}

// MARK: - Values

extension SimulatedTerminalDesk {
    private static func telegram(of request: TerminalRequest) -> TillTelegram {
        switch request {
        case .register(let currency):
            .registration(
                TerminalRegistration(
                    configuration: 0xBE, currency: currency.number, columns: TerminalReceiptText.columns,
                    characterSet: TerminalCharacterSets.utf8, permitted: [0x06D3, 0x06D1]))
        case .authorise(let amount):
            .authorisation(AuthorisationRequest(amount: amount.minorUnits, currency: amount.currency.number))
        case .enquireStatus: .statusEnquiry(service: 0)
        case .repeatReceipt: .repeatReceipt(service: 0x03)
        case .reverse, .refund, .preauthorise, .book, .releasePart, .reversePreauthorisation, .openPreauthorisations,
            .turnoverTotals, .endOfDay, .diagnose, .initialise, .logOff, .setClock, .reprint:
            .unknown
        }
    }
}

extension TerminalReceipt {
    fileprivate var text: TerminalText {
        TerminalText(
            copy: recipient == .customer ? .customer : .merchant, lines: lines.map(\.printed), endsReceipt: true)
    }
}

extension TerminalReceiptLine {
    fileprivate var printed: PrintedLine {
        PrintedLine(
            text, centred: attribute & 0x40 != 0, doubleWidth: attribute & 0x20 != 0,
            doubleHeight: attribute & 0x10 != 0,
            indent: Int(attribute & 0x0F))
    }
}

extension TerminalScenario {
    fileprivate var stateOnRegistration: TerminalState { TerminalState(terminalID: identity.terminalID, status: 0) }

    fileprivate var stateOnEnquiry: TerminalState {
        TerminalState(status: 0, softwareVersion: identity.softwareVersion)
    }

    fileprivate func result(of entry: TerminalJournal.Entry) -> TransactionResult {
        var result = TransactionResult(resultCode: entry.code ?? 0)
        result.amountMinor = entry.amountMinor + Int64(faults.amountError)
        result.currencyNumber = Currency(code: entry.currency)?.number
        result.receiptNumber = entry.receipt
        result.trace = entry.trace
        result.originalTrace = entry.event == .reversed ? entry.originalTrace : nil
        result.turnoverNumber = entry.turnover
        result.terminalID = identity.terminalID
        if let time = TerminalTime(entry.at) {
            (result.month, result.day) = (time.month, time.day)
            (result.hour, result.minute, result.second) = (time.hour, time.minute, time.second)
        }
        result.approvalCode = card.approvalCode
        result.cardName = card.name
        result.panLastDigits = String(card.maskedPAN.suffix(4))
        result.cardSequenceNumber = card.sequenceNumber
        result.contractNumber = identity.contractNumber
        result.applicationID = card.applicationID
        result.technology = [0: .magneticStripe, 1: .chip, 2: .contactless][card.technology]
        result.holderVerification = card.holderVerification == 0x02 ? .onlinePIN : .unknown
        result.additionalText = entry.code.map { $0 == TerminalCode.wrongPIN ? "PIN falsch" : declineText }
        return result
    }
}
