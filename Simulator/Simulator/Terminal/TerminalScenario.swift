/// How a simulated terminal behaves: what the card does, what the host says, what breaks, and how long all of it takes.
///
/// A value with a default for everything, the defaults being an approved payment. docs/scenarios.md describes each field
/// by the name it has in a scenario file.
public struct TerminalScenario: Hashable, Codable, Sendable {
    public var name = "approve"
    public var about = ""
    /// What becomes of each card phase of one payment, in order; all but the last are followed by another.
    public var outcomes: [CardPhase] = [.approve]
    public var declineCode: UInt8 = 0x05
    public var declineText = "Abgelehnt"
    public var timing = Timing()
    public var silence = Silence.never
    /// False: none of the transmissions of `80 00 00` to a `04 0F` is seen, so none is acknowledged.
    public var seesResponseToResult = true
    public var onMissingResponse = Undoing.reverses
    public var onMissingPrintResponse = Undoing.keeps
    public var onPrintRefused = Undoing.reverses
    /// Whether a reversal of its own accord is told (`04 FF 05`, `04 0F 27 6C`, `06 1E 6C`) or only entered in the journal.
    public var announcesReversal = true
    public var onLineFailure = LineFailure.stops
    public var pullsCable: CablePull?
    public var restarts: Point?
    public var whileBusy = WhileBusy.ignores
    /// How much a registration may announce; more is refused with 83.
    public var registration = Registration.full
    /// What it grants when it is wished for, by tag 14.
    public var characterSets: [HexByte] = [0x01, 0x0F, 0xFE, 0xFF]
    public var statusEnquiry = StatusEnquiry.eitherWay
    public var abort = Abort.honours
    /// False: `06 10` is refused with 83.
    public var tellsTotals = true
    /// False: totals are one sum, without BMP 60.
    public var totalsByScheme = true
    public var repeatReceipt = RepeatReceipt()
    public var resultTwice = false
    public var reversal = Reversal()
    /// What the terminal wants done before it works, from the start on until it was done once.
    public var demands: Demand?
    /// So many transactions in a day, and it wants its end of day.
    public var endOfDayAfter: Int?
    /// Open reservations are told all at once in tag 23, not one for each question.
    public var listsReservations = true
    public var identity = Identity()
    public var card = Card()
    public var progress = Progress()
    public var receipt = ReceiptText()
    public var faults = Faults()
    public var network = Network()
    public var printer = PrinterFault.none

    public init() {}

    public enum CardPhase: String, Codable, Sendable, CaseIterable {
        case approve, decline
        case wrongPIN = "wrong-pin"
        /// The cardholder presses STOP.
        case cancel
        /// Nobody presents a card until the terminal's own timer ends it.
        case noCard = "no-card"
    }

    public enum Silence: String, Codable, Sendable, CaseIterable {
        case never
        /// Not even blocks are acknowledged.
        case fromStart = "from-start"
        /// The block of an `06 01` is acknowledged, then nothing more, ever.
        case afterCommand = "after-command"
        /// `80 00 00` to an `06 01`, then nothing more, ever.
        case afterAcceptance = "after-acceptance"
    }

    /// What terminals do with a booked payment that was not acknowledged: terminals of all three kinds exist.
    public enum Undoing: String, Codable, Sendable {
        case keeps
        /// Books a reversal of its own, with its own numbers.
        case reverses
        /// Turns the booking itself into a declined one.
        case declines
    }

    public enum LineFailure: String, Codable, Sendable, CaseIterable {
        /// What is not booked yet is not going to be.
        case stops
        /// The payment goes on inside the terminal and is kept.
        case finishes
    }

    public enum Point: String, Codable, Sendable, CaseIterable {
        /// Once the card was presented.
        case card
        /// Once the host has approved and the payment is booked, before any word of it.
        case booked
        /// Once the till has acknowledged the result.
        case confirmed
    }

    public struct CablePull: Hashable, Codable, Sendable {
        public var at = Point.card
        /// Nil: never.
        public var backAfter: Seconds?
        public init() {}
    }

    public enum WhileBusy: String, Codable, Sendable, CaseIterable {
        case ignores
        /// Answers `84 9C 00`.
        case answers
    }

    public struct RepeatReceipt: Hashable, Codable, Sendable {
        /// The last transaction may be a reversal (with BMP 37); otherwise it and what it reversed are passed over.
        public var showsReversals = true
        public var showsDeclines = false
        public var ability = Ability.full
        public init() {}

        public enum Ability: String, Codable, Sendable, CaseIterable {
            case full
            /// The status only beside the print, by service byte 01.
            case onlyWithPrint = "only-with-print"
            /// Prints, and never tells the status.
            case onlyText = "only-text"
            /// Takes the command and completes it without any status.
            case tellsNothing = "tells-nothing"
            /// `84 83 00`.
            case refuses
        }
    }

    public enum Registration: String, Codable, Sendable, CaseIterable {
        case full
        /// Nothing of character sets, tag 27.
        case withoutCharacterSets = "without-character-sets"
        /// No TLV container at all.
        case bare
    }

    public enum StatusEnquiry: String, Codable, Sendable, CaseIterable {
        case eitherWay = "either-way"
        /// Without a password it is refused with 37.
        case onlyWithPassword = "only-with-password"
        /// With anything in it it is refused with 83.
        case onlyBare = "only-bare"
    }

    public enum Abort: String, Codable, Sendable, CaseIterable {
        /// Until the card is presented; at rest there is nothing to abort, and that is no error.
        case honours
        /// `84 83 00`, always.
        case refuses
        /// The block is acknowledged, nothing more.
        case ignores
    }

    public struct Reversal: Hashable, Codable, Sendable {
        /// Any but the last transaction is refused with B5.
        public var onlyLast = false
        public init() {}
    }

    /// Where a terminal refuses its work until something was done to it. It says so in its status and by `06 1E`.
    public enum Demand: String, Codable, Sendable, CaseIterable {
        case endOfDay = "end-of-day"
        case diagnosis, initialisation
    }

    /// The printer's part of a scenario. The terminal plays on; the simulated printer reads this.
    public enum PrinterFault: String, Codable, Sendable, CaseIterable {
        case none
        /// The paper ends during the first receipt.
        case outDuringReceipt = "out-during-receipt"
        /// There is no paper from the start.
        case empty
    }
}

/// A span in a scenario file: seconds, with decimals.
public struct Seconds: Hashable, Codable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    public var duration: Duration

    public init(_ duration: Duration) { self.duration = duration }
    public init(floatLiteral value: Double) { duration = .milliseconds(Int64((value * 1000).rounded())) }
    public init(integerLiteral value: Int64) { duration = .seconds(value) }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let value = try container.decode(Double.self)
        guard (0...86_400).contains(value) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(value) s is no span of a scenario")
        }
        self.init(floatLiteral: value)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
    }
}
