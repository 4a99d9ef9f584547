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

    /// Opens the data directory to write it. A signing key that cannot be read throws `.refused`.
    func openStorage(_ environment: Environment) throws(StorageError) -> StorageManager {
        let key: JournalKey?
        do throws(Failure) { key = try journalKey() } catch { throw .refused(error) }
        return try StorageManager(directory: directory, environment: environment, key: key, waiting: LockNotice.say)
    }
}
