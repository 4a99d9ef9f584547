import Flow
import Storage

/// A storage that tells somebody of each commit once it is synced.
struct WatchedStorage: StorageManagerType {
    let storage: any StorageManagerType
    let environment: Environment
    /// Called after each sync with the time that it took, on the committing thread. It must not wait.
    let committed: @Sendable (Duration) -> Void

    @discardableResult
    func write<T>(
        _ sync: CommitSync, _ work: (any StorageTransaction) throws -> T
    ) throws(StorageError) -> T {
        let begin = environment.uptime()
        let value = try storage.write(sync, work)
        // Nobody hears of a commit that may still be lost.
        if sync == .now { committed(environment.uptime() - begin) }
        return value
    }

    func sync() throws(StorageError) {
        let begin = environment.uptime()
        try storage.sync()
        committed(environment.uptime() - begin)
    }

    func read<T>(_ work: (any StorageReader) throws -> T) throws(StorageError) -> T { try storage.read(work) }
    func checkReady() throws(StorageError) { try storage.checkReady() }
    func lossInJournal() throws(StorageError) -> JournalLoss? { try storage.lossInJournal() }
    func signedHead() throws(StorageError) -> SignedHead? { try storage.signedHead() }
    func archive(_ number: Int) throws(StorageError) -> (any StorageManagerType)? { try storage.archive(number) }
    func examineArchives() throws(StorageError) -> [ArchiveState] { try storage.examineArchives() }
    func examineDatabase() throws(StorageError) -> [DatabaseFinding] { try storage.examineDatabase() }

    func readingAside<T>(_ work: (any StorageManagerType) throws(StorageError) -> T) throws(StorageError) -> T {
        try storage.readingAside(work)
    }
}
