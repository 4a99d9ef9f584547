import Flow

/// The durable storage of a till.
///
/// `write` and `read` block, so call them on a lane. Calling one of them inside `work`, or keeping the transaction or reader
/// after `work`, is a programming error and traps.
package protocol StorageManagerType: Sendable {
    /// Runs one transaction. When this returns, everything that `work` wrote survives the death of the process, and a power
    /// cut as `sync` says; when it throws, nothing of it is stored. Processes that write at the same time take turns.
    ///
    /// An error thrown by `work` itself comes out as `StorageError.refused` with its `Failure` inside.
    @discardableResult
    func write<T>(
        _ sync: CommitSync, _ work: (any StorageTransaction) throws -> T
    ) throws(StorageError) -> T

    /// Syncs what was committed with `.withNext` and is not synced yet.
    func sync() throws(StorageError)

    /// Reads one consistent state that includes the last `write` of this process.
    func read<T>(_ work: (any StorageReader) throws -> T) throws(StorageError) -> T

    /// Throws the reason why a payment could not be stored now: durability is not as promised, the disk is too full, or
    /// the files have been moved away.
    func checkReady() throws(StorageError)

    /// The entries that the journal lacks compared with `till.head`; nil when nothing is missing.
    func lossInJournal() throws(StorageError) -> JournalLoss?

    /// The last signed head, stored outside of the database; nil when there is none.
    func signedHead() throws(StorageError) -> SignedHead?

    /// The archive with this number, opened to read; nil when its file is not at its recorded path.
    func archive(_ number: Int) throws(StorageError) -> (any StorageManagerType)?

    /// The state of each archive file that the journal names, oldest first.
    func examineArchives() throws(StorageError) -> [ArchiveState]

    /// Damage of the database file, and tables, indexes and triggers that are missing, foreign or changed.
    func examineDatabase() throws(StorageError) -> [DatabaseFinding]

    /// Lends `work` a view of the same data whose reads keep no other read waiting, for reads that take long. It can only
    /// read, and must not be used after `work`.
    func readingAside<T>(_ work: (any StorageManagerType) throws(StorageError) -> T) throws(StorageError) -> T
}

extension StorageManagerType {
    /// Runs one transaction that is synced when this returns.
    @discardableResult
    package func write<T>(_ work: (any StorageTransaction) throws -> T) throws(StorageError) -> T {
        try write(.now, work)
    }

    /// A storage without a directory has no `till.head` to compare with.
    package func lossInJournal() throws(StorageError) -> JournalLoss? { nil }

    package func signedHead() throws(StorageError) -> SignedHead? { nil }

    /// A storage without a directory has no archives.
    package func archive(_ number: Int) throws(StorageError) -> (any StorageManagerType)? { nil }

    package func examineArchives() throws(StorageError) -> [ArchiveState] { [] }

    /// A storage without a database has nothing that could be damaged.
    package func examineDatabase() throws(StorageError) -> [DatabaseFinding] { [] }

    /// A storage whose reads are short anyway has no other view.
    package func readingAside<T>(
        _ work: (any StorageManagerType) throws(StorageError) -> T
    ) throws(StorageError) -> T { try work(self) }

    /// Calls `read` and throws its error as a `Failure`.
    package func reading<T>(_ work: (any StorageReader) throws -> T) throws(Failure) -> T {
        do throws(StorageError) { return try read(work) } catch { throw error.failure }
    }

    /// Calls `write` and throws its error as a `Failure`.
    @discardableResult
    package func writing<T>(
        _ sync: CommitSync = .now, _ work: (any StorageTransaction) throws -> T
    ) throws(Failure) -> T {
        do throws(StorageError) { return try write(sync, work) } catch { throw error.failure }
    }
}
