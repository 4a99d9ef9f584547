/// The parts of a scenario that are tables of values.
extension TerminalScenario {
    package struct Timing: Hashable, Codable, Sendable {
        /// From "insert card" to the card, or to the cardholder's STOP.
        package var cardDelay: Seconds = 0.4
        /// Between two displays.
        package var stepDelay: Seconds = 0.1
        /// How long the host takes.
        package var hostDelay: Seconds = 0.4
        /// The terminal's own limit for the card.
        package var cardTimeout: Seconds = 3
        /// For the answer to a `04 0F` and to print texts; a `01` field in the command goes before it.
        package var responseTimeout: Seconds = 30
        /// For the answer to everything else, T3.
        package var answerTimeout: Seconds = 5
        /// For the acknowledgement of a block, T2.
        package var blockTimeout: Seconds = 5
        /// A booking that is taken back is taken back so much later: the card must be out first.
        package var cardRemoval: Seconds = 0
        /// How long a restart takes.
        package var restart: Seconds = 2
        package init() {}
    }

    package struct Identity: Hashable, Codable, Sendable {
        /// Eight digits.
        package var terminalID = "29001234"
        package var contractNumber = "100000001"
        package var softwareVersion = "2.14.15"
        package var currency = "EUR"
        /// Six digits; every command that has a password must bear it. Nil: any will do.
        package var password: String?
        /// The numbers of the first transaction; an existing journal goes before them.
        package var firstReceipt = 1
        package var firstTrace = 1
        package var firstTurnover = 1
        package init() {}
    }

    package struct Card: Hashable, Codable, Sendable {
        package var name = "Mastercard"
        /// ZVT card type, BMP 8A.
        package var type: UInt8 = 0x06
        /// E masks a digit, as on the wire (BMP 22).
        package var maskedPAN = "EEEEEEEEEEEE1234"
        /// A whole number of a test card, sent only by the fault `unmasked_pan`.
        package var wholePAN = "5413330089601109"
        /// YYMM; sent in BMP 0E and never printed.
        package var expiry = "2812"
        package var sequenceNumber = 1
        package var approvalCode = "611804"
        /// Hex.
        package var applicationID = "A0000000041010"
        /// Tags 1F10, 1F11 and 1F12: online PIN, online, contactless.
        package var holderVerification: UInt8 = 0x02
        package var online: UInt8 = 0x01
        package var technology: UInt8 = 0x02
        package init() {}
    }

    package struct Progress: Hashable, Codable, Sendable {
        /// Codes of `04 FF`, as hex.
        package var beforeCard: [HexByte] = [0x0A]
        package var afterCard: [HexByte] = [0x0E, 0x01, 0x17, 0x04, 0x0B]
        /// Sends each with its text in tag 24.
        package var withTexts = false
        package init() {}
    }

    package struct ReceiptText: Hashable, Codable, Sendable {
        package enum Language: String, Codable, Sendable, CaseIterable { case german = "de", english = "en" }
        package var language = Language.german
        package var merchant = ["Bäckerei Größ & Söhne", "Königsallee 12", "40212 Düsseldorf"]
        /// Also prints a customer receipt for a declined payment.
        package var printsDeclines = false
        /// Sends line by line even to a till that takes whole texts.
        package var byLine = false
        /// Lines instead of the terminal's own; an empty list keeps those.
        package var customerLines: [String] = []
        package var merchantLines: [String] = []
        package init() {}
    }

    /// What goes wrong on the line or in the telegrams. Blocks count from 1 over the life of the simulator.
    package struct Faults: Hashable, Codable, Sendable {
        /// Blocks whose first transmission has a wrong checksum.
        package var damagedBlocks: [Int] = []
        /// The received block that is answered by NAK, and how often.
        package var refusedBlock = 1
        package var refusals = 0
        /// Received blocks that are taken but not acknowledged.
        package var lostAcknowledgements: [Int] = []
        /// Blocks whose first transmission pauses in the middle, for `interruption`.
        package var interruptedBlocks: [Int] = []
        package var interruption: Seconds = 0.4
        /// Blocks whose first acknowledgement does not arrive, so that they are sent once more.
        package var duplicatedBlocks: [Int] = []
        /// Between two bytes of every block.
        package var bytePause: Seconds = 0
        /// Bytes of no meaning before every telegram.
        package var noise: [HexByte] = []
        /// What goes wrong at single telegrams.
        package var mishaps: [TerminalFault] = []
        /// How long a line that is lost by a mishap stays lost.
        package var outage: Seconds = 3
        /// Added to the amount in `04 0F`, minor units.
        package var amountError = 0
        /// Added to the amount that is booked, and told: a tip that the till did not ask for, or a partial approval.
        package var bookedAmountError = 0
        /// A BMP that nobody knows at the end of `04 0F` and `06 0F`.
        package var unknownBMP = false
        /// Tags that nobody knows in the TLV container of `04 0F` and `06 0F`.
        package var unknownTags = false
        /// A `04 0F` longer than 254 bytes.
        package var extendedLength = false
        /// Prints in ISO 8859-1, whatever was agreed on, and says so by tag 14.
        package var latin1Text = false
        /// The whole PAN in BMP 22.
        package var unmaskedPAN = false
        /// Answers everything with these bytes: another protocol lives here.
        package var foreignBytes: [HexByte] = []
        package init() {}
    }

    /// What a terminal on the network does with its connections. Of no effect on a serial line.
    package struct Network: Hashable, Codable, Sendable {
        /// What it says goes out in segments of so many bytes; 0: what is said at once, in one.
        package var segmentBytes = 0
        /// Before each of those segments.
        package var segmentPause: Seconds = 0.002
        /// Closes a connection on which it is not asked for anything for so long. Nil: never.
        package var closesIdleAfter: Seconds?
        /// Breaks the connection off there, and takes another at once.
        package var resetsAt: Point?
        /// Takes another connection while one stands, and answers whoever spoke last.
        package var parallel = false
        /// Commands that begin with these bytes arrive late on the first connection: not before a newer one has ended,
        /// and only if they are still sent then. With `parallel`; on a real network only.
        package var late: [HexByte] = []
        package init() {}
    }
}

/// One byte, two hex digits in a file.
package struct HexByte: Hashable, Codable, Sendable, ExpressibleByIntegerLiteral {
    package var value: UInt8

    package init(_ value: UInt8) { self.value = value }
    package init(integerLiteral value: UInt8) { self.value = value }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard text.utf8.count == 2, let value = UInt8(text, radix: 16) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is no byte of two hex digits")
        }
        self.value = value
    }

    package func encode(to encoder: any Encoder) throws {
        let digits = String(value, radix: 16, uppercase: true)
        var container = encoder.singleValueContainer()
        try container.encode(digits.count == 1 ? "0" + digits : digits)
    }
}
