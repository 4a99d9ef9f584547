/// Journal kind `journal.accepted`: a person accepted a journal that lacks entries which were written to it.
package struct JournalAcceptance: Hashable, Codable, Sendable {
    package static let kind = "journal.accepted"

    /// The number of the last entry that is known to have been written; nil where `till.head` could not be read.
    package let lost: Int64?
    /// The number of the last entry that is there.
    package let kept: Int64
    package let reason: String
    package let evidence: String
    /// Who was signed in.
    package let by: String?
}
