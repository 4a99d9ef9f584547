/// The behaviour of a simulated terminal: the card, the host, faults, and durations.
///
/// Everything has a default; the defaults give an approved payment. docs/scenarios.md describes each field by its name
/// in a scenario file.
package struct TerminalScenario: Hashable, Codable, Sendable {
    package var name = "approve"
    package var about = ""
    /// The outcome of each card phase of one payment, in order. Every phase but the last is followed by another one.
    package var outcomes: [CardPhase] = [.approve]
    package var declineCode: UInt8 = 0x05
    package var declineText = "Abgelehnt"
    package var timing = Timing()
    package var silence = Silence.never
    /// Whether the terminal receives the till's `80 00 00` to a `04 0F`. If false, no result is ever acknowledged.
    package var seesResponseToResult = true
    package var onMissingResponse = Undoing.reverses
    package var onMissingPrintResponse = Undoing.keeps
    package var onPrintRefused = Undoing.reverses
    /// Whether a reversal by the terminal itself is sent (`04 FF 05`, `04 0F 27 6C`, `06 1E 6C`) or only recorded.
    package var announcesReversal = true
    package var onLineFailure = LineFailure.stops
    package var pullsCable: CablePull?
    package var restarts: Point?
    package var whileBusy = WhileBusy.ignores
    /// What a registration may contain; a registration with more is refused with 83.
    package var registration = Registration.full
    /// The character sets that the terminal grants (tag 14).
    package var characterSets: [HexByte] = [0x01, 0x0F, 0xFE, 0xFF]
    package var statusEnquiry = StatusEnquiry.eitherWay
    package var abort = Abort.honours
    /// Whether the terminal reports its totals. If false, it refuses `06 10` with 83.
    package var tellsTotals = true
    /// Whether totals are listed by scheme. If false, they are one sum, without BMP 60.
    package var totalsByScheme = true
    package var repeatReceipt = RepeatReceipt()
    package var resultTwice = false
    package var reversal = Reversal()
    /// What the terminal demands before it works. The demand holds from the start until it was fulfilled once.
    package var demands: Demand?
    /// The number of transactions in a day after which the terminal demands its end of day; nil for no limit.
    package var endOfDayAfter: Int?
    /// Whether open reservations are all listed in tag 23, instead of one per question.
    package var listsReservations = true
    package var identity = Identity()
    package var card = Card()
    package var progress = Progress()
    package var receipt = ReceiptText()
    package var faults = Faults()
    package var network = Network()
    package var printer = PrinterFault.none

    package init() {}

    package enum CardPhase: String, Codable, Sendable, CaseIterable {
        case approve, decline
        case wrongPIN = "wrong-pin"
        /// The cardholder presses STOP.
        case cancel
        /// Nobody presents a card until the terminal's own timer ends it.
        case noCard = "no-card"
    }

    package enum Silence: String, Codable, Sendable, CaseIterable {
        case never
        /// The terminal does not even acknowledge blocks.
        case fromStart = "from-start"
        /// The terminal acknowledges the block of an `06 01`, and then sends nothing more.
        case afterCommand = "after-command"
        /// The terminal answers an `06 01` with `80 00 00`, and then sends nothing more.
        case afterAcceptance = "after-acceptance"
    }

    /// What a terminal does with a booked payment whose result is not acknowledged; terminals of all three kinds exist.
    package enum Undoing: String, Codable, Sendable, CaseIterable {
        case keeps
        /// Books a reversal of its own, with its own numbers.
        case reverses
        /// Turns the booking itself into a declined one.
        case declines
    }

    package enum LineFailure: String, Codable, Sendable, CaseIterable {
        /// A payment that is not booked yet is stopped.
        case stops
        /// The payment continues in the terminal and is kept.
        case finishes
    }

    package enum Point: String, Codable, Sendable, CaseIterable {
        /// After the card was presented.
        case card
        /// After the host approved and the payment is booked, before the result is sent.
        case booked
        /// After the till acknowledged the result.
        case confirmed
    }

    package struct CablePull: Hashable, Codable, Sendable {
        package var at = Point.card
        /// How long until the cable is plugged in again; nil for never.
        package var backAfter: Seconds?
        package init() {}
    }

    package enum WhileBusy: String, Codable, Sendable, CaseIterable {
        case ignores
        /// Answers `84 9C 00`.
        case answers
    }

    package struct RepeatReceipt: Hashable, Codable, Sendable {
        /// Whether the last transaction may be a reversal (with BMP 37). Otherwise a reversal and the transaction that
        /// it reversed are skipped.
        package var showsReversals = true
        package var showsDeclines = false
        package var ability = Capability.full
        package init() {}

        package enum Capability: String, Codable, Sendable, CaseIterable {
            case full
            /// Sends the status only together with the print, by service byte 01.
            case onlyWithPrint = "only-with-print"
            /// Prints, and never sends the status.
            case onlyText = "only-text"
            /// Completes the command without a status.
            case tellsNothing = "tells-nothing"
            /// Refuses the command with `84 83 00`.
            case refuses
        }
    }

    package enum Registration: String, Codable, Sendable, CaseIterable {
        case full
        /// A registration may not name character sets (tag 27).
        case withoutCharacterSets = "without-character-sets"
        /// A registration may not have a TLV container.
        case bare
    }

    package enum StatusEnquiry: String, Codable, Sendable, CaseIterable {
        case eitherWay = "either-way"
        /// A status enquiry without a password is refused with 37.
        case onlyWithPassword = "only-with-password"
        /// A status enquiry with any data is refused with 83.
        case onlyBare = "only-bare"
    }

    package enum Abort: String, Codable, Sendable, CaseIterable {
        /// Aborts until the card is presented; an abort at rest is no error.
        case honours
        /// Always answers `84 83 00`.
        case refuses
        /// Acknowledges the block of the abort, and sends nothing else.
        case ignores
    }

    package struct Reversal: Hashable, Codable, Sendable {
        /// Whether transactions other than the last are refused with B5.
        package var onlyLast = false
        package init() {}
    }

    /// What the terminal demands before it works again. It reports this in its status and by `06 1E`.
    package enum Demand: String, Codable, Sendable, CaseIterable {
        case endOfDay = "end-of-day"
        case diagnosis, initialisation
    }

    /// What the simulated printer does in a scenario. The terminal is not affected.
    package enum PrinterFault: String, Codable, Sendable, CaseIterable {
        case none
        /// The paper ends during the first receipt.
        case outDuringReceipt = "out-during-receipt"
        /// The printer has no paper from the start.
        case empty
    }
}
