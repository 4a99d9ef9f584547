/// Nobody is signed in: only what works without a session is there (login, settings, devices, diagnostics).
public final class DeauthenticatedState: StoresManagerState {
    public let name = "signed out"
    public let dispatcher = Dispatcher()
    private let stores: [any Store]

    public init(stores: [any Store]) {
        self.stores = stores
        for store in stores { store.registerSupportedActions(in: dispatcher) }
    }

    /// Nothing here stands in the way of signing in; what runs, runs on.
    public func refusalToLeave() -> Failure? { nil }
    public func end(_ ended: @escaping @Sendable () -> Void) { ended() }
    public func didLeave() {}
}
