/// How a simulated terminal behaves: what the card does, what the host says, what breaks, and how long all of it takes.
///
/// A value with a default for everything, the defaults being an approved payment. docs/scenarios.md describes each field
/// by the name it has in a scenario file.
package struct TerminalScenario: Hashable, Codable, Sendable {
    package var name = "approve"
    package var about = ""
    /// What becomes of each card phase of one payment, in order; all but the last are followed by another.
    package var outcomes: [CardPhase] = [.approve]
    package var declineCode: UInt8 = 0x05
    package var declineText = "Abgelehnt"
    package var timing = Timing()
    package var silence = Silence.never
    /// False: none of the transmissions of `80 00 00` to a `04 0F` is seen, so none is acknowledged.
    package var seesResponseToResult = true
    package var onMissingResponse = Undoing.reverses
    package var onMissingPrintResponse = Undoing.keeps
    package var onPrintRefused = Undoing.reverses
    /// Whether a reversal of its own accord is told (`04 FF 05`, `04 0F 27 6C`, `06 1E 6C`) or only entered in the journal.
    package var announcesReversal = true
    package var onLineFailure = LineFailure.stops
    package var pullsCable: CablePull?
    package var restarts: Point?
    package var whileBusy = WhileBusy.ignores
    /// How much a registration may announce; more is refused with 83.
    package var registration = Registration.full
    /// What it grants when it is wished for, by tag 14.
    package var characterSets: [HexByte] = [0x01, 0x0F, 0xFE, 0xFF]
    package var statusEnquiry = StatusEnquiry.eitherWay
    package var abort = Abort.honours
    /// False: `06 10` is refused with 83.
    package var tellsTotals = true
    /// False: totals are one sum, without BMP 60.
    package var totalsByScheme = true
    package var repeatReceipt = RepeatReceipt()
    package var resultTwice = false
    package var reversal = Reversal()
    /// What the terminal wants done before it works, from the start on until it was done once.
    package var demands: Demand?
    /// So many transactions in a day, and it wants its end of day.
    package var endOfDayAfter: Int?
    /// Open reservations are told all at once in tag 23, not one for each question.
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
        /// Not even blocks are acknowledged.
        case fromStart = "from-start"
        /// The block of an `06 01` is acknowledged, then nothing more, ever.
        case afterCommand = "after-command"
        /// `80 00 00` to an `06 01`, then nothing more, ever.
        case afterAcceptance = "after-acceptance"
    }

    /// What terminals do with a booked payment that was not acknowledged: terminals of all three kinds exist.
    package enum Undoing: String, Codable, Sendable {
        case keeps
        /// Books a reversal of its own, with its own numbers.
        case reverses
        /// Turns the booking itself into a declined one.
        case declines
    }

    package enum LineFailure: String, Codable, Sendable, CaseIterable {
        /// What is not booked yet is not going to be.
        case stops
        /// The payment goes on inside the terminal and is kept.
        case finishes
    }

    package enum Point: String, Codable, Sendable, CaseIterable {
        /// Once the card was presented.
        case card
        /// Once the host has approved and the payment is booked, before any word of it.
        case booked
        /// Once the till has acknowledged the result.
        case confirmed
    }

    package struct CablePull: Hashable, Codable, Sendable {
        package var at = Point.card
        /// Nil: never.
        package var backAfter: Seconds?
        package init() {}
    }

    package enum WhileBusy: String, Codable, Sendable, CaseIterable {
        case ignores
        /// Answers `84 9C 00`.
        case answers
    }

    package struct RepeatReceipt: Hashable, Codable, Sendable {
        /// The last transaction may be a reversal (with BMP 37); otherwise it and what it reversed are passed over.
        package var showsReversals = true
        package var showsDeclines = false
        package var ability = Ability.full
        package init() {}

        package enum Ability: String, Codable, Sendable, CaseIterable {
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

    package enum Registration: String, Codable, Sendable, CaseIterable {
        case full
        /// Nothing of character sets, tag 27.
        case withoutCharacterSets = "without-character-sets"
        /// No TLV container at all.
        case bare
    }

    package enum StatusEnquiry: String, Codable, Sendable, CaseIterable {
        case eitherWay = "either-way"
        /// Without a password it is refused with 37.
        case onlyWithPassword = "only-with-password"
        /// With anything in it it is refused with 83.
        case onlyBare = "only-bare"
    }

    package enum Abort: String, Codable, Sendable, CaseIterable {
        /// Until the card is presented; at rest there is nothing to abort, and that is no error.
        case honours
        /// `84 83 00`, always.
        case refuses
        /// The block is acknowledged, nothing more.
        case ignores
    }

    package struct Reversal: Hashable, Codable, Sendable {
        /// Any but the last transaction is refused with B5.
        package var onlyLast = false
        package init() {}
    }

    /// Where a terminal refuses its work until something was done to it. It says so in its status and by `06 1E`.
    package enum Demand: String, Codable, Sendable, CaseIterable {
        case endOfDay = "end-of-day"
        case diagnosis, initialisation
    }

    /// The printer's part of a scenario. The terminal plays on; the simulated printer reads this.
    package enum PrinterFault: String, Codable, Sendable, CaseIterable {
        case none
        /// The paper ends during the first receipt.
        case outDuringReceipt = "out-during-receipt"
        /// There is no paper from the start.
        case empty
    }
}

/// A span in a scenario file: seconds, with decimals.
package struct Seconds: Hashable, Codable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    package var duration: Duration

    package init(_ duration: Duration) { self.duration = duration }
    package init(floatLiteral value: Double) { duration = .milliseconds(Int64((value * 1000).rounded())) }
    package init(integerLiteral value: Int64) { duration = .seconds(value) }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let value = try container.decode(Double.self)
        guard (0...86_400).contains(value) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(value) s is no span of a scenario")
        }
        self.init(floatLiteral: value)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
    }
}
