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
