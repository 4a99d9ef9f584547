import Foundation
import Model
import Storage

extension JournalReading {
    /// The latest time that the clock is known to have reached: that of the journal's last entry or of the beginning of its last
    /// transaction; nil for an empty journal. An entry that was written while the clock was wrong does not hide that transaction.
    package func latestTime() throws(StorageError) -> Date? {
        let last = try journalEntries(from: try journalHead().sequence, limit: 1).first?.at
        let begun = try journalEntries(kind: "payment.intended", limit: 1).first?.at
        return [last, begun].compactMap(\.self).max()
    }
}
