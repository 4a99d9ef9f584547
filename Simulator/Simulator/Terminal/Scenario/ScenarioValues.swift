import Model

/// Checks that the terminal can play the values of a scenario.
struct ScenarioValues {
    struct Mistake: Equatable {
        /// The field's name in a file, such as `identity.currency`.
        let field: String
        /// What is wrong, and what is allowed.
        let why: String
    }

    /// The allowed words of each type whose values are words.
    static let words: [String: [String]] = [
        "CardPhase": TerminalScenario.CardPhase.allCases.map(\.rawValue),
        "Silence": TerminalScenario.Silence.allCases.map(\.rawValue),
        "Undoing": TerminalScenario.Undoing.everyCase.map(\.rawValue),
        "LineFailure": TerminalScenario.LineFailure.allCases.map(\.rawValue),
        "Point": TerminalScenario.Point.allCases.map(\.rawValue),
        "WhileBusy": TerminalScenario.WhileBusy.allCases.map(\.rawValue),
        "Capability": TerminalScenario.RepeatReceipt.Capability.allCases.map(\.rawValue),
        "Registration": TerminalScenario.Registration.allCases.map(\.rawValue),
        "StatusEnquiry": TerminalScenario.StatusEnquiry.allCases.map(\.rawValue),
        "Abort": TerminalScenario.Abort.allCases.map(\.rawValue),
        "Demand": TerminalScenario.Demand.allCases.map(\.rawValue),
        "PrinterFault": TerminalScenario.PrinterFault.allCases.map(\.rawValue),
        "Language": TerminalScenario.ReceiptText.Language.allCases.map(\.rawValue),
        "What": TerminalScenario.TerminalFault.What.allCases.map(\.rawValue),
    ]

    /// The paths of the properties that are one byte. The decoder does not say where it found a larger number.
    private static let bytes = [
        ["declineCode"], ["card", "type"], ["card", "holderVerification"], ["card", "online"], ["card", "technology"],
    ]

    /// The first number that does not fit into a byte; mistakes of other types are reported by the decoder.
    ///
    /// - Parameter fields: the whole scenario, by property names.
    static func byteMistake(in fields: [String: Any], name: (String) -> String) -> Mistake? {
        for path in bytes {
            let holder = path.count == 1 ? fields : fields[path[0]] as? [String: Any] ?? [:]
            guard let number = path.last.flatMap({ holder[$0] }) as? Int, !(0...255).contains(number) else { continue }
            return Mistake(
                field: path.map(name).joined(separator: "."), why: "\(number): it is a number from 0 to 255")
        }
        return nil
    }

    private let scenario: TerminalScenario

    init(_ scenario: TerminalScenario) { self.scenario = scenario }

    /// The first mistake; nil when the terminal can play everything.
    var mistake: Mistake? { identity ?? card ?? counts ?? lists }

    private var identity: Mistake? {
        let identity = scenario.identity
        guard Currency(code: identity.currency) != nil else {
            return Mistake(
                field: "identity.currency",
                why: "'\(identity.currency)', which is no currency of ISO 4217: three letters, such as EUR")
        }
        return digits(identity.terminalID, "identity.terminal_id", 8...8)
            ?? digits(identity.contractNumber, "identity.contract_number", 1...15)
            ?? identity.password.flatMap { digits($0, "identity.password", 6...6) }
            ?? text(identity.softwareVersion, "identity.software_version", atMost: 40)
            ?? number(identity.firstReceipt, "identity.first_receipt", 1...9_999)
            ?? number(identity.firstTrace, "identity.first_trace", 1...999_999)
            ?? number(identity.firstTurnover, "identity.first_turnover", 1...999_999)
    }

    private var card: Mistake? {
        let card = scenario.card
        if !Self.isHex(card.applicationID) {
            return Mistake(
                field: "card.application_id", why: "'\(card.applicationID)': it is 10 to 32 hex digits, in pairs")
        }
        if !(2...20).contains(card.maskedPAN.utf8.count) || !card.maskedPAN.utf8.allSatisfy(Self.isMaskedDigit) {
            return Mistake(
                field: "card.masked_pan", why: "'\(card.maskedPAN)': it is 2 to 20 digits, E for a masked one")
        }
        return digits(card.wholePAN, "card.whole_pan", 12...19) ?? digits(card.expiry, "card.expiry", 4...4)
            ?? number(card.sequenceNumber, "card.sequence_number", 0...9_999)
            ?? text(card.approvalCode, "card.approval_code", atMost: 8) ?? text(card.name, "card.name", atMost: 60)
            ?? text(scenario.declineText, "decline_text", atMost: 60)
    }

    private var counts: Mistake? {
        let (faults, network) = (scenario.faults, scenario.network)
        return number(faults.refusedBlock, "faults.refused_block", 1...1_000_000)
            ?? number(faults.refusals, "faults.refusals", 0...1_000_000)
            ?? number(faults.amountError, "faults.amount_error", -999_999_999...999_999_999)
            ?? number(faults.bookedAmountError, "faults.booked_amount_error", -999_999_999...999_999_999)
            ?? number(network.segmentBytes, "network.segment_bytes", 0...65_536)
            ?? scenario.endOfDayAfter.flatMap { number($0, "end_of_day_after", 1...9_999) }
    }

    private var lists: Mistake? {
        let faults = scenario.faults
        if scenario.outcomes.isEmpty {
            return Mistake(
                field: "outcomes",
                why: "no outcomes: there are \(Self.words["CardPhase", default: []].joined(separator: ", "))")
        }
        let blocks = [
            ("faults.damaged_blocks", faults.damagedBlocks),
            ("faults.lost_acknowledgements", faults.lostAcknowledgements),
            ("faults.interrupted_blocks", faults.interruptedBlocks),
            ("faults.duplicated_blocks", faults.duplicatedBlocks),
            ("faults.faults.telegram", faults.faults.map(\.telegram)),
        ]
        return blocks.lazy.compactMap { field, numbers in
            numbers.lazy.compactMap { number($0, field, 1...1_000_000) }.first
        }.first
    }

    // MARK: Kinds of values

    private func digits(_ text: String, _ field: String, _ count: ClosedRange<Int>) -> Mistake? {
        let isSound = count.contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let how = count.count == 1 ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
        return isSound ? nil : Mistake(field: field, why: "'\(text)': it is \(how) digits")
    }

    private func number(_ number: Int, _ field: String, _ range: ClosedRange<Int>) -> Mistake? {
        range.contains(number)
            ? nil
            : Mistake(field: field, why: "\(number): it is a number from \(range.lowerBound) to \(range.upperBound)")
    }

    private func text(_ text: String, _ field: String, atMost most: Int) -> Mistake? {
        text.utf8.count <= most ? nil : Mistake(field: field, why: "\(text.utf8.count) bytes: it has at most \(most)")
    }

    private static func isHex(_ text: String) -> Bool {
        (10...32).contains(text.utf8.count) && text.utf8.count.isMultiple(of: 2) && text.allSatisfy(\.isHexDigit)
    }

    private static func isMaskedDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || byte == UInt8(ascii: "E")
    }
}

extension TerminalScenario.Undoing {
    fileprivate static let everyCase: [TerminalScenario.Undoing] = [.keeps, .reverses, .declines]
}
