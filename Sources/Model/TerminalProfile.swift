/// How one terminal behaves, as far as it has shown. Each trait is `unknown` where it was not proved.
///
/// What Till promises rests on none of it: a profile only chooses which question a terminal is asked first, and what a
/// person is told.
public struct TerminalProfile: Hashable, Codable, Sendable {
    public var terminalID: String?
    public var softwareVersion: String?
    public var registration = Registration.unknown
    /// Those it granted, the preferred one first; nil where it was not asked.
    public var characterSets: [CharacterSet]?
    public var statusEnquiry = StatusEnquiry.unknown
    public var repeatReceipt = RepeatReceipt.unknown
    public var prints = Prints.unknown
    public var totals = Answer.unknown
    /// An abort while nothing runs. Says nothing of one during a payment.
    public var abortAtRest = Answer.unknown

    public init() {}

    /// How much of a registration it takes.
    public enum Registration: String, Codable, Sendable {
        case full
        case withoutCharacterSet = "without-character-set"
        case bare, unknown
    }

    /// Character sets of receipt text that Till can wish for, the preferred one first.
    public enum CharacterSet: String, Codable, Sendable, CaseIterable {
        case utf8 = "utf-8"
        case latin9 = "iso-8859-15"
        case latin1 = "iso-8859-1"
    }

    public enum StatusEnquiry: String, Codable, Sendable {
        case eitherWay = "either-way"
        case onlyWithPassword = "only-with-password"
        case onlyBare = "only-bare"
        case unknown
    }

    /// What it tells when asked for its last transaction.
    public enum RepeatReceipt: String, Codable, Sendable {
        case tellsStatus = "tells-status"
        /// The status only where it may print as well.
        case onlyWithPrint = "only-with-print"
        case onlyText = "only-text"
        case tellsNothing = "tells-nothing"
        case refuses, unknown

        /// Whether it is known to tell nothing by which a doubt could be resolved.
        public var isSilent: Bool {
            switch self {
            case .onlyText, .tellsNothing, .refuses: true
            case .tellsStatus, .onlyWithPrint, .unknown: false
            }
        }
    }

    public enum Prints: String, Codable, Sendable {
        case byLine = "by-line"
        case byBlock = "by-block"
        case unknown
    }

    /// Whether it does what it is asked for.
    public enum Answer: String, Codable, Sendable {
        case given, refused, ignored, unknown
    }
}
