/// The state in which nobody is signed in, with the stores that need no session (login, settings, devices, diagnostics).
public final class DeauthenticatedState: StoresManagerState {
    public let name = "signed out"
    public let dispatcher = Dispatcher()
    /// Why nobody is signed in.
    public let reason: SignedOutReason
    private let stores: [any Store]

    public init(stores: [any Store], because reason: SignedOutReason = .neverSignedIn) {
        self.stores = stores
        self.reason = reason
        for store in stores { store.registerSupportedActions(in: dispatcher) }
    }

    /// Never refuses: signing in interrupts nothing.
    public func refusalToLeave() -> Failure? { nil }
    public func end(_ ended: @escaping @Sendable () -> Void) { ended() }
    public func didLeave() {}
}
