import Flow
import Model
import Storage

/// What this till remembers between starts, in its storage.
package struct SettingsMemory: Sendable {
    private static let terminal = "device.reader"
    private static let printer = "device.printer"

    let storage: any StorageManagerType

    package init(storage: any StorageManagerType) { self.storage = storage }

    /// The devices used last; nil for a kind of device that was never used.
    package func load() throws(Failure) -> AppSettings {
        try storage.reading {
            AppSettings(
                terminal: try $0.setting(Self.terminal, as: String.self).flatMap { DeviceAddress($0) },
                printer: try $0.setting(Self.printer, as: String.self).flatMap { DeviceAddress($0) })
        }
    }

    func remember(_ device: DeviceIdentity) throws(Failure) {
        let key =
            switch device.kind {
            case .terminal: Self.terminal
            case .printer: Self.printer
            }
        try storage.writing { try $0.setSetting(key, to: device.address.description) }
    }
}
