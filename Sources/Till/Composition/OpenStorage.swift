import Storage
import Synchronization

/// The storages that a command has open. All are closed at its end, so that the data at rest is one file.
final class OpenStorage: Sendable {
    @TaskLocal private static var ofCommand: OpenStorage?

    private let storages = Mutex<[StorageManager]>([])

    /// Runs a command and closes what it has opened. If closing fails, the write-ahead log stays, and the next start
    /// reads it.
    static func closing<T: Sendable>(after command: () async -> T) async -> T {
        let open = OpenStorage()
        let result = await $ofCommand.withValue(open, operation: command)
        for storage in open.storages.withLock({ $0 }) { try? storage.close() }
        return result
    }

    /// Registers the storage to be closed when the running command has ended.
    static func atCommandEnd(_ storage: StorageManager) {
        ofCommand?.storages.withLock { $0.append(storage) }
    }
}
