import Flow
import Storage

extension StorageManagerType {
    /// Keeps what can be loaded again. If the disk is full or cannot be written, nothing is kept, and whoever asked has the answer all
    /// the same.
    ///
    /// - Returns: whether it is kept.
    @discardableResult
    func caching(_ work: (any StorageTransaction) throws -> Void) throws(Failure) -> Bool {
        do throws(StorageError) { try write(.withNext, work) } catch {
            guard error.leavesReading else { throw error.failure }
            return false
        }
        return true
    }
}
