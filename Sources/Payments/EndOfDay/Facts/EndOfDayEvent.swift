import Flow
import Hardware
import Model

/// One fact about an end of day, as the journal stores it. Facts are only ever added.
package enum EndOfDayEvent: Hashable, Codable, Sendable {
    /// The end of day is about to be sent: from here on the command may have left.
    case intended(EndOfDayIntent)
    /// What the terminal told, written before it was answered. The terminal tells it once and then counts from zero.
    case totals(TerminalTotals)
    /// Receipt text, complete or in part.
    case text(TerminalText)
    /// The last texts, as many as these, in a corrected form. Digits at their end that might have begun a card number
    /// were masked; the text that followed shows what they are.
    case textsCompleted([TerminalText])
    /// How the terminal ended it.
    case ended(EndOfDayEnd)
    /// The line or the dialogue broke; the terminal must be asked for the outcome.
    case disturbed(Failure)
    /// From this moment the terminal is only asked for the outcome and receives nothing that could prolong its work.
    case onlyAsked(since: BootTime)
    /// A question is about to be sent: totals that arrive after this may be the answer to it.
    case asking(EndOfDayQuestion)
    /// The totals that the terminal told when it was asked afterwards.
    case asked(TerminalTotals)
    /// The terminal's answer does not decide. It is asked again when somebody wants to know.
    case unclear(Sentence)
    /// A person stated the outcome.
    case operatorSettled(EndOfDayEvidence)
    /// The end of day is settled with this report.
    case settled(EndOfDayReport)

    /// The journal's `kind` column.
    package var kind: String {
        switch self {
        case .intended: Self.intendedKind
        case .totals: "endOfDay.totals"
        case .text: "endOfDay.text"
        case .textsCompleted: "endOfDay.textsCompleted"
        case .ended: "endOfDay.ended"
        case .disturbed: "endOfDay.disturbed"
        case .onlyAsked: "endOfDay.onlyAsked"
        case .asking: "endOfDay.asking"
        case .asked: "endOfDay.asked"
        case .unclear: "endOfDay.unclear"
        case .operatorSettled: "endOfDay.operatorSettled"
        case .settled: Self.settledKind
        }
    }

    package static let intendedKind = "endOfDay.intended"
    package static let settledKind = "endOfDay.settled"
    package static let kindPrefix = "endOfDay."
}
