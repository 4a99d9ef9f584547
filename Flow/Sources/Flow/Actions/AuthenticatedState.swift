/// The state in which an operator is signed in, with every store that needs a session.
public final class AuthenticatedState: StoresManagerState {
    public let name = "signed in"
    public let dispatcher = Dispatcher()
    private let stores: [any Store]
    private let scope: Scope
    private let refusal: @Sendable () -> Failure?

    /// - Parameters:
    ///   - environment: the environment of the session's stores. Leaving the state cancels everything that they started
    ///     through the environment that `makeStores` receives.
    ///   - refusal: called before leaving; a failure keeps the operator signed in, for example while work must not be
    ///     interrupted.
    ///   - makeStores: makes the session's stores, which the state holds and registers. After everything that could write
    ///     has ended, each clears the operator's data (``Store/clearOperatorData()``).
    public init(
        environment: Environment, refusal: @escaping @Sendable () -> Failure? = { nil },
        makeStores: (Environment) -> [any Store]
    ) {
        scope = Scope(environment)
        self.refusal = refusal
        stores = makeStores(scope.environment)
        for store in stores { store.registerSupportedActions(in: dispatcher) }
    }

    public func refusalToLeave() -> Failure? { refusal() }
    public func end(_ ended: @escaping @Sendable () -> Void) { scope.end(ended) }
    public func didLeave() { for store in stores { clear(store) } }

    private func clear(_ store: any Store) {
        for part in store.subStores { clear(part) }
        store.clearOperatorData()
    }
}
