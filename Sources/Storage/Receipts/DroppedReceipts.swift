import Foundation
import Model

/// Journal kind `receipt.dropped`: receipts, with their prints, that were deleted on purpose because they were old.
package struct DroppedReceipts: Hashable, Codable, Sendable {
    package static let kind = "receipt.dropped"

    /// All of them were stored before this time. Those that somebody still needed stayed.
    package let madeBefore: Date
    package let count: Int

    package init(madeBefore: Date, count: Int) {
        self.madeBefore = madeBefore
        self.count = count
    }

    /// The setting that names the newest such entry, because entries of this kind have no index. It decides nothing by
    /// itself: only the entry counts.
    private static let setting = "receipts.dropped"

    /// The newest such fact; nil if none is in the journal.
    package static func last(in reader: any StorageReader) throws(StorageError) -> DroppedReceipts? {
        guard let sequence = try reader.setting(setting, as: Int64.self),
            let entry = try reader.journalEntries(from: sequence, limit: 1).first, entry.sequence == sequence,
            entry.kind == kind
        else { return nil }
        return try entry.decoded(as: DroppedReceipts.self)
    }

    /// Writes the fact. A fact with an earlier time than the last one takes that one's: what was dropped stays dropped.
    package func append(in transaction: any StorageTransaction) throws {
        let before = try Self.last(in: transaction)?.madeBefore ?? madeBefore
        let entry = try transaction.append(
            kind: Self.kind, payment: nil,
            encoding: DroppedReceipts(madeBefore: max(before, madeBefore), count: count))
        try transaction.setSetting(Self.setting, to: entry.sequence)
    }
}
