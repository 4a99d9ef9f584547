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
        case .loadSettings(let reply): reply(load())
        case .rememberReader(let address, let reply): reply(remember(address, as: Self.reader))
        case .rememberPrinter(let address, let reply): reply(remember(address, as: Self.printer))
        }
    }

    private func load() -> Result<AppSettings, Failure> {
        do throws(StorageError) {
            return .success(
                try storage.read {
                    AppSettings(
                        reader: try $0.setting(Self.reader, as: String.self).flatMap { DeviceAddress($0) },
                        printer: try $0.setting(Self.printer, as: String.self).flatMap { DeviceAddress($0) })
                })
        } catch { return .failure(error.failure) }
    }

    private func remember(_ address: DeviceAddress, as key: String) -> Result<Void, Failure> {
        do throws(StorageError) {
            return .success(try storage.write { try $0.setSetting(key, to: address.description) })
        } catch { return .failure(error.failure) }
    }
}
