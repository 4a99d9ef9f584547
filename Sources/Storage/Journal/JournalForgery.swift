/// What somebody who can write the journal's file can do to it.
package enum JournalForgery: String, Hashable, Codable, Sendable, CaseIterable {
    /// An entry was changed, with or without new hashes after it.
    case edited
    /// Entries were removed before others that remain.
    case removed
    /// The last entries were cut off.
    case truncated
    /// The journal was emptied or begun anew.
    case wiped
    /// The journal is, or contains entries, of another till.
    case anotherTill = "another_till"

    /// A sentence about the forgery. An accident with the same effect looks the same.
    package var sentence: String {
        switch self {
        case .edited: "An entry is not what it was, or one before it was taken out."
        case .removed: "Entries are missing in the middle of it."
        case .truncated: "Its last entries are missing."
        case .wiped: "All that was in it is missing."
        case .anotherTill: "It holds what another till wrote, or was begun anew by one."
        }
    }
}
