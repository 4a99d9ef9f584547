/// The groups of values in a scenario.
extension TerminalScenario {
    package struct Timing: Hashable, Codable, Sendable {
        /// The time from "insert card" to the card, or to the cardholder's STOP.
        package var cardDelay: Seconds = 0.4
        /// The time between two displays.
        package var stepDelay: Seconds = 0.1
        /// How long the host takes.
        package var hostDelay: Seconds = 0.4
        /// The terminal's own limit for the card.
        package var cardTimeout: Seconds = 3
        /// The limit for the answers to `04 0F` and print texts; a field `01` in the command overrides it.
        package var responseTimeout: Seconds = 30
        /// T3: the limit for all other answers.
        package var answerTimeout: Seconds = 5
        /// T2: the limit for the acknowledgement of a block.
        package var blockTimeout: Seconds = 5
        /// How long a reversal waits for the removal of the card.
        package var cardRemoval: Seconds = 0
        /// How long a restart takes.
        package var restart: Seconds = 2
        package init() {}
    }

    package struct Identity: Hashable, Codable, Sendable {
        /// The terminal id, eight digits.
        package var terminalID = "29001234"
        package var contractNumber = "100000001"
        package var softwareVersion = "2.14.15"
        package var currency = "EUR"
        /// The password of six digits that every command with a password must have. Nil accepts any.
        package var password: String?
        /// The numbers of the first transaction, unless a journal exists.
        package var firstReceipt = 1
        package var firstTrace = 1
        package var firstTurnover = 1
        package init() {}
    }

    package struct Card: Hashable, Codable, Sendable {
        package var name = "Mastercard"
        /// The ZVT card type (BMP 8A).
        package var type: UInt8 = 0x06
        /// The card number as in BMP 22; E masks a digit.
        package var maskedPAN = "EEEEEEEEEEEE1234"
        /// A complete test card number, sent only by the fault `unmasked_pan`.
        package var wholePAN = "5413330089601109"
        /// YYMM; sent in BMP 0E and never printed.
        package var expiry = "2812"
        package var sequenceNumber = 1
        package var approvalCode = "611804"
        /// The application id in hexadecimal.
        package var applicationID = "A0000000041010"
        /// How the cardholder was verified (tag 1F10); 02 is an online PIN.
        package var holderVerification: UInt8 = 0x02
        /// Whether the card was authorised online (tag 1F11); 01 is online.
        package var online: UInt8 = 0x01
        /// How the card was read (tag 1F12); 02 is contactless.
        package var technology: UInt8 = 0x02
        package init() {}
    }

    package struct Progress: Hashable, Codable, Sendable {
        /// The codes of `04 FF` in hexadecimal.
        package var beforeCard: [HexByte] = [0x0A]
        package var afterCard: [HexByte] = [0x0E, 0x01, 0x17, 0x04, 0x0B]
        /// Whether each code is sent with its text in tag 24.
        package var withTexts = false
        package init() {}
    }

    package struct ReceiptText: Hashable, Codable, Sendable {
        package enum Language: String, Codable, Sendable, CaseIterable { case german = "de", english = "en" }
        package var language = Language.german
        package var merchant = ["Bäckerei Größ & Söhne", "Königsallee 12", "40212 Düsseldorf"]
        /// Whether a declined payment prints a customer receipt.
        package var printsDeclines = false
        /// Whether text is sent line by line even if the till accepts blocks.
        package var byLine = false
        /// The lines that replace the terminal's own ones; empty for the terminal's own.
        package var customerLines: [String] = []
        package var merchantLines: [String] = []
        package init() {}
    }

    /// Faults of the line and the telegrams. Blocks count from 1 over the life of the simulator.
    package struct Faults: Hashable, Codable, Sendable {
        /// Blocks whose first transmission has a wrong checksum.
        package var damagedBlocks: [Int] = []
        /// The received block that is answered by NAK, as often as `refusals` says.
        package var refusedBlock = 1
        /// How often `refusedBlock` is answered by NAK.
        package var refusals = 0
        /// Received blocks that are processed but not acknowledged.
        package var lostAcknowledgements: [Int] = []
        /// Blocks whose first transmission pauses in the middle for `interruption`.
        package var interruptedBlocks: [Int] = []
        package var interruption: Seconds = 0.4
        /// Blocks whose first acknowledgement is lost, so that they are sent again.
        package var duplicatedBlocks: [Int] = []
        /// The pause between two bytes of every block.
        package var bytePause: Seconds = 0
        /// Meaningless bytes before every telegram.
        package var noise: [HexByte] = []
        /// Faults at single telegrams; in a file they are `mishaps`.
        package var faults: [TerminalFault] = []
        /// How long the line stays lost when one of `faults` has lost it.
        package var outage: Seconds = 3
        /// An amount that is added to the one in `04 0F` but not to the booking, in minor units.
        package var amountError = 0
        /// An amount that is added to the booking and its report, in minor units: a tip that the till did not request,
        /// or a partial approval.
        package var bookedAmountError = 0
        /// Adds an unknown BMP to `04 0F` and `06 0F`.
        package var unknownBMP = false
        /// Adds unknown tags to the TLV container of `04 0F` and `06 0F`.
        package var unknownTags = false
        /// Makes `04 0F` longer than 254 bytes.
        package var extendedLength = false
        /// Prints in ISO 8859-1 whatever was agreed, and says so by tag 14.
        package var latin1Text = false
        /// Sends the whole PAN in BMP 22.
        package var unmaskedPAN = false
        /// Answers everything with these bytes, like another protocol.
        package var foreignBytes: [HexByte] = []
        package init() {}
    }

    /// The behaviour of a terminal's network connections. No effect on a serial line.
    package struct Network: Hashable, Codable, Sendable {
        /// The size of the segments that the terminal sends, in bytes; 0 for one segment per output.
        package var segmentBytes = 0
        /// The pause before each of those segments.
        package var segmentPause: Seconds = 0.002
        /// The idle time after which the terminal closes a connection; nil for never.
        package var closesIdleAfter: Seconds?
        /// Whether the terminal closes the connection after each command, a registration included.
        package var closesAfterEach = false
        /// The point at which the terminal resets the connection; it accepts another one at once.
        package var resetsAt: Point?
        /// Whether the terminal accepts further connections while one is open, and answers the one that sent last.
        package var parallel = false
        /// The beginning of commands that arrive late on the first connection: only after a newer connection has ended,
        /// and only if they are still sent then. With `parallel`, on a real network only.
        package var late: [HexByte] = []
        package init() {}
    }
}
