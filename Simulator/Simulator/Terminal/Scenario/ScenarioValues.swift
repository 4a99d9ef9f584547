import Model

/// Checks that the terminal can play the values of a scenario.
struct ScenarioValues {
    private let scenario: TerminalScenario

    init(_ scenario: TerminalScenario) { self.scenario = scenario }

    /// The first mistake; nil when the terminal can play everything.
    var mistake: ScenarioMistake? { identity ?? card ?? counts ?? lists }

    private var identity: ScenarioMistake? {
        let identity = scenario.identity
        guard Currency(code: identity.currency) != nil else {
            return ScenarioMistake(
                at: "identity.currency",
                "'\(identity.currency)', which is no currency of ISO 4217: three letters, such as EUR")
        }
        return digits(identity.terminalID, "identity.terminal_id", 8...8)
            ?? digits(identity.contractNumber, "identity.contract_number", 1...15)
            ?? identity.password.flatMap { digits($0, "identity.password", 6...6) }
            ?? text(identity.softwareVersion, "identity.software_version", atMost: 40)
            ?? number(identity.firstReceipt, "identity.first_receipt", 1...9_999)
            ?? number(identity.firstTrace, "identity.first_trace", 1...999_999)
            ?? number(identity.firstTurnover, "identity.first_turnover", 1...999_999)
    }

    private var card: ScenarioMistake? {
        let card = scenario.card
        if !Self.isHex(card.applicationID) {
            return ScenarioMistake(
                at: "card.application_id", "'\(card.applicationID)': it is 10 to 32 hex digits, in pairs")
        }
        if !(2...20).contains(card.maskedPAN.utf8.count) || !card.maskedPAN.utf8.allSatisfy(Self.isMaskedDigit) {
            return ScenarioMistake(
                at: "card.masked_pan", "'\(card.maskedPAN)': it is 2 to 20 digits, E for a masked one")
        }
        return digits(card.wholePAN, "card.whole_pan", 12...19) ?? digits(card.expiry, "card.expiry", 4...4)
            ?? number(card.sequenceNumber, "card.sequence_number", 0...9_999)
            ?? text(card.approvalCode, "card.approval_code", atMost: 8) ?? text(card.name, "card.name", atMost: 60)
            ?? text(scenario.declineText, "decline_text", atMost: 60)
    }

    private var counts: ScenarioMistake? {
        let (faults, network) = (scenario.faults, scenario.network)
        return number(faults.refusedBlock, "faults.refused_block", 1...1_000_000)
            ?? number(faults.refusals, "faults.refusals", 0...1_000_000)
            ?? number(faults.amountError, "faults.amount_error", -999_999_999...999_999_999)
            ?? number(faults.bookedAmountError, "faults.booked_amount_error", -999_999_999...999_999_999)
            ?? number(network.segmentBytes, "network.segment_bytes", 0...65_536)
            ?? scenario.endOfDayAfter.flatMap { number($0, "end_of_day_after", 1...9_999) }
    }

    private var lists: ScenarioMistake? {
        let faults = scenario.faults
        if scenario.outcomes.isEmpty {
            let words = TerminalScenario.CardPhase.allCases.map(\.rawValue).joined(separator: ", ")
            return ScenarioMistake(at: "outcomes", "no outcomes: there are \(words)")
        }
        let blocks = [
            ("faults.damaged_blocks", faults.damagedBlocks),
            ("faults.lost_acknowledgements", faults.lostAcknowledgements),
            ("faults.interrupted_blocks", faults.interruptedBlocks),
            ("faults.duplicated_blocks", faults.duplicatedBlocks),
            ("faults.mishaps.telegram", faults.faults.map(\.telegram)),
        ]
        return blocks.lazy.compactMap { field, numbers in
            numbers.lazy.compactMap { number($0, field, 1...1_000_000) }.first
        }.first
    }

    // MARK: Kinds of values

    private func digits(_ text: String, _ field: String, _ count: ClosedRange<Int>) -> ScenarioMistake? {
        let isSound = count.contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let how = count.count == 1 ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
        return isSound ? nil : ScenarioMistake(at: field, "'\(text)': it is \(how) digits")
    }

    private func number(_ number: Int, _ field: String, _ range: ClosedRange<Int>) -> ScenarioMistake? {
        range.contains(number)
            ? nil
            : ScenarioMistake(at: field, "\(number): it is a number from \(range.lowerBound) to \(range.upperBound)")
    }

    private func text(_ text: String, _ field: String, atMost most: Int) -> ScenarioMistake? {
        text.utf8.count <= most ? nil : ScenarioMistake(at: field, "\(text.utf8.count) bytes: it has at most \(most)")
    }

    private static func isHex(_ text: String) -> Bool {
        (10...32).contains(text.utf8.count) && text.utf8.count.isMultiple(of: 2) && text.allSatisfy(\.isHexDigit)
    }

    private static func isMaskedDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || byte == UInt8(ascii: "E")
    }
}
