import Flow
import Model

extension LawfulTerminal {
    func hear(_ telegram: TillTelegram) {
        if telegram.isResponse { return responded(telegram) }
        if telegram == .abort { return abort() }
        if isMaster { return say(Self.no(TerminalCode.busy)) }
        if isBusyByItself {
            switch habits.whileBusy {
            case .saysNothing: return link.forgetLast()
            case .saysBusy: return command(telegram, status: TerminalCode.busy)
            case .saysBusyAtHost where isAtHost: return command(telegram, status: TerminalCode.busy)
            case .saysBusyWithCard where !isAtHost: return command(telegram, status: TerminalCode.busy)
            case .saysReady, .saysBusyAtHost, .saysBusyWithCard: break
            }
        }
        command(telegram, status: 0)
    }

    private func command(_ telegram: TillTelegram, status: UInt8) {
        if case .statusEnquiry(let service, _) = telegram {
            let version = service & 0x02 == 0 ? TerminalEncoder.counted(Array("LAWFUL 1".utf8), digits: 3) : []
            return begin([.say(TerminalEncoder.telegram(0x060F, version + [status]), .answer)])
        }
        guard status == 0 else { return say(Self.no(status)) }
        switch telegram {
        case .registration(let wish, _): register(wish)
        case .transaction(let request): transact(request)
        case .administration(.endOfDay, _): endOfDay()
        case .administration(.turnoverTotals, _): begin([.say(totals(), .answer), .say(Self.completion, .answer)])
        case .administration(.initialisation, _), .diagnosis, .setClock: begin([.say(Self.completion, .answer)])
        case .logOff: say(Self.yes)
        case .repeatReceipt(let request): repeatReceipt(request)
        case .openReservations: tellReservations()
        case .unknown, .abort, .accepted, .refused, .issuedInPart, .statusEnquiry:
            say(Self.no(TerminalCode.impossible))
        }
    }

    static let completion = TerminalEncoder.telegram(0x060F, [])
    static func failedCompletion(_ code: UInt8) -> [UInt8] { TerminalEncoder.telegram(0x060F, [0x27, code]) }
    static func aborted(_ code: UInt8) -> [UInt8] { TerminalEncoder.telegram(0x061E, [code]) }

    private func register(_ wish: TerminalRegistration) {
        registration = wish
        let id = habits.tellsIDAtRegistration ? [0x29] + TerminalEncoder.packed(memory.terminalID) : []
        begin([.say(TerminalEncoder.telegram(0x060F, [0x19, 0x00] + id + [0x49, 0x09, 0x78]), .answer)])
    }

    // MARK: End of day

    private func totals() -> [UInt8] {
        let sum = memory.today.reduce(0) { sum, serial in
            let entry = book.entries[serial]
            guard !entry.isUndone else { return sum }
            switch entry.kind {
            case .payment, .booking: return sum + Int(entry.amount)
            case .refund, .reversal: return sum - Int(entry.amount)
            case .declined, .reservation, .release: return sum
            }
        }
        return TerminalEncoder.telegram(0x040F, [0x27, 0x00, 0x04] + TerminalEncoder.digits(abs(sum), 6))
    }

    private func endOfDay() {
        begin([
            .pause(.seconds(1)),
            .perform { terminal in
                let totals = terminal.totals()
                terminal.endDay("its day ends, as the till asked")
                terminal.plan = [.say(totals, .answer), .say(Self.completion, .answer)]
            },
        ])
    }

    func endDay(_ why: String) {
        log.note(.book(why))
        memory.today = []
        if habits.dayEndClears { memory.stored = [] }
        if habits.dayEndRenumbers { memory.restartNumbers() }
    }

    // MARK: Repeated receipts

    private func repeatReceipt(_ request: RepeatRequest) {
        switch habits.repeating {
        case .tells: break
        case .completes: return begin([.say(Self.completion, .answer)])
        case .aborts: return begin([.say(Self.aborted(TerminalCode.impossible), .answer)])
        case .refuses: return say(Self.no(TerminalCode.impossible))
        }
        guard let last = lastStored() else { return begin([.say(Self.aborted(TerminalCode.impossible), .answer)]) }
        var acts: [Act] = []
        if request.service & 0x01 != 0 { acts.append(.say(result(last, repeated: true), .answer)) }
        if request.service & 0x02 == 0 || habits.printsAnyway { acts += slips(of: last) }
        begin(acts + [.say(Self.completion, .answer)])
    }

    private var repeatsPaymentsOnly: Bool { habits.reversals == .ofPaymentsOnly }

    func lastStored() -> HonestBook.Entry? {
        for serial in memory.stored.reversed() {
            let entry = book.entries[serial]
            if !entry.isSettled, isStale { continue }
            switch entry.kind {
            case .declined: if habits.showsDeclines { return entry }
            case .reversal where habits.reversals != .shown: continue
            case .refund where repeatsPaymentsOnly, .reservation where repeatsPaymentsOnly,
                .release where repeatsPaymentsOnly:
                continue
            case .payment, .refund, .reversal, .reservation, .booking, .release:
                guard entry.isUndone || book.isReversed(serial) && !repeatsPaymentsOnly else { return entry }
                if entry.shownAsFailed {
                    if habits.showsDeclines { return failed(entry) }
                } else if habits.reversals == .asFailed {
                    return failed(entry)
                }
            }
        }
        return nil
    }

    func failed(_ entry: HonestBook.Entry) -> HonestBook.Entry {
        var failed = entry
        failed.code = TerminalCode.timeout
        return failed
    }

    // MARK: 04 0F

    func result(_ entry: HonestBook.Entry, repeated: Bool) -> [UInt8] {
        func tells(_ field: ChoicePoint) -> Bool { habits.tells(field, repeated: repeated) }
        var data: [UInt8] = [0x27, entry.code]
        if tells(.amount) { data += [0x04] + TerminalEncoder.digits(Int(entry.toldAmount ?? entry.amount), 6) }
        if tells(.trace) { data += [0x0B] + TerminalEncoder.digits(entry.trace, 3) }
        if entry.kind == .reversal, let original = entry.original {
            data += [0x37] + TerminalEncoder.digits(book.entries[original].trace, 3)
        } else if habits.namesOriginalTrace {
            data += [0x37, 0x00, 0x00, 0x00]
        }
        if tells(.clock) {
            let time = entry.at
            data += [0x0C] + [time.hour, time.minute, time.second].flatMap { TerminalEncoder.digits($0, 1) }
            data += [0x0D] + TerminalEncoder.digits(time.month, 1) + TerminalEncoder.digits(time.day, 1)
        }
        data += [0x19, 0x70]
        if tells(.lastDigits) {
            data += [0x22] + TerminalEncoder.counted(TerminalEncoder.packed("EEEEEEEEEEEE4711"), digits: 2)
        }
        if tells(.resultID) { data += [0x29] + TerminalEncoder.packed(entry.terminalID) }
        if tells(.currency) { data += [0x49, 0x09, 0x78] }
        if tells(.receiptNumber) { data += [0x87] + TerminalEncoder.digits(habits.tellsZeros ? 0 : entry.receipt, 2) }
        if tells(.turnover) { data += [0x88] + TerminalEncoder.digits(entry.turnover, 3) }
        data += [0x8A, 0x06]
        if tells(.cardName) { data += [0x8B] + TerminalEncoder.counted(Array("girocard\0".utf8), digits: 2) }
        return TerminalEncoder.telegram(0x040F, data)
    }

    static func numberless(_ code: UInt8) -> [UInt8] { TerminalEncoder.telegram(0x040F, [0x27, code]) }

    // MARK: Slips

    /// The receipts of an entry. Each one names its entry, independently of the terminal's numbers.
    func slips(of entry: HonestBook.Entry) -> [Act] {
        guard registration.wantsReceipts else { return [] }
        let isPositive = entry.code == 0
        let recipients: [TerminalReceipt.Recipient] = isPositive ? [.customer, .merchant] : [.customer]
        let encoder = TerminalEncoder(scenario: TerminalScenario(), registration: registration)
        return recipients.flatMap { recipient -> [Act] in
            let lines = [
                "Beleg-Nr. \(entry.receipt)", "TA-Nr. \(entry.trace)",
                "REF B\(entry.serial) \(isPositive ? "OK" : "NO")",
                isPositive ? "ZAHLUNG ERFOLGT" : "ZAHLUNG NICHT ERFOLGT",
            ].map { TerminalReceiptLine(text: $0) }
            guard habits.printsLines || !registration.takesTextBlocks else {
                let receipt = TerminalReceipt(recipient: recipient, lines: lines, isPositive: isPositive)
                return [.say(encoder.bytes(.block(receipt)), .answer)]
            }
            let end = encoder.bytes(.line(attribute: TerminalEncoder.endOfReceipt, text: ""))
            return lines.map { .say(encoder.bytes(.line(attribute: 0, text: $0.text)), .answer) } + [.say(end, .answer)]
        }
    }
}
