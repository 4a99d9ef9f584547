import Model

extension EndOfDayReport.Outcome {
    /// What came of it, for a person.
    package var sentence: BilingualText {
        switch self {
        case .totalsOnly:
            BilingualText(
                "Asked only; the terminal's day goes on.", "Nur abgefragt; der Tag des Terminals geht weiter.")
        case .closed: BilingualText("The terminal has ended its day.", "Das Terminal hat den Kassenschnitt gemacht.")
        case .closedWithoutTotals:
            BilingualText(
                "The terminal has ended its day. It told no totals, or they were lost on the way, and it does not tell them "
                    + "again: the acquirer's statement has them.",
                "Das Terminal hat den Kassenschnitt gemacht. Es hat keine Summen genannt, oder sie gingen dabei verloren, und "
                    + "es nennt sie nicht noch einmal: Sie stehen in der Abrechnung des Acquirers.")
        case .notClosed(let reason):
            BilingualText(
                "The terminal's day goes on. \(reason)",
                "Der Tag des Terminals geht weiter. \(StoredWords.told(reason, in: .de))")
        case .nothingCounted:
            BilingualText(
                "Whether the terminal has ended its day is not known; it came to nothing, so nothing was lost.",
                "Ob das Terminal den Kassenschnitt gemacht hat, ist nicht bekannt; der Tag ergab nichts, verloren ist also "
                    + "nichts.")
        case .inDoubt(let reason):
            BilingualText(
                "Whether the terminal has ended its day is not known: \(reason) "
                    + "Run `till end-of-day` again; it asks first. What you read at the terminal `till settle` takes.",
                "Ob das Terminal den Kassenschnitt gemacht hat, ist nicht bekannt: "
                    + "\(StoredWords.told(reason, in: .de)) "
                    + "`till end-of-day` noch einmal starten; es fragt zuerst nach. Was am Terminal zu lesen ist, nimmt "
                    + "`till settle` entgegen.")
        }
    }

    /// Stable word for programs.
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
