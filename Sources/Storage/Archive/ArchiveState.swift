/// The state of an archive's file.
package struct ArchiveState: Hashable, Sendable {
    package enum Condition: String, Hashable, Codable, Sendable {
        /// The file is byte for byte what was written.
        case unchanged
        /// The file does not exist: it was moved or lost.
        case missing
        /// The file differs from what was written.
        case changed
    }

    package let archive: JournalArchive
    /// The path where the file was looked for.
    package let path: String
    package let condition: Condition
    /// Whether the till's tables still keep what they kept of its transactions.
    package let keepsRows: Bool
}
