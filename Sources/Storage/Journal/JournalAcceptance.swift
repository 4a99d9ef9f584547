/// Journal kind `journal.accepted`: a person accepted a journal that lacks entries which were written to it.
public struct JournalAcceptance: Hashable, Codable, Sendable {
    public static let kind = "journal.accepted"

    /// The number of the last entry that is known to have been written; nil where `till.head` could not be read.
    public let lost: Int64?
    /// The number of the last entry that is there.
    public let kept: Int64
    public let reason: String
    public let evidence: String
    /// Who was signed in.
    public let by: String?
}
