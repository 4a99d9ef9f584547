import Flow
import Model
import Storage

/// This till's own settings, kept in its storage.
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

    /// Another process may have changed them: read anew each time.
    private func load(_ reply: Reply<AppSettings>) {
        let (memory, lookUp) = (memory, lookUp)
        environment.answer(reply, "load settings") { () throws(Failure) in
            try await lookUp(SingleKey()) { _ throws(Failure) in try memory.load() }.value
        }
    }
}
