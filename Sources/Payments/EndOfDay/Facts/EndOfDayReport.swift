import Flow
import Foundation
import Hardware
import Model
import Storage

/// What came of an end of day, or of asking for the totals.
package struct EndOfDayReport: Hashable, Codable, Sendable {
    package enum Outcome: Hashable, Codable, Sendable {
        /// The terminal was asked only; it counts on.
        case totalsOnly
        case closed
        /// The terminal closed its day, and what it had counted was lost on the way.
        case closedWithoutTotals
        /// Proven: the terminal counts on.
        case notClosed(reason: Sentence)
        /// Nobody knows, and nothing hangs on it: the day came to nothing, so another end of it loses nothing.
        case nothingCounted
        /// Nobody knows yet.
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
    /// What the terminal told, as it told it.
    package let totals: TerminalTotals?
    package let reconciliation: Reconciliation
    /// The last fact of the journal that belongs to the day.
    package let through: Int64
    /// The terminal's own words, where it sent any.
    package let texts: [TerminalText]
}
