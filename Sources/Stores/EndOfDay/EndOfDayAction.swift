import Flow
import Hardware
import Model
import Payments

/// Requests for the end of a terminal's day. The state (`KnowsTheEndOfDay`) tells the progress.
/// - Shop: none
package enum EndOfDayAction: Action {
    /// Makes the terminal deliver its turnover, and compares it with the journal and the orders. A failure means that
    /// nothing was ended; everything else is a report.
    case endDay(EndOfDayRequest, Reply<EndOfDayReport>)
    /// Compares the terminal's totals with the journal and the orders without ending the day.
    case compareTotals(EndOfDayRequest, Reply<EndOfDayReport>)
    /// Settles an end of day whose outcome is not known by what a signed-in person read.
    case settle(
        EndOfDayID, EndOfDayEvidence.Statement, words: String, by: Requester? = nil, Reply<EndOfDayReport>)
    /// The newest report of the terminal at an address, or of any terminal if none is named.
    case lastReport(terminal: DeviceAddress?, Reply<EndOfDayReport>)
    /// The newest reports of all terminals, newest first; with `before`, those whose entry in the journal is older than this one.
    /// Reports in archives are left out.
    case listReports(before: Int64?, limit: Int, Reply<[ListedEndOfDay]>)
    /// The report on one end of day. Throws `endOfDay.open` if its outcome is not known yet.
    case report(EndOfDayID, Reply<EndOfDayReport>)
}
