import Flow
import Hardware
import Model
import ZVTCodes

// The handling of the terminal's telegrams.
extension DialogueMachine {
    package mutating func received(_ decoded: DecodedTelegram, at now: Uptime) -> [DialogueStep] {
        if isBusy, let excess = use.take(try? decoded.telegram.get(), settings.limits) {
            return disturbed(by: .endless(excess))
        }
        switch decoded.telegram {
        case .success(let telegram): return received(telegram, at: now)
        case .failure(let error): return received(malformed: decoded, error, at: now)
        }
    }

    private mutating func received(_ telegram: Telegram, at now: Uptime) -> [DialogueStep] {
        switch telegram {
        case .response(let response): return received(response, at: now)
        case .registration, .authorisation, .statusEnquiry, .repeatReceipt, .transaction, .administration, .logOff,
            .setTerminalClock, .abort:
            return []  // a command of ours coming back: an echo on the line
        case .setTillClock(let setting):
            toldClock = setting.clock
            return takeTurn(at: now) + respond(.positive)
        case .statusInformation, .printLine, .printTextBlock:
            guard isBusy else {
                heldTelegram = (telegram, since: now)
                return []
            }
            return takeTurn(at: now) + handle(telegram, at: now)
        case .intermediateStatus, .completion, .aborted:
            heldTelegram = nil
            adoptTimeout(of: telegram)
            return takeTurn(at: now) + handle(telegram, at: now) + afterOrphan(telegram, at: now)
        }
    }

    /// The terminal becomes master: its timer restarts, and our commands without ACK are withdrawn.
    private mutating func takeTurn(at now: Uptime) -> [DialogueStep] {
        let wasDelivered = deadlineOfPhase != nil
        if isBusy { deadlineOfPhase = now + telegramTimeout }
        restartTimer(at: now)
        switch phase {
        case .idle, .running: return abort == .sent ? [.withdraw] : []
        case .held(let request, .abortAnswer):
            phase = .held(request, .orphan(heard: false))
            return []
        case .held(_, .orphan): return []
        case .sent(let request):
            guard !wasDelivered else { return [] }
            phase = .held(request, .orphan(heard: true))
            return [.withdraw]
        }
    }

    /// Adopts a new T4 from this telegram on.
    private mutating func adoptTimeout(of telegram: Telegram) {
        guard case .intermediateStatus(let status) = telegram else { return }
        hasShownProgress = true
        if let minutes = status.timeoutMinutes { telegramTimeout = .seconds(60 * minutes) }
    }

    mutating func handle(_ telegram: Telegram, at now: Uptime) -> [DialogueStep] {
        switch telegram {
        case .statusInformation(let information): return handle(information, at: now)
        case .printLine(let line):
            return ask(
                TerminalText(
                    copy: line.receiptType?.copy, lines: line.lines(in: encoding), endsReceipt: line.endsReceipt),
                at: now)
        case .printTextBlock(let block):
            encodingOfReceipt = block.encoding ?? encodingOfReceipt
            defer { if block.endsReceipt { encodingOfReceipt = nil } }
            return ask(
                TerminalText(
                    copy: block.receiptType?.copy, lines: block.lines(in: encodingOfReceipt ?? encoding),
                    endsReceipt: block.endsReceipt),
                at: now)
        case .intermediateStatus(let status): return handle(status)
        case .completion(let completion): return ended(end(completion), completion.objects)
        case .aborted(let aborted): return handle(aborted)
        case .response, .registration, .authorisation, .statusEnquiry, .repeatReceipt, .transaction, .administration,
            .logOff, .setTerminalClock, .setTillClock, .abort:
            return []
        }
    }

    /// The end that a completion tells. Its result code is optional (ZVT 13.08 §2.2.9, `06 0F`); one of failure at the end of what moves
    /// money or ends a day says that it failed, whatever was told before.
    private func end(_ completion: Completion) -> TerminalEnd {
        guard let code = completion.resultCode, code != 0, phase.endsByResult else {
            return .completed(state(completion))
        }
        return .aborted(code: DeviceCode(zvt: code))
    }

    private func state(_ completion: Completion) -> TerminalState {
        TerminalState(
            terminalID: completion.terminalID, status: completion.terminalStatus.map(DeviceCode.init(zvt:)),
            softwareVersion: completion.softwareVersion, clock: toldClock, currencyNumber: completion.currency)
    }

    /// Handles an abort, which is also the answer to the question for open preauthorisations.
    private mutating func handle(_ aborted: Aborted) -> [DialogueStep] {
        if case .running(let request) = phase, let trouble = otherCurrency(aborted.currency, than: request) {
            return respond(.positive) + disturbed(by: trouble)
        }
        guard phase == .running(.openPreauthorisations), let open = aborted.openPreauthorisations else {
            return ended(.aborted(code: aborted.resultCode.map(DeviceCode.init(zvt:))), [])
        }
        return [.event(.openPreauthorisations(open))] + ended(.completed(TerminalState()), [])
    }

    /// The error when the terminal names another currency than the announced one. For a request that moves money the command
    /// is only refused.
    private func otherCurrency(_ its: Int?, than request: TerminalRequest) -> ZVTError? {
        guard let its, let asked = request.announcedCurrency, its != asked.number else { return nil }
        return .otherCurrency(its, asked: asked)
    }

    private mutating func handle(_ information: StatusInformation, at now: Uptime) -> [DialogueStep] {
        if tellsTotals(information) {
            let record = openRecord(isText: false, at: now)
            return [.event(.totals(record, information.terminalTotals))]
        }
        guard let result = information.transactionResult else {
            return respond(.notPossible) + disturbed(by: .malformed(PacketError(.missing(.resultCode), at: 3)))
        }
        let record = openRecord(isText: false, at: now)
        return [.event(.result(record, result))]
    }

    /// Whether these are totals. For a command that began earlier the request is unknown, so the contents decide.
    private func tellsTotals(_ information: StatusInformation) -> Bool {
        switch phase {
        case .running(.endOfDay), .running(.turnoverTotals): true
        // A terminal that does not know which receipt is meant repeats that of its last transaction.
        case .running(.reprint(.endOfDay, _)): !information.namesCard
        case .running: false
        case .idle, .held, .sent: information.totals != nil
        }
    }

    private mutating func ask(_ text: TerminalText, at now: Uptime) -> [DialogueStep] {
        let record = openRecord(isText: true, at: now)
        return [.event(.text(record, text))]
    }

    /// Answers progress at once, because nothing depends on it.
    private mutating func handle(_ status: IntermediateStatus) -> [DialogueStep] {
        openRecord = nil
        guard isBusy else { return respond(.positive) }
        var progress = status.progress(in: encoding)
        if let text = progress.text {
            // A card number may be split over several texts shown one after the other.
            let masked = CardData.masked(lines: shownTexts + [text]).last
            shownTexts = Array((shownTexts + [text]).suffix(Self.mostShownTexts))
            progress.text = masked
        }
        return respond(.positive) + [.event(.progress(progress))]
    }

    private mutating func ended(_ end: TerminalEnd, _ objects: [TLV]) -> [DialogueStep] {
        openRecord = nil
        let answer = respond(.positive)
        switch phase {
        case .idle: return answer
        case .held, .sent: return answer + [.event(.orphanEnded(end))]
        case .running(let request):
            guard request.isRegistration else { return answer + finish(end) }
            encoding = TextEncoding(objects) ?? .cp437
            guard case .completed(var state) = end else { return answer + finish(end) }
            state.characterSet = TerminalProfile.CharacterSet(objects)
            return answer + finish(.completed(state))
        }
    }

    /// The earlier command has ended, so our own one is sent now. The exception is a command that must not be received twice
    /// and may have been received meanwhile: only the terminal can tell its outcome.
    private mutating func afterOrphan(_ telegram: Telegram, at now: Uptime) -> [DialogueStep] {
        switch telegram {
        case .completion, .aborted: break
        default: return []
        }
        switch phase {
        case .idle, .running, .held(_, .abortAnswer): return []
        case .held(let request, .orphan): return request.mayBeRepeated ? send(request) : disturbed(by: .busy)
        case .sent:
            deadlineOfPhase = now + timing.response
            if wasDropped == .no { wasDropped = .perhaps }
            return []
        }
    }

    private mutating func received(_ response: Response, at now: Uptime) -> [DialogueStep] {
        switch phase {
        // A command without ACK still waits for the line, so the response belongs to something earlier.
        case .sent where deadlineOfPhase == nil: break
        case .sent(let request), .held(let request, .orphan(heard: true)):
            guard response.isPositive else {
                if let trouble = otherCurrency(response.currency, than: request) { return disturbed(by: trouble) }
                return finish(.refused(code: DeviceCode(zvt: response.reason)))
            }
            phase = .running(request)
            restartTimer(at: now)
            guard request.hasCompletion else {
                if request == .logOff { encoding = .cp437 }
                return [.event(.accepted)] + finish(.completed(TerminalState()))
            }
            return [.event(.accepted)] + sendAbortIfFree()
        case .held(let request, .abortAnswer):
            abort = .none
            return send(request)
        case .idle, .running, .held(_, .orphan(heard: false)): break
        }
        if case .delivered = abort {
            abort = .none
            // The abort was accepted: only the removal of the card is left.
            if response.isPositive { use.mustEnd(within: CardPhase.cardRemoval, from: now) }
        }
        return []
    }
}

// MARK: - Unreadable telegrams

extension DialogueMachine {
    /// Answers an unknown command as unknown. The end of a command and progress count by their control field even with
    /// unknown fields. Any other unreadable telegram ends the request and is never answered positively.
    private mutating func received(
        malformed decoded: DecodedTelegram, _ error: PacketError, at now: Uptime
    ) -> [DialogueStep] {
        switch (error.reason, decoded.control) {
        case (.unknownCommand, _):
            heldTelegram = nil
            return takeTurn(at: now) + respond(.notPossible)
        case (.unknownField, Control.completion):
            return received(.completion(Completion()), at: now)
        case (.unknownField, Control.aborted):
            return received(.aborted(Aborted(resultCode: decoded.firstByte)), at: now)
        case (.unknownField, Control.intermediateStatus):
            return received(.intermediateStatus(IntermediateStatus(code: decoded.firstByte ?? 0)), at: now)
        default:
            guard isBusy, !decoded.isResponse else { return disturbed(by: .malformed(error)) }
            return takeTurn(at: now) + respond(.notPossible) + disturbed(by: .malformed(error))
        }
    }
}

extension TerminalRequest {
    /// Whether a completion follows the response to this request.
    fileprivate var hasCompletion: Bool { self != .logOff && self != .probe(.abort) }

    /// The currency that a registration announces.
    fileprivate var announcedCurrency: Currency? {
        switch self {
        case .register(let currency), .probe(.registration(let currency, _, _)): currency
        case .authorise, .reverse, .refund, .preauthorise, .book, .partialRelease, .release,
            .openPreauthorisations, .turnoverTotals, .endOfDay, .diagnose, .initialise, .logOff, .setClock,
            .enquireStatus, .repeatReceipt, .reprint, .probe(.status), .probe(.abort):
            nil
        }
    }

    /// Whether the terminal answers by itself, without a cardholder or a host.
    var isAnsweredAtOnce: Bool {
        switch self {
        case .register, .enquireStatus, .repeatReceipt, .reprint, .openPreauthorisations, .logOff, .setClock, .probe:
            true
        case .authorise, .reverse, .refund, .preauthorise, .book, .partialRelease, .release,
            .turnoverTotals, .endOfDay, .diagnose, .initialise:
            false
        }
    }
}

extension DecodedTelegram {
    /// The control field; zero when even that is missing.
    var control: UInt16 { redacted.count >= 3 ? UInt16(redacted[0]) << 8 | UInt16(redacted[1]) : 0 }
    var isResponse: Bool { redacted.first == 0x80 || redacted.first == 0x84 }
    /// The first byte of the data, if the redacted copy shows it.
    var firstByte: UInt8? { redacted.count > 3 && redacted[2] != 0xFF ? redacted[3] : nil }
}

extension Aborted {
    /// The answer to `06 23` with receipt `FFFF`: one receipt number, several in tag 23, or `FFFF` for none. Nil for any
    /// other end, and for one without a number.
    var openPreauthorisations: [Preauthorisation]? {
        guard resultCode == Self.preauthorisationError, receipt != nil || !objects.isEmpty else { return nil }
        let listed = objects.filter { $0.tag == TLVTag.openPreauthorisations }.flatMap(\.objects).compactMap { object in
            object.tag == TLVTag.receiptNumber ? object.value.flatMap { BCD.number($0) }.map(Int.init) : nil
        }
        guard case .number(let first) = receipt, !listed.contains(first) else {
            return listed.map { Preauthorisation(receiptNumber: $0) }
        }
        return ([first] + listed).map { Preauthorisation(receiptNumber: $0) }
    }

    private static let preauthorisationError: UInt8 = 0xB8
}

extension IntermediateStatus {
    func progress(in encoding: TextEncoding) -> TerminalProgress {
        let sent = lines(in: encoding).map(\.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
        return TerminalProgress(zvt: code, text: sent.isEmpty ? nil : sent, timeoutMinutes: timeoutMinutes)
    }
}
