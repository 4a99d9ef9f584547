import Storage
import Synchronization

/// The storages that a command has open. They are closed at its end, whoever still holds them: at rest the data is one file.
final class OpenStorage: Sendable {
    @TaskLocal private static var ofCommand: OpenStorage?

    private let storages = Mutex<[StorageManager]>([])

    /// Runs a command, and closes what it has opened. Where closing fails the log stays, and the next start reads it.
    static func closing<T: Sendable>(after command: () async -> T) async -> T {
        let open = OpenStorage()
        let result = await $ofCommand.withValue(open, operation: command)
        for storage in open.storages.withLock({ $0 }) { try? storage.close() }
        return result
    }

    /// Has the storage closed when the command that runs has ended.
    static func atCommandEnd(_ storage: StorageManager) {
        ofCommand?.storages.withLock { $0.append(storage) }
    }
}
