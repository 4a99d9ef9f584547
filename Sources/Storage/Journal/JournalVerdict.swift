import Foundation
import Model

/// The result of verifying the journal.
package enum JournalVerdict: Hashable, Sendable {
    case intact(count: Int64, head: Data)
    /// The first entry that is missing or not as it was written, the reason, and the kind of forgery if it was done on
    /// purpose.
    case broken(sequence: Int64, why: Sentence, JournalForgery? = nil)
}
