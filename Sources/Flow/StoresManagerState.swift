/// One of the states a `StoresManager` can be in, with the stores that can be asked in it.
///
/// All methods are called on the manager's lane and are brief.
public protocol StoresManagerState: AnyObject, Sendable {
    /// As a person would say it: `signed in`.
    var name: String { get }
    /// Where this state has registered its stores. The state holds the stores; nobody else does.
    var dispatcher: Dispatcher { get }
    /// Why this state may not be left now; nil when it may.
    func refusalToLeave() -> Failure?
    /// Ends what runs, and calls `ended` once, from any thread, when it has ended. Actions no longer arrive.
    func end(_ ended: @escaping @Sendable () -> Void)
    /// What runs has ended, what was open is answered, the state is left and about to be released.
    func didLeave()
}

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
    ///   - refusal: asked before leaving; a failure keeps the operator signed in (a payment is not final).
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
