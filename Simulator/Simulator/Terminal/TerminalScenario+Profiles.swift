/// How terminals of one kind behave, whatever is asked of them (docs/terminals.md, "Where terminals differ").
extension TerminalScenario {
    /// A kind of terminal: each differs from the others in what its name says.
    package enum Profile: String, CaseIterable, Sendable {
        /// As ZVT 13.08 §2.2.8 has it: what is not acknowledged is reversed, prints too.
        case reverses
        /// As §4 has it: a terminal reverses nothing of its own accord.
        case keeps
        /// What is not acknowledged is declined, without a reversal; the status is told for the password only.
        case cardComplete = "card-complete"
        /// Tells nothing when asked for its last transaction, and reverses that one only.
        case paxA80 = "pax-a80"
        case reversesOnlyLast = "reverses-only-last"
        case repeatsWithPrint = "repeats-with-print"
        case repeatsText = "repeats-text"
        case refusesRepeat = "refuses-repeat"
        case printsByLine = "prints-by-line"
        case refusesAbort = "refuses-abort"
        case ignoresAbort = "ignores-abort"
        /// Closes a connection of the network on which it is not asked anything.
        case closesIdle = "closes-idle"
        /// Grants ISO 8859-15 and nothing else.
        case westernEuropean = "western-european"
        case refusesCharacterSets = "refuses-character-sets"
        /// Knows no TLV container, takes the status enquiry bare, and tells no totals.
        case old
    }

    /// An approved payment on each kind of terminal.
    package static let profiles = Profile.allCases.map { TerminalScenario($0) }

    /// An approved payment on a terminal of that kind, named after it.
    package init(_ profile: Profile) {
        self.init()
        name = profile.rawValue
        behave(as: profile)
    }

    /// The same on a terminal of that kind.
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
