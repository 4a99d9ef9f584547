import Model

extension EndOfDayReport.Outcome {
    /// The outcome, for a person.
    package var sentence: Sentence {
        switch self {
        case .totalsOnly:
            Sentence("endOfDay.totalsOnly")
        case .closed: Sentence("endOfDay.closed")
        case .closedWithoutTotals:
            Sentence("endOfDay.closedWithoutTotals")
        case .notClosed(let reason):
            Sentence("endOfDay.notClosed", ["reason": reason])
        case .nothingCounted:
            Sentence("endOfDay.nothingCounted")
        case .inDoubt(let reason):
            Sentence("endOfDay.inDoubt", ["reason": reason])
        }
    }

    /// The stable code for programs.
    package var word: String {
        switch self {
        case .totalsOnly: "totals_only"
        case .closed: "closed"
        case .closedWithoutTotals: "closed_without_totals"
        case .notClosed: "not_closed"
        case .nothingCounted: "nothing_counted"
        case .inDoubt: "in_doubt"
        }
    }
}
