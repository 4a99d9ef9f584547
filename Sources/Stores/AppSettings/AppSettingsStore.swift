import Flow
import Model
import Storage

/// This till's own settings, kept in its storage.
public final class AppSettingsStore: Store {
    public typealias Handled = AppSettingsAction

    private static let reader = "device.reader"
    private static let printer = "device.printer"

    private let storage: any StorageManagerType

    public init(storage: any StorageManagerType) { self.storage = storage }

    public func onAction(_ action: AppSettingsAction) {
        switch action {
        case .loadSettings(let reply): reply(with: load)
        case .rememberReader(let address, let reply):
            reply { () throws(Failure) in try remember(address, as: Self.reader) }
        case .rememberPrinter(let address, let reply):
            reply { () throws(Failure) in try remember(address, as: Self.printer) }
        }
    }

    private func load() throws(Failure) -> AppSettings {
        try storage.reading {
            AppSettings(
                reader: try $0.setting(Self.reader, as: String.self).flatMap { DeviceAddress($0) },
                printer: try $0.setting(Self.printer, as: String.self).flatMap { DeviceAddress($0) })
        }
    }

    private func remember(_ address: DeviceAddress, as key: String) throws(Failure) {
        try storage.writing { try $0.setSetting(key, to: address.description) }
    }
}
