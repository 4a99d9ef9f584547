import Flow
import Hardware
import Model
import Payments

/// What can be asked of the end of a terminal's day. How it goes is told by the state (`KnowsTheEndOfDay`).
package enum EndOfDayAction: Action {
    /// Has the terminal deliver its turnover, and holds it against the journal and the orders. A failure means that nothing
    /// was ended; everything else is a report.
    case endDay(EndOfDayRequest, Reply<EndOfDayReport>)
    /// The same without an end: the terminal is only asked.
    case compareTotals(EndOfDayRequest, Reply<EndOfDayReport>)
    /// Settles one that nobody knows what became of by what a signed-in person read.
    case settle(EndOfDayID, EndOfDayEvidence.Statement, words: String, Reply<EndOfDayReport>)
    /// The newest report of the terminal at an address; of any where none is named.
    case lastReport(reader: DeviceAddress?, Reply<EndOfDayReport>)
    /// The report on one end of day. Throws `endOfDay.open` where nobody knows yet what became of it.
    case report(EndOfDayID, Reply<EndOfDayReport>)
}
