import Configuration
import Flow
import Storage

/// Everything that a till is made from: its data directory and its configuration.
struct TillSetup: Sendable {
    let directory: String
    var configuration: TillConfiguration

    /// The key that signs the journal's head; nil where none is configured.
    func journalKey() throws(Failure) -> JournalKey? {
        guard let file = configuration.journal.signingKey else { return nil }
        return try JournalKey(file: file)
    }
}
