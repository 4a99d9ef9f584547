import Storage
import Synchronization

/// A storage that counts how often it was read.
final class CountingStorage: StorageManagerType {
    private let storage: any StorageManagerType
    private let count = Atomic(0)

    init(_ storage: any StorageManagerType) { self.storage = storage }

    var reads: Int { count.load(ordering: .relaxed) }

    func write<T>(_ sync: CommitSync, _ work: (any StorageTransaction) throws -> T) throws(StorageError) -> T {
        try storage.write(sync, work)
    }

    func sync() throws(StorageError) { try storage.sync() }

    func read<T>(_ work: (any StorageReader) throws -> T) throws(StorageError) -> T {
        count.add(1, ordering: .relaxed)
        return try storage.read(work)
    }

    func checkReady() throws(StorageError) { try storage.checkReady() }
}
