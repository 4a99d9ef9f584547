import Model

/// Encodes the terminal's telegrams (ZVT §5, §7, §8) with the field order of real terminals' recordings.
struct TerminalEncoder: Sendable {
    let scenario: TerminalScenario
    var registration = TerminalRegistration.loggedOff

    func bytes(_ telegram: TerminalTelegram) -> [UInt8] {
        switch telegram {
        case .accepted: [0x80, 0x00, 0x00]
        case .refused(let code): refusal(code)
        case .progress(let code, let minutes): Self.telegram(0x04FF, progress(code, minutes))
        case .result(let entry): Self.telegram(0x040F, result(entry))
        case .failure(let code): Self.telegram(0x040F, [0x27, code])
        case .totals(let turnover): Self.telegram(0x040F, totals(turnover))
        case .clock(let time): Self.telegram(0x0401, clock(time))
        case .openReservations(let receipts): Self.telegram(0x061E, openReservations(receipts))
        case .line(let attribute, let text):
            Self.telegram(0x06D1, [attribute] + TerminalCharacterSets.bytes(text, in: characterSet))
        case .block(let receipt): Self.telegram(0x06D3, Self.container(block(receipt)))
        case .registered(let registration, let demand): Self.telegram(0x060F, registered(registration, demand))
        case .status(let service, let demand): Self.telegram(0x060F, status(service, demand))
        case .completed: Self.telegram(0x060F, ending([]))
        case .aborted(let code): Self.telegram(0x061E, [code] + (code == TerminalCode.wrongCurrency ? ownCurrency : []))
        }
    }

    private var characterSet: UInt8? {
        scenario.faults.latin1Text ? TerminalCharacterSets.latin1 : registration.characterSet
    }

    private var ownCurrency: [UInt8] { [0x49] + Self.digits(currency(scenario.identity.currency), 2) }

    private func currency(_ code: String) -> Int { Currency(code: code)?.number ?? 0 }

    private func refusal(_ code: UInt8) -> [UInt8] {
        guard code == TerminalCode.wrongCurrency else { return [0x84, code, 0x00] }
        return [0x84, TerminalCode.registrationRefused, 0x04, code] + ownCurrency
    }

    private func progress(_ code: UInt8, _ minutes: UInt8?) -> [UInt8] {
        let timeout = minutes.map { Self.digits(Int($0), 1) } ?? []
        guard scenario.progress.withTexts else { return [code] + timeout }
        let line = Self.tag(0x07, TerminalCharacterSets.bytes(Self.display(code), in: registration.characterSet))
        return [code] + (timeout.isEmpty ? [0x00] : timeout) + Self.container(Self.tag(0x24, line))
    }

    /// The text on the terminal's own display.
    static func display(_ code: UInt8) -> String { displays[code] ?? "Bitte warten" }

    private static let displays: [UInt8: String] = [
        0x01: "Bitte PIN-Pad beachten", 0x04: "Bitte warten - Autorisierung läuft", 0x05: "Automatischer Storno",
        0x0A: "Karte einstecken / auflegen", 0x0B: "Karte entnehmen", 0x0E: "Bitte warten", 0x15: "PIN falsch",
        0x17: "Bitte warten",
    ]
}

// MARK: - 06 0F

extension TerminalEncoder {
    private func registered(_ registration: TerminalRegistration, _ demand: TerminalScenario.Demand?) -> [UInt8] {
        var container: [UInt8] = []
        if let columns = registration.columns { container += Self.tag(0x12, [UInt8(clamping: columns)]) }
        if let set = registration.characterSet { container += Self.tag(0x27, Self.tag(0x14, [set])) }
        return [0x19, demand?.registrationStatus ?? 0x00, 0x29] + Self.packed(scenario.identity.terminalID)
            + ownCurrency + ending(container)
    }

    /// The completion of a status enquiry. Service bit 02 leaves out the software version.
    private func status(_ service: UInt8, _ demand: TerminalScenario.Demand?) -> [UInt8] {
        let state = demand?.code ?? 0x00
        guard service & 0x02 == 0 else { return [state] + ending([]) }
        let version = Array(scenario.identity.softwareVersion.utf8)
        return Self.counted(version, digits: 3) + [state] + ending([])
    }
}

// MARK: - 04 0F

extension TerminalEncoder {
    private func result(_ entry: TerminalJournal.Entry) -> [UInt8] {
        let card = scenario.card
        let time = TerminalTime(entry.at) ?? TerminalTime(year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0)
        var data: [UInt8] = [0x27, entry.code ?? 0]
        data += [0x04] + Self.digits(Int(entry.amountMinor) + scenario.faults.amountError, 6)
        data += [0x0B] + Self.digits(entry.trace ?? 0, 3)
        if entry.event == .reversed { data += [0x37] + Self.digits(entry.originalTrace ?? 0, 3) }
        data += Self.time(time)
        data += [0x0D] + Self.digits(time.month, 1) + Self.digits(time.day, 1)
        data += [0x0E] + Self.packed(card.expiry) + [0x17] + Self.digits(card.sequenceNumber, 2) + [0x19, 0x70]
        let pan = scenario.faults.unmaskedPAN ? card.wholePAN : card.maskedPAN
        data += [0x22] + Self.counted(Self.packed(pan), digits: 2)
        data += [0x29] + Self.packed(scenario.identity.terminalID)
        data += [0x2A] + Self.padded(scenario.identity.contractNumber, to: 15, with: 0x20)
        data += [0x3B] + Self.padded(card.approvalCode, to: 8, with: 0x00)
        data += additionalText(entry)
        data += [0x49] + Self.digits(currency(entry.currency), 2)
        data += [0x87] + Self.digits(entry.receipt ?? 0, 2) + [0x88] + Self.digits(entry.turnover ?? 0, 3)
        data += [0x8A, card.type, 0x8B] + Self.counted(Array(card.name.utf8) + [0x00], digits: 2)
        return data + ending(cardTags())
    }

    private func additionalText(_ entry: TerminalJournal.Entry) -> [UInt8] {
        if scenario.faults.extendedLength {
            return [0x3C] + Self.counted(Array(String(repeating: "Weit ausgeholt. ", count: 15).utf8), digits: 3)
        }
        guard let code = entry.code, code != 0 else { return [] }
        let text = code == TerminalCode.wrongPIN ? "PIN falsch" : scenario.declineText
        return [0x3C] + Self.counted(TerminalCharacterSets.bytes(text, in: nil), digits: 3)
    }

    private func cardTags() -> [UInt8] {
        let card = scenario.card
        let kind =
            Self.tag(0x1F10, [card.holderVerification]) + Self.tag(0x1F11, [card.online])
            + Self.tag(0x1F12, [card.technology])
        return Self.tag(0x2F, kind) + Self.tag(0x43, Self.packed(card.applicationID))
    }

    /// The end of a telegram: the TLV container, if it is not empty, and unknown fields.
    private func ending(_ known: [UInt8]) -> [UInt8] {
        let before = scenario.faults.unknownTags ? Self.tag(0x1F5A, [0xAA, 0xBB]) : []
        let behind = scenario.faults.unknownTags ? Self.tag(0xFF40, Self.tag(0xDF01, [0x00])) + Self.tag(0x5E, []) : []
        let tags = before + known + behind
        return (tags.isEmpty ? [] : Self.container(tags)) + (scenario.faults.unknownBMP ? [0xC5, 0x01, 0x02] : [])
    }
}

// MARK: - 04 0F with totals, 04 01, 06 1E B8

extension TerminalEncoder {
    /// The totals of a turnover. A scheme's negative total is sent without its sign, because the field has none.
    private func totals(_ turnover: TerminalTurnover) -> [UInt8] {
        var field = Self.digits(turnover.firstReceipt ?? 0, 2) + Self.digits(turnover.lastReceipt ?? 0, 2)
        for scheme in TerminalTurnover.Scheme.allCases {
            let total = turnover[scheme]
            field += [UInt8(clamping: total.count)] + Self.digits(Int(total.sumMinor), 6)
        }
        var data: [UInt8] = [0x27, 0x00, 0x04] + Self.digits(Int(turnover.totalMinor), 6)
        if let closing = turnover.closing, let time = TerminalTime(closing.at) {
            data += [0x0B] + Self.digits(closing.trace ?? 0, 3) + Self.time(time) + [0x0D]
            data += Self.digits(time.month, 1) + Self.digits(time.day, 1)
        }
        return scenario.totalsByScheme ? data + [0x60] + Self.counted(field, digits: 3) : data
    }

    private func clock(_ time: TerminalTime) -> [UInt8] {
        [0xAA] + [time.year % 100, time.month, time.day].flatMap { Self.digits($0, 1) } + Self.time(time)
    }

    private static func time(_ time: TerminalTime) -> [UInt8] {
        [0x0C] + [time.hour, time.minute, time.second].flatMap { digits($0, 1) }
    }

    /// The list of open reservations: one receipt number in its own field, several in tag 23, none as FFFF.
    private func openReservations(_ receipts: [Int]) -> [UInt8] {
        guard let first = receipts.first else { return [TerminalCode.reservation, 0x87, 0xFF, 0xFF] }
        let list = receipts.flatMap { Self.tag(0x08, Self.digits($0, 2)) }
        return [TerminalCode.reservation, 0x87] + Self.digits(first, 2)
            + (receipts.count > 1 ? Self.container(Self.tag(0x23, list)) : [])
    }
}

// MARK: - 06 D3

extension TerminalEncoder {
    private func block(_ receipt: TerminalReceipt) -> [UInt8] {
        let kind: UInt8 = (receipt.isPositive ? 0x01 : 0x04) | (receipt.recipient == .customer ? 0x80 : 0)
        var container = Self.tag(0x1F07, [receipt.recipient.rawValue]) + Self.tag(0x1F37, [kind])
        if scenario.faults.latin1Text { container += Self.tag(0x14, [TerminalCharacterSets.latin1]) }
        var texts: [UInt8] = []
        var attribute: UInt8 = 0
        for line in receipt.lines {
            if line.attribute != attribute { texts += Self.tag(0x09, [line.attribute]) }
            attribute = line.attribute
            texts += Self.tag(0x07, TerminalCharacterSets.bytes(line.text, in: characterSet))
        }
        return container + Self.tag(0x25, texts + Self.tag(0x09, [Self.endOfReceipt]))
    }

    static let endOfReceipt: UInt8 = 0x81
}

// MARK: - Formats

extension TerminalEncoder {
    static func telegram(_ control: UInt16, _ data: [UInt8]) -> [UInt8] {
        let head = [UInt8(control >> 8), UInt8(control & 0xFF)]
        guard data.count > 0xFE else { return head + [UInt8(data.count)] + data }
        return head + [0xFF, UInt8(data.count & 0xFF), UInt8(data.count >> 8)] + data
    }

    static func tag(_ tag: UInt16, _ value: [UInt8]) -> [UInt8] {
        (tag > 0xFF ? [UInt8(tag >> 8)] : []) + [UInt8(tag & 0xFF)] + tlvLength(value.count) + value
    }

    /// The TLV container (BMP 06).
    static func container(_ tags: [UInt8]) -> [UInt8] { [0x06] + tlvLength(tags.count) + tags }

    private static func tlvLength(_ count: Int) -> [UInt8] {
        switch count {
        case ...0x7F: [UInt8(count)]
        case ...0xFF: [0x81, UInt8(count)]
        default: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
        }
    }

    /// A value after its length in so many digits (LLVAR, LLLVAR).
    static func counted(_ value: [UInt8], digits: Int) -> [UInt8] {
        let count = String(value.count).utf8.map { 0xF0 | ($0 - UInt8(ascii: "0")) }
        return [UInt8](repeating: 0xF0, count: max(0, digits - count.count)) + count + value
    }

    /// A number as BCD in so many bytes; excess digits are dropped from the left.
    static func digits(_ number: Int, _ bytes: Int) -> [UInt8] {
        var rest = number.magnitude
        var digits: [UInt8] = []
        for _ in 0..<bytes {
            digits.insert(UInt8(rest / 10 % 10) << 4 | UInt8(rest % 10), at: 0)
            rest /= 100
        }
        return digits
    }

    /// Packs hexadecimal digits in pairs; an odd count is padded with F.
    static func packed(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue) + (text.count % 2 == 1 ? [0xF] : [])
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    static func padded(_ text: String, to count: Int, with pad: UInt8) -> [UInt8] {
        let bytes = Array(text.utf8.prefix(count))
        return bytes + [UInt8](repeating: pad, count: count - bytes.count)
    }
}
