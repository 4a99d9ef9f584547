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
            let books = report.reconciliation
            let text = { (minor: Int64) in Money(minorUnits: minor, currency: books.currency).formatted() }
            endOfDay = report.id.rawValue
            (terminalId, reader) = (report.terminal.id, report.terminal.address.description)
            (startedAt, outcome) = (report.startedAt, report.outcome.word)
            (verdict, currency) = (books.verdict.word, books.currency.code)
            (journalTotal, journalTotalMinor) = (text(books.journalMinor), books.journalMinor)
            (terminalTotal, terminalTotalMinor) = (books.terminalMinor.map(text), books.terminalMinor)
            (journalCount, terminalCount) = (books.journalCount, books.terminalCount)
        }
    }
}

extension Reconciliation.Verdict {
    fileprivate var word: String {
        switch self {
        case .agrees: "agrees"
        case .differs: "differs"
        case .notComparable: "not_comparable"
        }
    }
}
