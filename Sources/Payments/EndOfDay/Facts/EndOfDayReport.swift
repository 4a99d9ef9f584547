import Flow
import Foundation
import Hardware
import Model
import Storage

/// The result of an end of day, or of a question for the totals.
package struct EndOfDayReport: Hashable, Codable, Sendable {
    package enum Outcome: Hashable, Codable, Sendable {
        /// The terminal was only asked; its day goes on.
        case totalsOnly
        case closed
        /// The terminal closed its day, and its totals were lost on the way.
        case closedWithoutTotals
        /// The terminal's day certainly goes on.
        case notClosed(reason: Sentence)
        /// The outcome is not known and does not matter: the day came to zero, so another end of day loses nothing.
        case nothingCounted
        /// The outcome is not known yet.
        case inDoubt(reason: Sentence)

        /// Whether a new day has begun at the terminal.
        package var isClosed: Bool {
            switch self {
            case .closed, .closedWithoutTotals: true
            case .totalsOnly, .notClosed, .nothingCounted, .inDoubt: false
            }
        }

        /// Whether a new day may have begun at the terminal.
        var mayBeClosed: Bool {
            switch self {
            case .closed, .closedWithoutTotals, .nothingCounted, .inDoubt: true
            case .totalsOnly, .notClosed: false
            }
        }
    }

    package let id: EndOfDayID
    package let terminal: TerminalName
    package let startedAt: Date
    package let outcome: Outcome
    /// The totals exactly as the terminal told them.
    package let totals: TerminalTotals?
    package let reconciliation: Reconciliation
    /// The journal's last fact that belongs to the day.
    package let through: Int64
    /// The terminal's own report, if it sent one.
    package let texts: [TerminalText]
}
