import Flow
import Foundation
import Hardware
import Model
import Storage

/// One fact about an end of day, as the journal keeps it. Facts are only ever added.
package enum EndOfDayEvent: Hashable, Codable, Sendable {
    /// From here on the command may have left.
    case intended(EndOfDayIntent)
    /// What the terminal told, written before it was answered: it tells it once, and then counts from nothing.
    case totals(TerminalTotals)
    /// Receipt text, complete or in part.
    case text(TerminalText)
    /// The last texts, as many as these, once more: digits at their end that might have been the beginning of a card number were
    /// masked, and what followed shows what they are.
    case textsCompleted([TerminalText])
    /// How the terminal ended it.
    case ended(EndOfDayEnd)
    /// The line or the dialogue broke; what became of it must be asked for.
    case disturbed(Failure)
    /// From then on the terminal is only asked what became of it, and hears nothing that could prolong it.
    case onlyAsked(since: BootTime)
    /// From here on the question may have left: totals that nobody asks for may be the answer to it.
    case asking(EndOfDayQuestion)
    /// What the terminal told afterwards, when it was asked.
    case asked(TerminalTotals)
    /// What it told does not decide. It is asked once more when somebody wants to know.
    case unclear(Sentence)
    /// A person said what became of it.
    case operatorSettled(EndOfDayEvidence)
    /// Final.
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

/// What a terminal is asked after a disturbance.
package enum EndOfDayQuestion: String, Hashable, Codable, Sendable {
    /// What it counts now.
    case totals
    /// Its last end of day once more.
    case lastEndOfDay
}
