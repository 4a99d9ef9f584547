import Flow
import Model

/// A terminal with its own EMV kernel, PIN pad, host connection and journal: it takes an amount and tells an outcome
/// and receipt text (ZVT; later ECR17).
///
/// There is one request at a time: to call `start` while one runs is a programming error. Events come in order, on the
/// terminal's own queue, and end with exactly one `.finished`; handlers must not block. A terminal never repeats a
/// request by itself and never invents an outcome: what it cannot know ends as `.finished(.disturbed)`.
package protocol PaymentTerminal: AnyObject, Sendable {
    var identity: DeviceIdentity { get }
    /// How long after its last exchange with a till this device may still book a transaction that the till lost sight
    /// of.
    var longestCardPhase: Duration { get }
    /// Sets the character set of the terminal's texts until it registers on this connection. It is the one agreed on
    /// over an earlier connection, which a terminal keeps; nil if none was agreed on.
    func expectTexts(in characterSet: TerminalProfile.CharacterSet?)
    /// Sends the request. Until the first answer to it comes, `events` also receives telegrams that belong to no
    /// request of this till, such as the end of an earlier process's request.
    func start(_ request: TerminalRequest, events: @escaping @Sendable (TerminalEvent) -> Void)
    /// Sends the request for this transaction of the till. Used by terminals that identify a transaction by the till's
    /// own id.
    func start(
        _ request: TerminalRequest, for transaction: PaymentID, events: @escaping @Sendable (TerminalEvent) -> Void)
    /// Answers an event that asked for storage. Until then the terminal waits (ZVT: 30 s), and so does its host. Each
    /// record is answered once; after `.goods(.pending)` it may be answered once more, as long as the terminal has not
    /// asked again.
    func answer(_ record: TerminalRecordID, _ verdict: StorageVerdict)
    /// Asks the terminal to abort the running request. The outcome still comes from the terminal.
    func cancel()
    /// Closes the connection. A running request ends as disturbed.
    func close()
}

extension PaymentTerminal {
    package var longestCardPhase: Duration { CardPhase.longest }

    /// Does nothing, because most devices have only one character set.
    package func expectTexts(in characterSet: TerminalProfile.CharacterSet?) {}

    /// Ignores the till's id, because most terminals number their transactions themselves.
    package func start(
        _ request: TerminalRequest, for transaction: PaymentID, events: @escaping @Sendable (TerminalEvent) -> Void
    ) {
        start(request, events: events)
    }
}

/// Identifies an event that must be durable before it is answered. It is unique within one connection.
package struct TerminalRecordID: Hashable, Sendable {
    package let number: Int
    package init(_ number: Int) { self.number = number }
}

/// What a terminal tells while a request runs, in the order in which it tells it.
package enum TerminalEvent: Hashable, Sendable {
    /// The terminal accepted the request (ZVT `80 00 00`) and is master now.
    case accepted
    /// What the terminal shows. It is progress and never an outcome.
    case progress(TerminalProgress)
    /// The status of a transaction (ZVT `04 0F`). Store it, then call `answer`: answering `stored` lets the terminal
    /// commit.
    indirect case result(TerminalRecordID, TransactionResult)
    /// The totals since the last end of day (ZVT `04 0F` with BMP 60). Store them, then call `answer`.
    indirect case totals(TerminalRecordID, TerminalTotals)
    /// Open reservations (ZVT `06 1E B8`); empty if there are no more.
    case openPreauthorisations([Preauthorisation])
    /// Receipt text (ZVT `06 D1`, `06 D3`). Store it, then call `answer`.
    case text(TerminalRecordID, TerminalText)
    /// The answer to this record was sent: on a serial line the terminal's link layer has received it, on a network
    /// connection only the operating system has it. It proves nothing more.
    case answered(TerminalRecordID)
    /// An earlier request that was not started on this connection has ended (`06 0F` or `06 1E`).
    case orphanEnded(TerminalEnd)
    /// The request has ended; no event follows.
    case finished(TerminalEnd)
}

/// How a request ended. Only `disturbed` leaves its outcome open.
package enum TerminalEnd: Hashable, Sendable {
    /// The terminal completed the request (ZVT `06 0F`).
    indirect case completed(TerminalState)
    /// The terminal ended the request (ZVT `06 1E`) with this code; nil if it sent none.
    case aborted(code: DeviceCode?)
    /// The terminal refused the request (ZVT `84 xx`), so it never started.
    case refused(code: DeviceCode)
    /// The line or the dialogue broke; the outcome of the request is not known here.
    indirect case disturbed(Failure)

    /// Why the terminal did not perform the request; nil if it did, told no reason, or is not known to have ended.
    package var reason: DeviceReason? {
        switch self {
        case .completed, .disturbed: nil
        case .aborted(let code): code?.reason
        case .refused(let code): code.reason
        }
    }
}

/// What a completion told about the terminal itself. Each part is nil unless it was sent.
package struct TerminalState: Hashable, Sendable {
    package var terminalID: String?
    /// Success if the terminal is ready. Other reasons tell what prevents it, or what it asks for (ZVT 13.08 chapter
    /// 10).
    package var status: DeviceCode?
    package var softwareVersion: String?
    /// The terminal's time, which it has from its host and told during the request (ZVT `04 01`).
    package var clock: TerminalClock?
    /// The character set that was agreed on at registration.
    package var characterSet: TerminalProfile.CharacterSet?
    /// The ISO 4217 number of the currency that was agreed on at registration.
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

/// The till's answer to a record that was to be stored.
package enum StorageVerdict: Hashable, Sendable {
    /// The record is durable: the terminal may commit (ZVT `80 00 00`).
    case stored
    /// The record contradicts the request: the terminal must reverse (ZVT `84 66 00`).
    case refuse
    /// The record is durable, and so is what became of the goods: the terminal books accordingly (ZVT `84 9C`, `80 00`,
    /// `84 9D`, `84 66`). While the goods are pending, the terminal waits as long as it can and then repeats its
    /// result.
    case goods(DispenseResult)

    /// Whether the terminal books something in response.
    package var isCommit: Bool {
        switch self {
        case .stored, .goods(.given), .goods(.givenInPart): true
        case .refuse, .goods(.pending), .goods(.notGiven): false
        }
    }
}

/// An intermediate status: what the device shows, with the device's own text if it sent one.
package struct TerminalProgress: Hashable, Codable, Sendable {
    package let step: ProgressStep
    /// Whether it also asks to remove the card.
    package let asksToRemoveCard: Bool
    /// The device's own number; nil if it has none.
    package let number: UInt8?
    package var text: String?
    /// How long the terminal may take until its next telegram, in minutes, if it told that (ZVT T4).
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

/// The receipt text of one telegram.
package struct TerminalText: Hashable, Codable, Sendable {
    /// The copy that it belongs to; nil if the telegram does not tell (plain print lines).
    package var copy: ReceiptCopy?
    package var lines: [PrintedLine]
    /// Whether the receipt ends with this telegram, by a cut or by a change from customer to merchant.
    package var endsReceipt: Bool

    package init(copy: ReceiptCopy?, lines: [PrintedLine], endsReceipt: Bool) {
        self.copy = copy
        self.lines = lines
        self.endsReceipt = endsReceipt
    }
}

/// Finds and connects terminals of any kind.
package protocol CardReaderService: Sendable {
    /// Lists the devices that could be connected now.
    func discover() -> [DeviceIdentity]
    /// Opens the line and takes the device for this process alone. Nothing is sent.
    ///
    /// A network connection is made when the first request needs it; a failure to connect ends that request as
    /// disturbed.
    func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal
    /// Connects only to ask what became of a transaction. If something other than the device knows that, the device
    /// need not be there.
    func connectToAsk(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal
    /// Returns if the device could be connected now, and throws otherwise. Nothing is sent.
    func reach(_ address: DeviceAddress) async throws(Failure)
}

extension CardReaderService {
    package func connectToAsk(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal { try connect(address) }
    package func reach(_ address: DeviceAddress) async throws(Failure) { try connect(address).close() }
}
