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
        let kind: Kind =
            switch self {
            case .intended: .intended
            case .totals: .totals
            case .text: .text
            case .textsCompleted: .textsCompleted
            case .ended: .ended
            case .disturbed: .disturbed
            case .onlyAsked: .onlyAsked
            case .asking: .asking
            case .asked: .asked
            case .unclear: .unclear
            case .operatorSettled: .operatorSettled
            case .settled: .settled
            }
        return Self.kindPrefix + kind.rawValue
    }

    private enum Kind: String, CaseIterable {
        case intended, totals, text, textsCompleted, ended, disturbed, onlyAsked, asking, asked, unclear
        case operatorSettled, settled
    }

    /// Every kind of fact. The journal finds each by an index.
    package static let kinds = Kind.allCases.map { kindPrefix + $0.rawValue }
    package static let intendedKind = kindPrefix + Kind.intended.rawValue
    static let operatorSettledKind = kindPrefix + Kind.operatorSettled.rawValue
    package static let settledKind = kindPrefix + Kind.settled.rawValue
    package static let kindPrefix = "endOfDay."
}
