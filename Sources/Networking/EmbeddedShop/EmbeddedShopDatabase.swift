import Flow
import Model

/// The storage of the embedded shop. Its functions may block; the implementation chooses where.
package protocol EmbeddedShopDatabase: Sendable {
    /// Reads several things at one moment.
    func read<T: Sendable>(_ work: @escaping @Sendable (any ShopRecords) throws(Failure) -> T) async throws(Failure)
        -> T
    /// Reads, and writes all that the work returns in the same transaction; nothing when it throws.
    func change<T: Sendable>(
        _ work: @escaping @Sendable (any ShopRecords) throws(Failure) -> (T, [ShopWrite])
    ) async throws(Failure) -> T
}
