import Foundation
import Storage

/// A journal that names no key and was to be verified with one. It may be as it was written; no signature tells.
package struct UnsignedJournal: Hashable, Sendable {
    /// The fingerprint of the key that was to have signed it.
    package let key: String
    /// The entry from which on the journal names no key; nil if it never named its till.
    package let since: Int64?
    /// When that entry was written.
    package let at: Date?

    /// Nil if the journal names a key: then a signature that is missing was taken away.
    init?(_ reader: any StorageReader, verifiedWith key: JournalPublicKey) throws(StorageError) {
        guard try reader.enrolment()?.enrolment.key == nil else { return nil }
        var first: JournalEntry?
        for entry in try reader.journalEntries(kind: TillEnrolment.kind, limit: JournalAudit.page) {
            guard try entry.decoded(as: TillEnrolment.self).key == nil else { break }
            first = entry
        }
        (self.key, since, at) = (key.fingerprint, first?.sequence, first?.at)
    }
}
