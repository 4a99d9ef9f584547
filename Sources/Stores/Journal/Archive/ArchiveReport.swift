import Storage

/// The result of moving entries to an archive.
package struct ArchiveReport: Hashable, Sendable {
    package let plan: ArchivePlan
    package let archive: JournalArchive
    /// Files of an interrupted run that were removed. They contained nothing that the journal did not have.
    package let cleared: [String]
}
