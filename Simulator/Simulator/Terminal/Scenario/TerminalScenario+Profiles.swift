/// The behaviour of different kinds of terminals (docs/terminals.md, "Where terminals differ").
extension TerminalScenario {
    /// A kind of terminal; its name says in what it differs from the others.
    package enum Profile: String, CaseIterable, Sendable {
        /// The terminal reverses a booking without acknowledgement (ZVT 13.08 §2.2.8), also for missing print
        /// acknowledgements.
        case reverses
        /// The terminal reverses nothing by itself (ZVT 13.08 §4).
        case keeps
        /// A booking without acknowledgement is declined without a reversal; the status needs the password.
        case cardComplete = "card-complete"
        /// Completes the question for the last transaction without an answer, and reverses only the last transaction.
        case paxA80 = "pax-a80"
        case reversesOnlyLast = "reverses-only-last"
        case repeatsWithPrint = "repeats-with-print"
        case repeatsText = "repeats-text"
        case refusesRepeat = "refuses-repeat"
        case printsByLine = "prints-by-line"
        case refusesAbort = "refuses-abort"
        case ignoresAbort = "ignores-abort"
        /// Closes idle network connections.
        case closesIdle = "closes-idle"
        /// Grants only ISO 8859-15.
        case westernEuropean = "western-european"
        case refusesCharacterSets = "refuses-character-sets"
        /// Has no TLV container, takes only a bare status enquiry, and reports no totals.
        case old
    }

    /// An approved payment on each kind of terminal.
    package static let profiles = Profile.allCases.map { TerminalScenario($0) }

    /// An approved payment on a terminal of this kind, named after it.
    package init(_ profile: Profile) {
        self.init()
        name = profile.rawValue
        behave(as: profile)
    }

    /// This scenario on a terminal of another kind.
    package func on(_ profile: Profile) -> TerminalScenario {
        var scenario = self
        scenario.behave(as: profile)
        return scenario
    }

    mutating func behave(as profile: Profile) {
        switch profile {
        case .reverses: (onMissingResponse, onMissingPrintResponse, announcesReversal) = (.reverses, .reverses, true)
        case .keeps: (onMissingResponse, onMissingPrintResponse) = (.keeps, .keeps)
        case .cardComplete:
            (onMissingResponse, onMissingPrintResponse, announcesReversal) = (.declines, .keeps, false)
            statusEnquiry = .onlyWithPassword
        case .paxA80:
            repeatReceipt.ability = .tellsNothing
            reversal.onlyLast = true
        case .reversesOnlyLast: reversal.onlyLast = true
        case .repeatsWithPrint: repeatReceipt.ability = .onlyWithPrint
        case .repeatsText: repeatReceipt.ability = .onlyText
        case .refusesRepeat: repeatReceipt.ability = .refuses
        case .printsByLine: receipt.byLine = true
        case .refusesAbort: abort = .refuses
        case .ignoresAbort: abort = .ignores
        case .closesIdle: network.closesIdleAfter = 1.5
        case .westernEuropean: characterSets = [0x0F]
        case .refusesCharacterSets: registration = .withoutCharacterSets
        case .old:
            registration = .bare
            characterSets = []
            statusEnquiry = .onlyBare
            tellsTotals = false
        }
    }
}
