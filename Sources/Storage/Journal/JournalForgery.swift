import Model

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
    package var sentence: Sentence {
        switch self {
        case .edited: Sentence("forgery.edited")
        case .removed: Sentence("forgery.removed")
        case .truncated: Sentence("forgery.truncated")
        case .wiped: Sentence("forgery.wiped")
        case .anotherTill: Sentence("forgery.anotherTill")
        }
    }
}
