import Flow

/// The durable memory of a till.
///
/// Both calls block until they are done, so they run on a lane of the caller's. Calling either from inside `work` is a
/// programmer's error and traps; so is keeping the transaction or the reader beyond `work`.
package protocol StorageManagerType: Sendable {
    /// Runs one transaction. When this returns, everything `work` wrote is on disk and survives a power cut; when it
    /// throws, nothing of it is there. Two processes that write at the same moment take turns.
    ///
    /// An error thrown by `work` itself comes out as `StorageError.refused`, with its `Failure` inside.
    @discardableResult
    func write<T>(_ work: (any StorageTransaction) throws -> T) throws(StorageError) -> T

    /// Reads one consistent state, as of some moment no earlier than the last `write` of this process.
    func read<T>(_ work: (any StorageReader) throws -> T) throws(StorageError) -> T

    /// Whether a payment could be stored now: durability as promised, and room on the disk for what a payment may need.
    /// Throws the reason where not.
    func checkReady() throws(StorageError)

    /// What the journal lacks of what is known of it outside of the database; nil where nothing is missing.
    func lossInJournal() throws(StorageError) -> JournalLoss?

    /// The head that the till signed last, outside of the database; nil where there is none.
    func signedHead() throws(StorageError) -> SignedHead?

    /// The archive with that number, opened to be read; nil where its file is not where the journal names it.
    func archive(_ number: Int) throws(StorageError) -> (any StorageManagerType)?

    /// How the files are of which the journal says that they are its archives, oldest first.
    func examineArchives() throws(StorageError) -> [ArchiveState]

    /// What about the database itself is not as Till made it: damage of the file, and tables, indexes and triggers that are
    /// missing, foreign or changed.
    func examineDatabase() throws(StorageError) -> [DatabaseFinding]
}

extension StorageManagerType {
    /// A storage without a directory knows nothing outside of it.
    package func lossInJournal() throws(StorageError) -> JournalLoss? { nil }

    package func signedHead() throws(StorageError) -> SignedHead? { nil }

    /// A storage without a directory has no archives.
    package func archive(_ number: Int) throws(StorageError) -> (any StorageManagerType)? { nil }

    package func examineArchives() throws(StorageError) -> [ArchiveState] { [] }

    /// A storage without a database has none that could be damaged.
    package func examineDatabase() throws(StorageError) -> [DatabaseFinding] { [] }

    /// `read`, for a layer that speaks of failures.
    package func reading<T>(_ work: (any StorageReader) throws -> T) throws(Failure) -> T {
        do throws(StorageError) { return try read(work) } catch { throw error.failure }
    }

    /// `write`, for a layer that speaks of failures.
    @discardableResult
    package func writing<T>(_ work: (any StorageTransaction) throws -> T) throws(Failure) -> T {
        do throws(StorageError) { return try write(work) } catch { throw error.failure }
    }
}

/// What can be asked of the storage.
package protocol StorageReader: JournalReading, PaymentReading, ReceiptReading, PrintReading, OutboxReading,
    SettingsReading, OrderReading, ShopReading, TableReading
{}

/// What can be asked and changed inside one transaction.
package protocol StorageTransaction: StorageReader, JournalWriting, PaymentWriting, ReceiptWriting, PrintWriting,
    OutboxWriting, SettingsWriting, OrderWriting, ShopWriting
{}
