import Foundation

/// A request to move entries from the journal to an archive.
package struct ArchiveRequest: Sendable {
    /// Entries from this time on stay in the journal.
    package var before: Date
    /// An absolute path at which nothing may exist.
    package var file: String
    /// Whether payments are moved whose terminal's day Till has not ended, because the terminal ends its day by itself
    /// or is gone.
    package var withOpenDays: Bool
    /// The operator who is signed in.
    package var by: String?

    package init(before: Date, file: String, withOpenDays: Bool = false, by: String? = nil) {
        self.before = before
        self.file = file
        self.withOpenDays = withOpenDays
        self.by = by
    }
}
