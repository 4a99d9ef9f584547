import Flow
import ServiceLifecycle
import Storage

/// A verified backup on its way to a caller, as a tar archive in parts.
package struct ServedBackup: AsyncSequence, Sendable {
    package typealias Element = [UInt8]

    private let manifest: BackupManifest
    private let folder: String
    /// Removes the folder once nobody reads it any more.
    private let keeper: Keeper

    /// - Parameter end: called once, when the backup is with its caller or its caller is gone.
    package init(_ manifest: BackupManifest, in folder: String, end: @escaping @Sendable () -> Void) {
        (self.manifest, self.folder) = (manifest, folder)
        keeper = Keeper(end)
    }

    package func makeAsyncIterator() -> Parts { Parts(chunks: BackupChunks(manifest, in: folder), keeper: keeper) }

    package struct Parts: AsyncIteratorProtocol {
        fileprivate let chunks: BackupChunks
        fileprivate let keeper: Keeper

        /// Throws when the service stops: an answer that just ended would look like a whole backup.
        package mutating func next() async throws -> [UInt8]? {
            guard !Task.isShuttingDownGracefully else { throw CancellationError() }
            return try chunks.next()
        }
    }

    fileprivate final class Keeper: Sendable {
        private let end: @Sendable () -> Void

        init(_ end: @escaping @Sendable () -> Void) { self.end = end }

        deinit { end() }
    }
}
