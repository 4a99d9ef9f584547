import Hardware
import Model

/// What the terminal of a payment shows.
package enum KioskDisplay: Hashable, Codable, Sendable {
    case progress(ProgressStep?, asksToRemoveCard: Bool, text: String?)
    case goods
    /// The line was disturbed: the terminal is asked what happened.
    case checking
    /// Nothing any more.
    case over
}
