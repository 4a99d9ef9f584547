/// How one terminal behaves, as far as it has shown. A trait is `unknown` unless it was proved.
///
/// None of Till's promises depends on it: a profile only selects which question a terminal is asked first, and what a
/// person is told.
package struct TerminalProfile: Hashable, Codable, Sendable {
    package var terminalID: String?
    package var softwareVersion: String?
    package var registration = Registration.unknown
    /// The character sets that it granted, the preferred one first; nil if it was not asked.
    package var characterSets: [CharacterSet]?
    package var statusEnquiry = StatusEnquiry.unknown
    package var repeatReceipt = RepeatReceipt.unknown
    package var prints = Prints.unknown
    package var totals = Answer.unknown
    /// The terminal's answer to an abort while nothing runs. This says nothing about an abort during a payment.
    package var abortAtRest = Answer.unknown

    package init() {}

    /// How much of a registration the terminal accepts.
    package enum Registration: String, Codable, Sendable {
        case full
        case withoutCharacterSet = "without-character-set"
        case bare, unknown
    }

    /// Character sets of receipt text that Till can request, the preferred one first.
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

    /// What it tells when it is asked for its last transaction.
    package enum RepeatReceipt: String, Codable, Sendable {
        case tellsStatus = "tells-status"
        /// The terminal tells the status only if it may print as well.
        case onlyWithPrint = "only-with-print"
        case onlyText = "only-text"
        case tellsNothing = "tells-nothing"
        case refuses, unknown

        /// Whether it is known to tell nothing that could resolve a doubt.
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

    /// Whether it does what it is asked.
    package enum Answer: String, Codable, Sendable {
        case given, refused, ignored, unknown
    }
}
