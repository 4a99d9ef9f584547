import Flow
import Model
import Storage
import Synchronization
import Testing

@testable import Stores
@testable import Payments

/// Settings and account: what a till remembers between starts.
@Suite struct SmallStoresTests {
    private let world = VirtualWorld(seed: 1)
    private let storage: StorageManager

    init() throws { storage = try StorageManager.inMemory() }

    /// Starts the till again and asks it for a setting.
    private func settings<Value: Sendable>(_ make: (Reply<Value>) -> AppSettingsAction) throws -> Value {
        let environment = world.environment
        let root = StateStore.till(in: environment)
        return try AppSettingsStore(environment: environment, storage: storage, root: root).ask(in: world, make)
    }

    private func account<Value: Sendable>(_ make: (Reply<Value>) -> AccountAction) throws -> Value {
        let environment = world.environment
        let root = StateStore.till(in: environment)
        return try AccountStore(environment: environment, storage: storage, connector: nil, root: root)
            .ask(in: world, make)
    }

    @Test func aNewTillRemembersNoDevices() throws {
        #expect(try settings { .loadSettings($0) } == AppSettings())
    }

    @Test func devicesAreRememberedOverRestarts() throws {
        let reader = try #require(DeviceAddress("serial:/dev/ttyUSB0?baud=9600"))
        let printer = try #require(DeviceAddress("file:/tmp/paper"))
        try settings { .remember(DeviceIdentity(kind: .terminal, address: reader), $0) }
        try settings { .remember(DeviceIdentity(kind: .printer, address: printer), $0) }
        #expect(try settings { .loadSettings($0) } == AppSettings(terminal: reader, printer: printer))
    }

    @Test func theEmbeddedShopsOperatorIsSignedInFromTheStart() throws {
        #expect(try account { .loadAccount($0) } == Account.embedded)
    }

    @Test func whoSignedOutStaysSignedOutOverRestarts() throws {
        try account { .forgetAccount($0) }
        #expect(throws: Failure.signedOut(because: .signedOut)) { try account { .loadAccount($0) } as Account }
        try account { .enter(.embedded, $0) }
        #expect(try account { .loadAccount($0) } == Account.embedded)
    }
}

extension Store {
    /// Asks only this store, and lets its world run until the answer comes.
    func ask<Value: Sendable>(in world: VirtualWorld, _ make: (Reply<Value>) -> Handled) throws -> Value {
        let answer = Answered<Value>()
        onAction(make(Reply { answer.set($0) }))
        world.advance(by: .seconds(1))
        return try #require(answer.value).get()
    }
}

private final class Answered<Value: Sendable>: Sendable {
    private let stored = Mutex<Result<Value, Failure>?>(nil)
    var value: Result<Value, Failure>? { stored.withLock { $0 } }
    func set(_ value: Result<Value, Failure>) { stored.withLock { $0 = value } }
}
