import Flow
import Model

/// A terminal that owns EMV, PIN, host and its own journal: amount in, outcome and receipt text out (ZVT; later ECR17).
///
/// One request at a time: `start` while one runs is a programmer's error. Events of a request come in order, on the
/// terminal's own queue, and end with exactly one `.finished`; handlers must not block. The terminal never repeats a
/// request by itself, and never invents an outcome: what it cannot know ends as `.finished(.disturbed)`.
package protocol PaymentTerminal: AnyObject, Sendable {
    var identity: DeviceIdentity { get }
    /// How long after its last exchange with a till this device may still book a transaction that the till lost sight of.
    var longestCardPhase: Duration { get }
    /// Says in which character set the terminal sends its texts until it is registered on this connection: the one that an
    /// earlier connection agreed on, and that a terminal keeps. Nil: the one of a terminal with which nothing was agreed.
    func expectTexts(in characterSet: TerminalProfile.CharacterSet?)
    /// Sends the request. `events` is also told of telegrams that belong to no request of ours (orphans of an earlier
    /// life) until the first answer to this one came.
    func start(_ request: TerminalRequest, events: @escaping @Sendable (TerminalEvent) -> Void)
    /// The same, telling for which transaction of this till: for those whose book goes by our names of them.
    func start(
        _ request: TerminalRequest, for transaction: PaymentID, events: @escaping @Sendable (TerminalEvent) -> Void)
    /// Answers an event that asked for storage. Until then the terminal waits (ZVT: 30 s), and so does its host.
    /// Once for each record; after `.goods(.pending)` once more, while the terminal has not asked again.
    func answer(_ record: TerminalRecordID, _ verdict: StorageVerdict)
    /// Asks to abort the running request. A request only: the outcome still comes from the terminal.
    func cancel()
    /// Ends the connection. A request under way ends as disturbed.
    func close()
}

extension PaymentTerminal {
    package var longestCardPhase: Duration { CardPhase.longest }

    /// Most devices have one character set only.
    package func expectTexts(in characterSet: TerminalProfile.CharacterSet?) {}

    /// Most terminals number their transactions themselves.
    package func start(
        _ request: TerminalRequest, for transaction: PaymentID, events: @escaping @Sendable (TerminalEvent) -> Void
    ) {
        start(request, events: events)
    }
}

/// Names one event that must be durable before it is answered. Unique within one connection.
package struct TerminalRecordID: Hashable, Sendable {
    package let number: Int
    package init(_ number: Int) { self.number = number }
}

/// What a terminal tells while a request is under way, in the order in which it told it.
package enum TerminalEvent: Hashable, Sendable {
    /// The terminal took the request (ZVT `80 00 00`) and is master now.
    case accepted
    /// What the terminal shows. Progress only, never an outcome.
    case progress(TerminalProgress)
    /// The status of a transaction (ZVT `04 0F`). Store it, then `answer`: a stored answer is the commit.
    indirect case result(TerminalRecordID, TransactionResult)
    /// What was booked since the last end of day (ZVT `04 0F` with BMP 60). Store it, then `answer`.
    indirect case totals(TerminalRecordID, TerminalTotals)
    /// Reservations that are open (ZVT `06 1E B8`); none: no more.
    case openPreauthorisations([Preauthorisation])
    /// Receipt text (ZVT `06 D1`, `06 D3`). Store it, then `answer`.
    case text(TerminalRecordID, TerminalText)
    /// Our answer to this record has left: on a serial line the terminal's link layer has it, on a network connection
    /// only the system does. No more follows from it.
    case answered(TerminalRecordID)
    /// An earlier request, whose start this connection did not see, ended (orphan `06 0F` or `06 1E`).
    case orphanEnded(TerminalEnd)
    /// This request is over; no event follows.
    case finished(TerminalEnd)
}

/// How a request ended. Only `disturbed` leaves open what became of it.
package enum TerminalEnd: Hashable, Sendable {
    /// ZVT `06 0F`.
    indirect case completed(TerminalState)
    /// The terminal ended it (ZVT `06 1E`), with this code; nil where it sent none.
    case aborted(code: DeviceCode?)
    /// The terminal refused the request (ZVT `84 xx`): it never started.
    case refused(code: DeviceCode)
    /// The line or the dialogue broke; what became of the request is not known here.
    indirect case disturbed(Failure)

    /// Why the terminal did not do it; nil where it did, did not say, or is not known to have ended.
    package var reason: DeviceReason? {
        switch self {
        case .completed, .disturbed: nil
        case .aborted(let code): code?.reason
        case .refused(let code): code.reason
        }
    }
}

/// What a completion told of the terminal itself; each part only where it was sent.
package struct TerminalState: Hashable, Sendable {
    package var terminalID: String?
    /// Success where it is ready; other reasons say what keeps it, or what it asks for (ZVT 13.08 chapter 10).
    package var status: DeviceCode?
    package var softwareVersion: String?
    /// The time the terminal told us on the way, which it has from its host (ZVT `04 01`).
    package var clock: TerminalClock?
    /// The character set that a registration has agreed on.
    package var characterSet: TerminalProfile.CharacterSet?
    /// The currency that a registration has agreed on, its ISO 4217 number.
    package var currencyNumber: Int?

    package init(
        terminalID: String? = nil, status: DeviceCode? = nil, softwareVersion: String? = nil,
        clock: TerminalClock? = nil,
        characterSet: TerminalProfile.CharacterSet? = nil, currencyNumber: Int? = nil
    ) {
        self.terminalID = terminalID
        self.status = status
        self.softwareVersion = softwareVersion
        self.clock = clock
        self.characterSet = characterSet
        self.currencyNumber = currencyNumber
    }
}

/// What becomes of a record that was to be stored.
package enum StorageVerdict: Hashable, Sendable {
    /// It is durable: the terminal may commit (ZVT `80 00 00`).
    case stored
    /// It contradicts what was asked for: the terminal must reverse (ZVT `84 66 00`).
    case refuse
    /// It is durable, and so is what became of the goods: the terminal books accordingly (ZVT `84 9C`, `80 00`, `84 9D`,
    /// `84 66`). While they are pending the terminal is kept waiting as long as it can, and then tells its result again.
    case goods(DispenseResult)

    /// Whether the terminal books something on it.
    package var isCommit: Bool {
        switch self {
        case .stored, .goods(.given), .goods(.givenInPart): true
        case .refuse, .goods(.pending), .goods(.notGiven): false
        }
    }
}

/// An intermediate status: what the device shows, and the text that it sent with it where it sent one.
package struct TerminalProgress: Hashable, Codable, Sendable {
    package let step: ProgressStep
    /// Whether it asks to remove the card besides.
    package let asksToRemoveCard: Bool
    /// The device's own number; nil where it has none.
    package let number: UInt8?
    package var text: String?
    /// How long the terminal says that it may take until its next telegram, where it says so (ZVT: T4 in minutes).
    package let timeoutMinutes: Int?

    package init(
        _ step: ProgressStep, asksToRemoveCard: Bool = false, number: UInt8? = nil, text: String? = nil,
        timeoutMinutes: Int? = nil
    ) {
        self.step = step
        self.asksToRemoveCard = asksToRemoveCard
        self.number = number
        self.text = text
        self.timeoutMinutes = timeoutMinutes
    }
}

/// Receipt text as one telegram carried it.
package struct TerminalText: Hashable, Codable, Sendable {
    /// Whom it is for; nil where the telegram does not say (plain print lines).
    package var copy: ReceiptCopy?
    package var lines: [PrintedLine]
    /// The receipt ends with this telegram: cut, or change from customer to merchant.
    package var endsReceipt: Bool

    package init(copy: ReceiptCopy?, lines: [PrintedLine], endsReceipt: Bool) {
        self.copy = copy
        self.lines = lines
        self.endsReceipt = endsReceipt
    }
}

/// Finds and connects card readers of any backend.
package protocol CardReaderService: Sendable {
    /// What could be connected now.
    func discover() -> [DeviceIdentity]
    /// Opens the line and takes the device for this process alone. Nothing is sent.
    ///
    /// A network connection is made while the first request waits for it; what stands in its way disturbs that request.
    func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal
    /// The same, only to ask what became of a transaction: where another than the device knows that, it need not be there.
    func connectToAsk(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal
    /// Whether the device could be connected now: returns when it could, throws why not. Nothing is sent.
    func reach(_ address: DeviceAddress) async throws(Failure)
}

extension CardReaderService {
    package func connectToAsk(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal { try connect(address) }
    package func reach(_ address: DeviceAddress) async throws(Failure) { try connect(address).close() }
}
