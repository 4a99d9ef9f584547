import Model

/// Journal kind `journal.accepted`: a person accepted a journal that has lost entries.
package struct JournalAcceptance: Hashable, Codable, Sendable {
    package static let kind = "journal.accepted"

    /// The number of the last entry known to have been written; nil when `till.head` could not be read.
    package let lost: Int64?
    /// The number of the last entry that is left.
    package let kept: Int64
    package let reason: Sentence
    package let evidence: String
    /// The operator who was signed in.
    package let by: String?
}
