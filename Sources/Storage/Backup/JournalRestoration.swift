import Foundation

/// Journal kind `journal.restored`: from here on the journal continues a backup. What the till did after the backup was
/// made is not in it.
package struct JournalRestoration: Hashable, Codable, Sendable {
    package static let kind = "journal.restored"

    /// When the backup was made.
    package let madeAt: Date
    /// The number and hash of the backup's last entry.
    package let through: Int64
    package let hash: String
}
