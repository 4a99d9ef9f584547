import Foundation

/// What moves into an archive.
package struct ArchiveExtent: Hashable, Sendable {
    /// The number of the last entry that moves.
    package let through: Int64
    /// The ends of day that have receipts.
    package let days: [String]
    /// The requested limit: entries of this time and later stay.
    package let before: Date

    package init(through: Int64, days: [String], before: Date) {
        self.through = through
        self.days = days
        self.before = before
    }
}
