import Model

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
    /// connection only the operating system has it. It proves nothing more. That a terminal was told to ask again for goods that
    /// are pending is not reported.
    case answered(TerminalRecordID)
    /// An earlier request that was not started on this connection has ended (`06 0F` or `06 1E`).
    case orphanEnded(TerminalEnd)
    /// The request has ended; no event follows.
    case finished(TerminalEnd)
}
