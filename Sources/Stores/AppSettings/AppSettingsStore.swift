import Flow
import Model
import Storage

/// Keeps this till's own settings in its storage.
package final class AppSettingsStore: Store {
    package typealias Handled = AppSettingsAction

    private let memory: SettingsMemory
    private let environment: Environment
    private let lookUp: Lookup<SingleKey, AppSettings>

    init(environment: Environment, storage: any StorageManagerType, root: StateStore<TillState, TillEvent>) {
        memory = SettingsMemory(storage: storage)
        self.environment = environment
        lookUp = Lookup(environment: environment, root: root)
    }

    package func onAction(_ action: AppSettingsAction) {
        switch action {
        case .loadSettings(let reply): load(reply)
        case .remember(let device, let reply): reply { () throws(Failure) in try memory.remember(device) }
        }
    }

    /// The settings are read each time, because another process may have changed them.
    private func load(_ reply: Reply<AppSettings>) {
        let (memory, lookUp) = (memory, lookUp)
        environment.answer(reply, "load settings") { () throws(Failure) in
            try await lookUp(SingleKey()) { _ throws(Failure) in try memory.load() }.value
        }
    }
}
