import Flow
import Model
import Storage
import Synchronization
import Testing

@testable import Stores

/// Settings and account: what a till remembers between starts.
@Suite struct SmallStoresTests {
    @Test func aNewTillRemembersNoDevices() throws {
        let store = AppSettingsStore(storage: try StorageManager.inMemory())
        #expect(try store.ask { .loadSettings($0) } == AppSettings())
    }

    @Test func devicesAreRememberedOverRestarts() throws {
        let storage = try StorageManager.inMemory()
        let reader = try #require(DeviceAddress("serial:/dev/ttyUSB0?baud=9600"))
        let printer = try #require(DeviceAddress("file:/tmp/paper"))
        try AppSettingsStore(storage: storage).ask { .rememberReader(reader, $0) }
        try AppSettingsStore(storage: storage).ask { .rememberPrinter(printer, $0) }
        let settings = try AppSettingsStore(storage: storage).ask { .loadSettings($0) }
        #expect(settings == AppSettings(reader: reader, printer: printer))
    }

    @Test func theEmbeddedShopsOperatorIsSignedInFromTheStart() throws {
        let store = AccountStore(storage: try StorageManager.inMemory())
        #expect(try store.ask { .loadAccount($0) } == .embedded)
    }

    @Test func whoSignedOutStaysSignedOutOverRestarts() throws {
        let storage = try StorageManager.inMemory()
        try AccountStore(storage: storage).ask { .forgetAccount($0) }
        #expect(throws: Failure.signedOut) { try AccountStore(storage: storage).ask { .loadAccount($0) } as Account }
        _ = try AccountStore(storage: storage).ask { .loginEmbedded($0) } as Account
        #expect(try AccountStore(storage: storage).ask { .loadAccount($0) } == .embedded)
    }
}

extension Store {
    /// Asks a store that answers within the call.
    func ask<Value: Sendable>(_ make: (Reply<Value>) -> Handled) throws -> Value {
        let answer = Answered<Value>()
        onAction(make(Reply { answer.set($0) }))
        return try #require(answer.value).get()
    }
}

private final class Answered<Value: Sendable>: Sendable {
    private let stored = Mutex<Result<Value, Failure>?>(nil)
    var value: Result<Value, Failure>? { stored.withLock { $0 } }
    func set(_ value: Result<Value, Failure>) { stored.withLock { $0 = value } }
}
