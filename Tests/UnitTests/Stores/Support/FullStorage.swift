import Storage
import Synchronization

/// A storage that can be read, and not written any more.
final class FullStorage: StorageManagerType {
    let isFull = Mutex(false)
    private let storage: any StorageManagerType

    init(storage: any StorageManagerType) { self.storage = storage }

    func write<T>(
        _ sync: CommitSync, _ work: (any StorageTransaction) throws -> T
    ) throws(StorageError) -> T {
        if isFull.withLock({ $0 }) { throw .diskFull }
        return try storage.write(sync, work)
    }

    func sync() throws(StorageError) { try storage.sync() }
    func read<T>(_ work: (any StorageReader) throws -> T) throws(StorageError) -> T { try storage.read(work) }
    func checkReady() throws(StorageError) { try storage.checkReady() }
}
