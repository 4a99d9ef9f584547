import Flow
import Foundation
import Storage

/// The signer of the journal's head.
package struct JournalSignature: Hashable, Sendable {
    package let fingerprint: String
    /// The entry up to which the signature covers the journal, and when it was made.
    package let sequence: Int64
    package let at: Date
    /// The entry from which on the journal names that key; nil if it does not.
    package let since: Int64?
}
