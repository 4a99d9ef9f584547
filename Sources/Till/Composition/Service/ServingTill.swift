import Configuration
import Flow
import Hardware
import Model
import Service
import Storage
import Stores
import Synchronization

/// The live till as the service serves it, with the configuration that is in force.
final class ServingTill: ServedTill {
    let till: LiveTill
    private let configured: Mutex<TillConfiguration>

    init(_ till: LiveTill) {
        self.till = till
        configured = Mutex(till.configuration)
    }

    /// The configuration for what begins from now on.
    var configuration: TillConfiguration {
        get { configured.withLock { $0 } }
        set { configured.withLock { $0 = newValue } }
    }

    var environment: Environment { till.environment }
    var storage: any StorageManagerType { till.storage }
    var language: OperatorLanguage { OperatorLanguage(of: configuration) }
    var isBusy: Bool { till.isBusy }

    /// Goes on with everything that earlier processes left unfinished, and watches the devices that are remembered or
    /// configured.
    func resume() async throws(Failure) {
        try await till.resume()
        let configured =
            configuration.readers.map { DeviceIdentity(kind: .reader, address: $0.line.address) }
            + configuration.printers.map { DeviceIdentity(kind: .printer, address: $0.line.address) }
        for device in configured { try await ask { DeviceAction.attach(device, $0) } }
    }

    /// Whether the stores and the storage answer.
    var answers: Bool {
        get async { (try? await ask { AppSettingsAction.loadSettings($0) }) != nil }
    }

    func ask<Asked: Action, Value: Sendable>(
        _ make: (Reply<Value>) -> Asked
    ) async throws(Failure) -> Value {
        try await till.ask(make)
    }

    // MARK: For what begins now

    var receiptLanguage: String { configuration.shop.language }
    var giveUpAfter: Duration { .seconds(configuration.policy.giveUpAfterSeconds) }

    func reader(_ name: String?) async throws(Failure) -> DeviceAddress? {
        let configuration = configuration
        if let name { return configuration.readers.first { $0.name == name }?.line.address }
        return try DeviceOptions.reader(nil, configuration, try await ask { AppSettingsAction.loadSettings($0) })
    }

    func printer(_ name: String?) async throws(Failure) -> DeviceAddress? {
        let configuration = configuration
        if let name { return configuration.printers.first { $0.name == name }?.line.address }
        var devices = DeviceOptions()
        devices.printer = nil
        return try devices.printer(configuration, try await ask { AppSettingsAction.loadSettings($0) })
    }

    func checkApart(reader: DeviceAddress?, printer: DeviceAddress?) throws(Failure) {
        try till.checkApart(reader: reader, printer: printer)
    }

    /// A payment does not depend on it, so a failure changes nothing.
    func remember(reader: DeviceAddress, printer: DeviceAddress) async {
        try? await till.remember(reader: reader, printer: printer)
    }
}
