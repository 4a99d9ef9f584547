import Flow
import Synchronization
import Testing

/// Signing in and out.
struct SessionTests {
    private let world = VirtualWorld()
    private let heard = Heard<Result<Int, Failure>>()
    private let log = Heard<String>()
    private let payment = PaymentGuard()
    private let sessionStore = Watched()
    private let stores: StoresManager

    init() {
        stores = StoresManager(environment: world.environment, processStores: [CountStore()]) {
            DeauthenticatedState(stores: [], because: $0)
        }
    }

    private func signIn() throws(Failure) {
        let (world, log, payment, stores, watched) = (world, log, payment, stores, sessionStore)
        try world.finish { () async throws(Failure) in
            try await stores.authenticate {
                AuthenticatedState(
                    environment: world.environment, refusal: { payment.refusal },
                    makeStores: { environment in
                        let cleaning = world.environment.lane("cleaning", 1)
                        let store = WorkStore(environment, cleaning: cleaning, log: log)
                        watched.watch(store)
                        return [store]
                    })
            }
        }
    }

    private func signOut() throws(Failure) {
        let stores = stores
        try world.finish { () async throws(Failure) in try await stores.deauthenticate() }
    }

    private func work(cleanUp: Duration = .zero) {
        stores.dispatch(WorkAction.work(cleanUp: cleanUp, Reply(heard.hear)))
        world.run()
    }

    private var codes: [String] { heard.all.compactMap(\.failureCode) }

    @Test func aManagerStartsSignedOut() {
        #expect(!stores.isAuthenticated)
        #expect(stores.signedOutReason == .neverSignedIn)
        work()
        #expect(codes == ["action.unhandled"])
    }

    @Test func theSignedOutStateKnowsWhyItIsThere() throws {
        try signIn()
        #expect(stores.signedOutReason == nil)
        try signOut()
        #expect(stores.signedOutReason == .signedOut)
    }

    @Test func aSessionThatCannotGoOnAnswersWhatIsOpenWithTheReason() throws {
        let failure = Failure(SampleFailure.notFinal, "The key is revoked.", recovery: .askOperator)
        try signIn()
        work()
        let stores = stores
        try world.finish { () async throws(Failure) in try await stores.deauthenticate(because: .ended(failure)) }
        #expect(heard.all == [.failure(failure)])
        #expect(stores.signedOutReason == .ended(failure))
        #expect(log.all == ["cancelled", "returned", "cleared"])
    }

    @Test func aProcessThatStartsSignedOutCanBeToldWhy() throws {
        let failure = Failure(SampleFailure.notFinal, "The key is revoked.", recovery: .askOperator)
        let stores = stores
        try world.finish { () async throws(Failure) in try await stores.deauthenticate(because: .ended(failure)) }
        #expect(stores.signedOutReason == .ended(failure))
    }

    @Test func aLoginThatIsNotVerifiedChangesNothing() throws {
        try signIn()
        work()
        let refusal = Failure(SampleFailure.notFinal, "The shop refuses.", recovery: .askOperator)
        let stores = stores
        #expect(throws: refusal) {
            try world.finish { () async throws(Failure) in
                try await stores.authenticate(
                    by: { () async throws(Failure) -> Int in throw refusal },
                    { _ in preconditionFailure("there is nothing to enter with") })
            }
        }
        #expect(stores.isAuthenticated)
        #expect(heard.all.isEmpty)
        #expect(log.all.isEmpty)
    }

    @Test func signedInTheSessionsStoresCanBeAsked() throws {
        try signIn()
        #expect(stores.isAuthenticated)
        work()
        #expect(heard.all.isEmpty)
    }

    @Test func signedOutTheyCannotAnyMore() throws {
        try signIn()
        try signOut()
        #expect(!stores.isAuthenticated)
        work()
        #expect(codes == ["action.unhandled"])
    }

    @Test func theSessionsStoresAreReleasedBySigningOut() throws {
        try signIn()
        work()
        #expect(sessionStore.isAlive)
        try signOut()
        #expect(!sessionStore.isAlive)
    }

    @Test func signingOutWhenSignedOutDoesNothing() throws {
        try signOut()
        #expect(log.all.isEmpty)
    }

    @Test func signingOutIsRefusedWhileAPaymentIsNotFinal() throws {
        try signIn()
        work()
        payment.refuse(Failure(SampleFailure.notFinal, "A payment is not final.", recovery: .askOperator))
        let failure = #expect(throws: Failure.self) { try signOut() }
        #expect(failure?.code == "payment.notFinal")
        #expect(stores.isAuthenticated)
        #expect(log.all.isEmpty)
        #expect(heard.all.isEmpty)
    }

    @Test func signingOutAnswersWhatIsOpen() throws {
        try signIn()
        work()
        try signOut()
        #expect(codes == ["session.ended"])
    }

    @Test func signingOutAnswersAReplyTheDoorGaveToo() throws {
        try signIn()
        stores.dispatch {
            WorkAction.work(cleanUp: .zero, $0)
        } answer: { [heard] in
            heard.hear($0)
        }
        world.run()
        try signOut()
        #expect(codes == ["session.ended"])
    }

    @Test func signingOutClearsTheOperatorsDataOnlyAfterWhatRanHasReturned() throws {
        try signIn()
        work(cleanUp: .seconds(3))
        try signOut()
        #expect(log.all == ["cancelled", "returned", "cleared"])
    }

    @Test func signingOutDoesNotWaitForeverForWorkThatDoesNotReturn() throws {
        try signIn()
        work(cleanUp: .seconds(3_600))
        let before = world.uptime
        try signOut()
        #expect(log.all == ["cancelled", "cleared"])
        #expect(world.uptime - before == StoresManager.longestLeave)
    }

    @Test func whileSigningOutActionsOfTheSessionAreAnsweredAndThoseOfTheProcessGoThrough() throws {
        try signIn()
        work(cleanUp: .seconds(3))
        let stores = stores
        _ = world.environment.spawn("sign out") { try? await stores.deauthenticate() }
        world.run()
        stores.dispatch(WorkAction.work(cleanUp: .zero, Reply(heard.hear)))
        stores.dispatch(CountAction.add(1, Reply(heard.hear)))
        world.run()
        #expect(heard.all == [.failure(.sessionEnded), .failure(.sessionEnding), .success(1)])
    }

    @Test func theStoresOfTheProcessSurviveSigningOut() throws {
        try signIn()
        stores.dispatch(CountAction.add(2, Reply(heard.hear)))
        world.run()
        try signOut()
        stores.dispatch(CountAction.add(1, Reply(heard.hear)))
        world.run()
        #expect(heard.all == [.success(2), .success(3)])
    }

    @Test func whatTheProcessWasAskedIsNotAnsweredBySigningOut() throws {
        try signIn()
        stores.dispatch(CountAction.keep(Reply(heard.hear)))
        try signOut()
        #expect(heard.all.isEmpty)
    }

    @Test func scheduledWorkOfTheSessionIsCancelledWithIt() throws {
        try signIn()
        stores.dispatch(WorkAction.wakeLater)
        world.run()
        try signOut()
        world.runUntilIdle()
        #expect(log.all == ["cleared"])
    }

    @Test func scheduledWorkOfTheSessionRunsWhileItLasts() throws {
        try signIn()
        stores.dispatch(WorkAction.wakeLater)
        world.advance(by: .seconds(11))
        try signOut()
        #expect(log.all == ["woke", "cleared"])
    }

    @Test func signingInAnewLeavesTheFormerSessionFirst() throws {
        try signIn()
        work()
        try signIn()
        #expect(log.all == ["cancelled", "returned", "cleared"])
        #expect(stores.isAuthenticated)
    }

    @Test func aSecondSignOutMeanwhileIsRefused() throws {
        try signIn()
        work(cleanUp: .seconds(3))
        let (stores, log) = (stores, log)
        for _ in 0..<2 {
            _ = world.environment.spawn("sign out") {
                do throws(Failure) { try await stores.deauthenticate() } catch { log.hear(error.code) }
            }
        }
        world.runUntilIdle()
        #expect(log.all.filter { $0 == "session.ending" }.count == 1)
        #expect(log.all.filter { $0 == "cleared" }.count == 1)
    }
}

/// A payment that may prevent signing out.
private final class PaymentGuard: Sendable {
    private let stored = Mutex<Failure?>(nil)

    var refusal: Failure? { stored.withLock { $0 } }
    func refuse(_ failure: Failure) { stored.withLock { $0 = failure } }
}

/// Remembers an object without keeping it alive.
private final class Watched: Sendable {
    private struct State {
        weak var object: (any Store)?
    }

    private let state = Mutex(State())

    var isAlive: Bool { state.withLock { $0.object != nil } }
    func watch(_ store: any Store) { state.withLock { $0.object = store } }
}
