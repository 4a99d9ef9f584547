import Configuration
import Flow
import Storage

/// What a till is made from: where its data is, and how it is configured.
struct TillSetup: Sendable {
    let directory: String
    var configuration: TillConfiguration

    /// The key that signs the journal's head; nil where none is configured.
    func journalKey() throws(Failure) -> JournalKey? {
        guard let file = configuration.journal.signingKey else { return nil }
        return try JournalKey(file: file)
    }
}
