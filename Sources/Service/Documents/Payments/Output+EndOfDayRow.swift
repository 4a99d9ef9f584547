import Foundation
import Model
import Payments

extension Output {
    /// An end of day, or a comparison of the totals, in a list.
    struct EndOfDayRow: Encodable {
        let endOfDay: String
        let terminalId: String?
        let reader: String
        let startedAt: Date
        let outcome: String
        let verdict: String
        let currency: String
        let journalTotal: String
        let journalTotalMinor: Int64
        let journalCount: Int
        let terminalTotal: String?
        let terminalTotalMinor: Int64?
        let terminalCount: Int?

        init(_ report: EndOfDayReport) {
            let whole = EndOfDay(report)
            (endOfDay, terminalId, reader) = (whole.endOfDay, whole.terminalId, whole.reader)
            (startedAt, outcome, verdict) = (whole.startedAt, whole.outcome, whole.verdict)
            (currency, journalCount) = (whole.currency, whole.journalCount)
            (journalTotal, journalTotalMinor) = (whole.journalTotal, whole.journalTotalMinor)
            (terminalTotal, terminalTotalMinor) = (whole.terminalTotal, whole.terminalTotalMinor)
            terminalCount = whole.terminalCount
        }
    }
}
