import Failures
import Flow
import Hardware
import Model
import ZVTCodes

/// The till's side of a conversation without a line: it turns requests into the till's telegrams, and the terminal's
/// telegrams into events. Pure, like the dialogue inside.
struct InProcessTerminal: Sendable {
    enum Step: Sendable {
        case record(TerminalJournal.Entry)
        case event(TerminalEvent)
        case pullCable(backAfter: Duration?)
    }

    private enum Phase { case idle, asked, running }

    /// A result or text that waits for the till's answer.
    private struct Open {
        let id: TerminalRecordID
        let isText: Bool
        let came: Uptime
        /// When the terminal is told that the goods are still pending.
        var asksAgain: Uptime?
    }

    private var dialogue: TerminalDialogue
    private var phase = Phase.idle
    private var request = TerminalRequest.enquireStatus
    private var open: Open?
    private var toldClock: TerminalClock?
    private var lastRecord = 0
    /// When the running request ends as disturbed because an answer is missing.
    private var givesUp: Uptime?
    private var steps: [Step] = []

    init(_ scenario: TerminalScenario, journal: TerminalJournal) {
        dialogue = TerminalDialogue(scenario, journal: journal)
    }

    var deadline: Uptime? { [dialogue.deadline, givesUp, open?.asksAgain].compactMap { $0 }.min() }

    mutating func started(at moment: TerminalMoment) -> [Step] {
        dialogue.started(at: moment)
        return finish(at: moment)
    }

    mutating func start(_ request: TerminalRequest, at moment: TerminalMoment) -> [Step] {
        phase = .asked
        self.request = request
        toldClock = nil
        givesUp = moment.uptime + SimulatedTerminalInProcess.answerLimit
        say(Self.telegram(of: request), at: moment)
        return finish(at: moment)
    }

    mutating func answer(_ id: TerminalRecordID, _ verdict: StorageVerdict, at moment: TerminalMoment) -> [Step] {
        guard var record = open, record.id == id else { return [] }
        if verdict == .goods(.pending), !record.isText {
            record.asksAgain = record.came + Self.waitForGoods
            open = record
            return []
        }
        open = nil
        return respond(Self.response(to: verdict, isText: record.isText), to: id, at: moment)
    }

    private static func response(to verdict: StorageVerdict, isText: Bool) -> TillTelegram {
        switch verdict {
        case .stored, .goods(.given): .accepted
        case .goods(.givenInPart(let amount)) where !isText: .issuedInPart(amount.minorUnits)
        case .refuse, .goods: .refused(isText ? TerminalCode.printerNotReady : processingError)
        }
    }

    private mutating func respond(
        _ response: TillTelegram, to id: TerminalRecordID?, at moment: TerminalMoment
    ) -> [Step] {
        guard dialogue.hears(response) else {
            givesUp = moment.uptime + SimulatedTerminalInProcess.givingUp
            return []
        }
        // Nil where the terminal is told to ask again: the storage has not answered.
        if let id { steps.append(.event(.answered(id))) }
        dialogue.received(response, at: moment)
        return finish(at: moment)
    }

    mutating func cancel(at moment: TerminalMoment) -> [Step] {
        guard phase == .running else { return [] }
        say(.abort, at: moment)
        return finish(at: moment)
    }

    /// Ends the connection with a failure, as the till sees it; the terminal loses its line.
    mutating func lineLost(_ failure: Failure, at moment: TerminalMoment) -> [Step] {
        if phase != .idle { end(.disturbed(failure)) }
        dialogue.lineFailed(at: moment)
        return finish(at: moment)
    }

    mutating func deadlineReached(at moment: TerminalMoment) -> [Step] {
        if let record = open, let limit = record.asksAgain, limit <= moment.uptime {
            open = nil
            return respond(.refused(TerminalCode.busy), to: nil, at: moment)
        }
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

    /// `84 66`, a till's answer to a result that contradicts its request.
    private static let processingError: UInt8 = 0x66
    /// How long the till waits for the goods before it asks the terminal for more time: somewhat less than a terminal
    /// waits.
    private static let waitForGoods = Duration.seconds(25)
    private static let noAnswer = Failure(
        ReaderFailure.noAnswer, "The simulated terminal does not answer.", recovery: .retry)
}

// MARK: - The terminal's telegrams

extension InProcessTerminal {
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
        case .ignore, .hangUp: break
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
        case .progress(let code, _):
            steps.append(.event(.progress(Self.shown(code))))
            dialogue.received(.accepted, at: moment)
        case .result(let entry):
            let result = dialogue.scenario.result(of: entry)
            ask(isText: false, at: moment) { .result($0, result) }
        case .totals(let turnover):
            let totals = dialogue.scenario.totals(turnover)
            ask(isText: false, at: moment) { .totals($0, totals) }
        case .clock(let time):
            toldClock = time.clock
            dialogue.received(.accepted, at: moment)
        case .openReservations(let receipts):
            steps.append(.event(.openPreauthorisations(receipts.map { Preauthorisation(receiptNumber: $0) })))
            close(.completed(TerminalState()), at: moment)
        case .failure(let code):
            ask(isText: false, at: moment) { .result($0, TransactionResult(resultCode: DeviceCode(zvt: code))) }
        case .line(let attribute, let text):
            let line = TerminalReceiptLine(attribute: attribute, text: text)
            let ends = attribute & 0x80 != 0
            ask(isText: true, at: moment) {
                .text($0, TerminalText(copy: nil, lines: [line.printed], endsReceipt: ends))
            }
        case .block(let receipt): ask(isText: true, at: moment) { .text($0, receipt.text) }
        case .registered(let registration, _):
            let set = TerminalProfile.CharacterSet.allCases.first {
                TerminalCharacterSets.tag14(of: $0) == registration.characterSet
            }
            let terminalID = dialogue.scenario.identity.terminalID
            close(.completed(TerminalState(terminalID: terminalID, characterSet: set)), at: moment)
        case .status(_, let demand): close(.completed(dialogue.scenario.stateOnEnquiry(demand)), at: moment)
        case .completed: close(.completed(TerminalState(clock: toldClock)), at: moment)
        case .aborted(let code): close(.aborted(code: DeviceCode(zvt: code)), at: moment)
        }
    }

    private static func shown(_ code: UInt8) -> TerminalProgress {
        let (step, asks) = ZVTProgressCode.meaning(of: code)
        return TerminalProgress(
            step, asksToRemoveCard: asks, number: code, text: TerminalEncoder.display(code))
    }

    private mutating func accepted(at moment: TerminalMoment) {
        guard phase == .asked else { return }
        phase = .running
        givesUp = dialogue.isSilent ? moment.uptime + SimulatedTerminalInProcess.silenceLimit : nil
        steps.append(.event(.accepted))
        if request == .logOff || request == .probe(.abort) { end(.completed(TerminalState())) }
    }

    private mutating func refused(_ code: UInt8) {
        guard phase == .asked else { return }
        end(
            .refused(
                code: DeviceCode(zvt: code == TerminalCode.wrongCurrency ? TerminalCode.registrationRefused : code)))
    }

    private mutating func ask(
        isText: Bool, at moment: TerminalMoment, _ event: (TerminalRecordID) -> TerminalEvent
    ) {
        lastRecord += 1
        let id = TerminalRecordID(lastRecord)
        open = Open(id: id, isText: isText, came: moment.uptime)
        steps.append(.event(event(id)))
    }

    private mutating func close(_ end: TerminalEnd, at moment: TerminalMoment) {
        self.end(end)
        dialogue.received(.accepted, at: moment)
    }
}

// MARK: - Values

extension InProcessTerminal {
    /// The till's telegram for a request. A terminal in this process needs no password.
    private static func telegram(of request: TerminalRequest) -> TillTelegram {
        switch request {
        case .register(let currency):
            .registration(registration(currency, .full, .utf8), password: nil)
        case .authorise(let amount): transaction(.payment, amount)
        case .reverse(let receipt, let amount): transaction(.reversal, amount, receipt)
        case .refund(let amount): transaction(.refund, amount)
        case .preauthorise(let amount): transaction(.reservation, amount)
        case .book(let reserved, let used): transaction(.bookTotal, used, reserved.receiptNumber)
        case .partialRelease(let reserved, let unused): transaction(.partialRelease, unused, reserved.receiptNumber)
        case .release(let reserved, let amount): transaction(.release, amount, reserved.receiptNumber)
        case .openPreauthorisations: .openReservations
        case .turnoverTotals: .administration(.turnoverTotals, password: nil)
        case .endOfDay: .administration(.endOfDay, password: nil)
        case .initialise: .administration(.initialisation, password: nil)
        case .diagnose(let diagnosis): .diagnosis(diagnosis.rawValue)
        case .logOff: .logOff
        case .setClock(let clock):
            .setClock(
                TerminalTime(
                    year: clock.year, month: clock.month, day: clock.day, hour: clock.hour, minute: clock.minute,
                    second: clock.second))
        case .enquireStatus: .statusEnquiry(service: 0, isBare: false)
        case .repeatReceipt: .repeatReceipt(RepeatRequest(service: 0x03))
        case .reprint(let receipt, let withResult):
            .repeatReceipt(RepeatRequest(service: withResult ? 0x01 : 0x00, receipt: receipt.rawValue))
        case .probe(.registration(let currency, let form, let wish)):
            .registration(registration(currency, form, wish), password: nil)
        case .probe(.status(let withPassword)): .statusEnquiry(service: 0, isBare: !withPassword)
        case .probe(.abort): .abort
        }
    }

    private static func registration(
        _ currency: Currency, _ form: TerminalProfile.Registration, _ wish: TerminalProfile.CharacterSet?
    ) -> TerminalRegistration {
        let isBare = form == .bare
        let set = wish.map { TerminalCharacterSets.tag14(of: $0) }
        return TerminalRegistration(
            configuration: 0xBE, currency: currency.number, columns: isBare ? nil : TerminalReceiptText.columns,
            wishedCharacterSets: isBare ? [] : [set].compactMap { $0 }, permitted: isBare ? nil : [0x06D3, 0x06D1])
    }

    private static func transaction(
        _ command: TerminalJournal.Command, _ amount: Money, _ receipt: Int? = nil
    ) -> TillTelegram {
        .transaction(
            TransactionRequest(
                command: command, amount: amount.minorUnits, currency: amount.currency.number, receipt: receipt))
    }
}

extension TerminalReceipt {
    fileprivate var text: TerminalText {
        TerminalText(
            copy: recipient.copy, lines: lines.map(\.printed), endsReceipt: true)
    }
}

extension TerminalReceipt.Recipient {
    fileprivate var copy: ReceiptCopy? {
        switch self {
        case .customer: .customer
        case .merchant: .merchant
        case .administration: nil
        }
    }
}

extension TerminalTime {
    fileprivate var clock: TerminalClock? {
        TerminalClock(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
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
    fileprivate func stateOnEnquiry(_ demand: Demand?) -> TerminalState {
        TerminalState(status: DeviceCode(zvt: demand?.code ?? 0), softwareVersion: identity.softwareVersion)
    }

    fileprivate func totals(_ turnover: TerminalTurnover) -> TerminalTotals {
        var totals = TerminalTotals()
        totals.resultCode = .success
        totals.totalMinor = turnover.totalMinor
        totals.firstReceipt = turnover.firstReceipt ?? 0
        totals.lastReceipt = turnover.lastReceipt ?? 0
        totals.schemes = zip(CardScheme.allCases, TerminalTurnover.Scheme.allCases).map { scheme, field in
            let total = turnover[field]
            return TerminalTotals.SchemeTotal(scheme, count: total.count, amountMinor: total.sumMinor)
        }
        totals.trace = turnover.closing?.trace
        if let time = turnover.closing.flatMap({ TerminalTime($0.at) }) {
            (totals.month, totals.day) = (time.month, time.day)
            (totals.hour, totals.minute, totals.second) = (time.hour, time.minute, time.second)
        }
        return totals
    }

    fileprivate func result(of entry: TerminalJournal.Entry) -> TransactionResult {
        var result = TransactionResult(resultCode: DeviceCode(zvt: entry.code ?? 0))
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
