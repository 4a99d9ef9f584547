/// How one terminal behaves, as far as it has shown. Each trait is `unknown` where it was not proved.
///
/// What Till promises rests on none of it: a profile only chooses which question a terminal is asked first, and what a
/// person is told.
package struct TerminalProfile: Hashable, Codable, Sendable {
    package var terminalID: String?
    package var softwareVersion: String?
    package var registration = Registration.unknown
    /// Those it granted, the preferred one first; nil where it was not asked.
    package var characterSets: [CharacterSet]?
    package var statusEnquiry = StatusEnquiry.unknown
    package var repeatReceipt = RepeatReceipt.unknown
    package var prints = Prints.unknown
    package var totals = Answer.unknown
    /// An abort while nothing runs. Says nothing of one during a payment.
    package var abortAtRest = Answer.unknown

    package init() {}

    /// How much of a registration it takes.
    package enum Registration: String, Codable, Sendable {
        case full
        case withoutCharacterSet = "without-character-set"
        case bare, unknown
    }

    /// Character sets of receipt text that Till can wish for, the preferred one first.
    package enum CharacterSet: String, Codable, Sendable, CaseIterable {
        case utf8 = "utf-8"
        case latin9 = "iso-8859-15"
        case latin1 = "iso-8859-1"
    }

    package enum StatusEnquiry: String, Codable, Sendable {
        case eitherWay = "either-way"
        case onlyWithPassword = "only-with-password"
        case onlyBare = "only-bare"
        case unknown
    }

    /// What it tells when asked for its last transaction.
    package enum RepeatReceipt: String, Codable, Sendable {
        case tellsStatus = "tells-status"
        /// The status only where it may print as well.
        case onlyWithPrint = "only-with-print"
        case onlyText = "only-text"
        case tellsNothing = "tells-nothing"
        case refuses, unknown

        /// Whether it is known to tell nothing by which a doubt could be resolved.
        package var isSilent: Bool {
            switch self {
            case .onlyText, .tellsNothing, .refuses: true
            case .tellsStatus, .onlyWithPrint, .unknown: false
            }
        }
    }

    package enum Prints: String, Codable, Sendable {
        case byLine = "by-line"
        case byBlock = "by-block"
        case unknown
    }

    /// Whether it does what it is asked for.
    package enum Answer: String, Codable, Sendable {
        case given, refused, ignored, unknown
    }
}
