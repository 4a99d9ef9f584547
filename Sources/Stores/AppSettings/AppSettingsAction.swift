import Flow
import Model

/// Requests about this till's own settings.
package enum AppSettingsAction: Action {
    case loadSettings(Reply<AppSettings>)
    /// Remembers the terminal or printer used last, so that it need not be named again.
    case remember(DeviceIdentity, Reply<Void>)
}
