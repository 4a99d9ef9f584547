import Synchronization

/// The entry to all stores, and the state machine of the session: signed in or signed out.
///
/// There is one per process, made in the composition root and passed on. Safe to use from any thread. Actions and state
/// changes run one at a time and in order on one bounded lane; an action that finds no room is answered with `lane.full`.
///
/// Process stores, whose work must survive signing out, exist in both states; all other stores belong to the current state
/// and end with it.
public final class StoresManager: Sendable {
    /// How many actions may wait.
    public static let mostWaiting = 1_024
    /// How long signing out waits for cancelled work before it continues without it.
    public static let longestLeave = Duration.seconds(10)

    private enum Phase {
        case inside(Session)
        case leaving
    }

    private let environment: Environment
    @usableFromInline let lane: any Lane
    private let processStores: [any Store]
    private let processDispatcher = Dispatcher()
    private let makeDeauthenticated: @Sendable (SignedOutReason) -> DeauthenticatedState
    private let phase: Mutex<Phase>
    /// The routes to the stores of the session as they were at its beginning. Strong, as the state's references are.
    @usableFromInline nonisolated(unsafe) var routes: Routes  // guards: used on the lane only, once `init` is over

    /// Starts signed out.
    ///
    /// - Parameters:
    ///   - environment: provides the manager's lane.
    ///   - processStores: the stores that live as long as the manager, signed in or out.
    ///   - deauthenticated: makes the signed-out state, at the start and after each sign-out, with the reason.
    public init(
        environment: Environment, processStores: [any Store] = [],
        deauthenticated: @escaping @Sendable (SignedOutReason) -> DeauthenticatedState
    ) {
        self.environment = environment
        self.processStores = processStores
        lane = environment.lane("stores", Self.mostWaiting)
        makeDeauthenticated = deauthenticated
        for store in processStores { store.registerSupportedActions(in: processDispatcher) }
        let session = Session(deauthenticated(.neverSignedIn), beside: processDispatcher)
        routes = session.state.dispatcher.held
        phase = Mutex(.inside(session))
    }

    /// Delivers the action to its store, in order with all others. Each of its replies is answered.
    @inlinable public func dispatch(_ action: some Action) {
        if !lane.enqueue({ self.deliver(action) }) { action.refuse(.laneFull("stores")) }
    }

    /// Delivers the action that `make` creates with a reply; `answer` receives the answer on any thread.
    ///
    /// This is cheaper than passing an action with a reply, which has to be found by reflection.
    @inlinable public func dispatch<Value: Sendable>(
        _ make: (Reply<Value>) -> some Action, answer: @escaping @Sendable (Result<Value, Failure>) -> Void
    ) {
        let reply = Reply(answer)
        let action = make(reply)
        if !lane.enqueue({ self.deliver(action, with: reply.open) }) { action.refuse(.laneFull("stores")) }
    }

    /// Dispatches the action made with the reply, and waits for the answer.
    ///
    /// ```swift
    /// let cups = try await stores.ask { CounterAction.served($0) }
    /// ```
    ///
    /// Cancelling the caller ends the waiting, with `action.unwaited`, and nothing else: never the work asked for.
    nonisolated(nonsending) public func ask<Asked: Action, Value: Sendable>(
        _ make: (Reply<Value>) -> Asked
    ) async throws(Failure) -> Value {
        let answer = Answer<Value>()
        let reply = Reply(answer.settle)
        let action = make(reply)
        // Who is about to wait for the answer may as well deliver the action.
        if !lane.perform({ self.deliver(action, with: reply.open) }) { action.refuse(.laneFull("stores")) }
        return try await answer.value()
    }

    /// Whether an operator is signed in.
    public var isAuthenticated: Bool {
        switch phase.withLock({ $0 }) {
        case .inside(let session): session.state is AuthenticatedState
        case .leaving: false
        }
    }

    /// Why nobody is signed in; nil while somebody is, and while a session ends.
    public var signedOutReason: SignedOutReason? {
        guard case .inside(let session) = phase.withLock({ $0 }) else { return nil }
        return (session.state as? DeauthenticatedState)?.reason
    }

    /// Signs in: leaves the current state as `deauthenticate` does, and enters the new one on the lane.
    ///
    /// Throws the reason why the current state cannot be left; then nothing has changed.
    public func authenticate(_ make: @escaping @Sendable () -> AuthenticatedState) async throws(Failure) {
        try await move(to: make, refusing: .sessionEnded)
    }

    /// Signs in with what `verify` returns. If it throws, that is thrown, and the current state is not left.
    public func authenticate<Verified: Sendable>(
        by verify: () async throws(Failure) -> Verified,
        _ make: @escaping @Sendable (Verified) -> AuthenticatedState
    ) async throws(Failure) {
        let verified = try await verify()
        try await authenticate { make(verified) }
    }

    /// Signs out: cancels the session's work, answers open replies with `session.ended`, waits until the work has returned
    /// (at most `longestLeave`), clears the operator's data, and enters the signed-out state.
    ///
    /// Throws while the state refuses to be left (`refusalToLeave`); then nothing has changed. Meanwhile actions of the
    /// session are answered with `session.ending`, and those of process stores are delivered. When already signed out,
    /// only the reason changes.
    ///
    /// - Parameter reason: what the signed-out state knows; a failure in it also answers the open replies.
    public func deauthenticate(because reason: SignedOutReason = .signedOut) async throws(Failure) {
        guard signedOutReason != reason else { return }
        let make = makeDeauthenticated
        try await move(to: { make(reason) }, refusing: reason.failure ?? .sessionEnded)
    }
}

// MARK: - On the lane

extension StoresManager {
    /// Delivers the action to the store that takes it, and remembers its unanswered replies until the session ends. An
    /// action that no store takes is refused.
    ///
    /// - Parameter reply: the action's reply if it is known; nil when it has to be found.
    @inlinable func deliver<Asked: Action>(_ action: Asked, with reply: (any OpenReply)? = nil) {
        guard routes.route(of: Asked.self)?.take(action) == true else { return deliverBesides(action, with: reply) }
        // An action without references carries no reply.
        if reply != nil || !_isPOD(Asked.self) { watch(action, reply) }
    }

    /// Delivers an action to a process store, or to one that the session registered after its beginning.
    @usableFromInline func deliverBesides(_ action: some Action, with reply: (any OpenReply)?) {
        if processDispatcher.deliver(action) { return }
        switch phase.withLock({ $0 }) {
        case .inside(let session) where session.state.dispatcher.deliver(action): watch(action, reply)
        case .inside(let session): action.refuse(.unhandled(action, while: session.state.name))
        case .leaving: action.refuse(.sessionEnding)
        }
    }

    /// Remembers the unanswered replies of an action that a session's store received.
    @usableFromInline func watch(_ action: some Action, _ reply: (any OpenReply)?) {
        guard reply?.isAnswered != true, case .inside(let session) = phase.withLock({ $0 }) else { return }
        session.open.watch(reply.map { [$0] } ?? action.openReplies)
    }

    /// Leaves the current state and enters the one that `make` returns. Throws if the current state refuses to be left.
    ///
    /// - Parameter failure: answers the open replies of the session that is left.
    private func move(
        to make: @escaping @Sendable () -> any StoresManagerState, refusing failure: Failure
    ) async throws(Failure) {
        let answer = Answer<Void>()
        let reply = Reply(answer.settle)
        if !lane.enqueue({ self.leave(for: make, refusing: failure, reply) }) {
            reply(failing: .laneFull("stores"))
        }
        try await answer.value()
    }

    private func leave(
        for make: @escaping @Sendable () -> any StoresManagerState, refusing failure: Failure, _ reply: Reply<Void>
    ) {
        guard case .inside(let session) = phase.withLock({ $0 }) else { return reply(failing: .sessionEnding) }
        if let refusal = session.state.refusalToLeave() { return reply(failing: refusal) }
        phase.withLock { $0 = .leaving }
        routes = Routes()
        session.open.refuse(failure)
        let arrive = Once { [self] in
            session.state.didLeave()
            let next = Session(make(), beside: processDispatcher)
            phase.withLock { $0 = .inside(next) }
            routes = next.state.dispatcher.held
            reply()
        }
        let patience = lane.schedule(at: environment.uptime() + Self.longestLeave, arrive.run)
        session.state.end { [self] in
            patience.cancel()
            _ = lane.schedule(at: environment.uptime(), arrive.run)
        }
    }
}

/// The current state of the manager with its unanswered replies.
private final class Session: Sendable {
    let state: any StoresManagerState
    let open = OpenReplies()

    init(_ state: any StoresManagerState, beside process: Dispatcher) {
        precondition(!process.overlaps(state.dispatcher), "an action is taken by the session and by the process")
        self.state = state
    }
}
