import Foundation

/// The number and hash of the journal's last entry, stored apart from the rows so that a missing last row is noticed.
package struct JournalHead: Hashable, Sendable {
    package let sequence: Int64
    package let hash: Data

    package init(sequence: Int64, hash: Data) {
        self.sequence = sequence
        self.hash = hash
    }

    /// The head in a copy of `till.head`, with its signature if there is one; nil when the file is no such copy.
    package static func kept(in file: String) throws(StorageError) -> (head: JournalHead, signed: SignedHead?)? {
        guard case .head(let head, let signed) = try HeadFile(path: file).read() else { return nil }
        return (head, signed)
    }

    /// The head of an empty journal.
    package static let empty = JournalHead(sequence: 0, hash: Data(repeating: 0, count: 32))
}
