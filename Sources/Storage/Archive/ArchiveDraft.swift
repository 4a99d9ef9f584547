import Foundation

/// An archive that is on the disk but not in the journal yet: nothing has moved so far.
package struct ArchiveDraft: Sendable {
    /// The final name of the file.
    package let file: String
    /// The name of the file until it is complete and verified.
    package var unfinished: String { Self.unfinished(file) }
    package let extent: ArchiveExtent
    package let label: ArchiveLabel
    package let head: JournalHead
    let start: JournalStart
    /// The digests of the archive's tables and of what the till keeps of them.
    let rows: String
    let kept: String

    static func unfinished(_ file: String) -> String { file + ".new" }

    /// Deletes the file of an archive that was not made final.
    package func discard() { Self.discard(file) }

    /// Deletes what an interrupted run has left of an archive of this name. Returns the deleted files.
    package static func leftovers(_ file: String) -> [String] { discard(file) }

    @discardableResult
    static func discard(_ file: String) -> [String] {
        ["", "-journal", "-wal", "-shm"].map { unfinished(file) + $0 }.filter { unlink($0) == 0 }
    }
}
