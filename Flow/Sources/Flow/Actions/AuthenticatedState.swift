/// The state in which an operator is signed in, with every store that needs a session.
public final class AuthenticatedState: StoresManagerState {
    public let name = "signed in"
    public let dispatcher = Dispatcher()
    private let stores: [any Store]
    private let scope: Scope
    private let refusal: @Sendable () -> Failure?
    private let clearing: @Sendable () -> Void

    /// - Parameters:
    ///   - environment: the environment of the session's stores. Leaving the state cancels everything that they started
    ///     through the environment that `makeStores` receives.
    ///   - refusal: called before leaving; a failure keeps the operator signed in, for example while work must not be
    ///     interrupted.
    ///   - clearing: clears the operator's data after everything that could write it has ended.
    ///   - makeStores: makes the session's stores, which the state holds and registers.
    public init(
        environment: Environment, refusal: @escaping @Sendable () -> Failure? = { nil },
        clearing: @escaping @Sendable () -> Void, makeStores: (Environment) -> [any Store]
    ) {
        scope = Scope(environment)
        self.refusal = refusal
        self.clearing = clearing
        stores = makeStores(scope.environment)
        for store in stores { store.registerSupportedActions(in: dispatcher) }
    }

    public func refusalToLeave() -> Failure? { refusal() }
    public func end(_ ended: @escaping @Sendable () -> Void) { scope.end(ended) }
    public func didLeave() { clearing() }
}
