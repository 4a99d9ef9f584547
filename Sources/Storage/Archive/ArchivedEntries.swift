/// Journal kind `journal.archived`: the entries up to `archive.through` have moved from the journal into the file.
package struct ArchivedEntries: Hashable, Codable, Sendable {
    package static let kind = "journal.archived"

    package let archive: JournalArchive
    /// All earlier archives, oldest first, because the entries that told of them may be archived themselves.
    package let earlier: [JournalArchive]
    /// The operator who was signed in.
    package let by: String?
    /// Whether payments of terminals whose day Till has not ended were moved too.
    package let withOpenDays: Bool?
}
