/// An operator is signed in: every store that needs a session is there.
public final class AuthenticatedState: StoresManagerState {
    public let name = "signed in"
    public let dispatcher = Dispatcher()
    private let stores: [any Store]
    private let scope: Scope
    private let refusal: @Sendable () -> Failure?
    private let clearing: @Sendable () -> Void

    /// - Parameters:
    ///   - environment: what the session's stores run in, as far as they are given the environment `makeStores` gets:
    ///     leaving cancels everything they spawned or scheduled through that one.
    ///   - refusal: asked before leaving; a failure keeps the operator signed in (work that must not be cut is under way).
    ///   - clearing: clears the operator's data, after everything that could write it has ended.
    ///   - makeStores: makes the session's stores. The state holds them and registers them.
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
