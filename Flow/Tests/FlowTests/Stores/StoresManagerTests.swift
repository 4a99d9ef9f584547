import Flow
import Testing

/// Every request goes through one entry point and one lane, and is always answered.
struct StoresManagerTests {
    private let world = VirtualWorld()
    private let heard = Heard<Result<Int, Failure>>()

    private func manager(process: [any Store] = [], session: [any Store] = []) -> StoresManager {
        StoresManager(environment: world.environment, processStores: process) {
            DeauthenticatedState(stores: session, because: $0)
        }
    }

    @Test func anActionIsAnsweredByItsStore() throws {
        let stores = manager(session: [CountStore()])
        let count = try world.finish { () async throws(Failure) in try await stores.ask { CountAction.add(3, $0) } }
        #expect(count == 3)
    }

    @Test func anActionNobodyTakesIsAnsweredWithATypedFailure() {
        let stores = manager()
        let failure = #expect(throws: Failure.self) {
            try world.finish { () async throws(Failure) in try await stores.ask { CountAction.add(3, $0) } }
        }
        #expect(failure?.code == "action.unhandled")
        #expect(failure?.sentence == "Nobody takes CountAction while signed out.")
    }

    @Test func aStoreThatDropsAReplyIsHeardAsAbandoned() {
        let stores = manager(session: [CountStore()])
        stores.dispatch(CountAction.keep(Reply(heard.hear)))
        stores.dispatch(CountAction.forget)
        world.run()
        #expect(heard.all == [.failure(.abandoned)])
    }

    @Test func actionsAreHandledInTheOrderTheyAreDispatchedAndNotInsideDispatch() {
        let stores = manager(session: [CountStore()])
        for amount in 1...3 { stores.dispatch(CountAction.add(amount, Reply(heard.hear))) }
        #expect(heard.all.isEmpty)
        world.run()
        #expect(heard.all == [.success(1), .success(3), .success(6)])
    }

    @Test func anActionThatFindsNoRoomIsAnsweredAtOnce() {
        let stores = manager(session: [CountStore()])
        for _ in 0..<StoresManager.mostWaiting { stores.dispatch(CountAction.forget) }
        stores.dispatch(CountAction.read(Reply(heard.hear)))
        #expect(heard.all == [.failure(.laneFull("stores"))])
    }

    @Test func anActionMayBeMadeOfTheReplyTheDoorGivesIt() {
        let stores = manager(session: [CountStore()])
        stores.dispatch {
            CountAction.add(3, $0)
        } answer: { [heard] in
            heard.hear($0)
        }
        world.run()
        #expect(heard.all == [.success(3)])
    }

    @Test func aReplyTheDoorGaveIsAnsweredWhenNobodyTakesItsAction() {
        manager().dispatch {
            CountAction.add(3, $0)
        } answer: { [heard] in
            heard.hear($0)
        }
        world.run()
        #expect(heard.all.map(\.failureCode) == ["action.unhandled"])
    }

    @Test func aReplyTheDoorGaveIsAnsweredAtOnceWhenThereIsNoRoom() {
        let stores = manager(session: [CountStore()])
        for _ in 0..<StoresManager.mostWaiting { stores.dispatch(CountAction.forget) }
        stores.dispatch {
            CountAction.read($0)
        } answer: { [heard] in
            heard.hear($0)
        }
        #expect(heard.all == [.failure(.laneFull("stores"))])
    }

    @Test func aStoreThatComesIntoTheStateLaterIsReached() {
        let state = DeauthenticatedState(stores: [])
        let stores = StoresManager(environment: world.environment) { _ in state }
        let store = CountStore()
        store.registerSupportedActions(in: state.dispatcher)
        stores.dispatch(CountAction.add(3, Reply(heard.hear)))
        world.run()
        #expect(heard.all == [.success(3)])
    }

    @Test func cancellingTheCallerEndsTheWaitingAndNothingElse() {
        let store = CountStore()
        let stores = manager(session: [store])
        let heard = heard
        let caller = world.environment.spawn("caller") {
            do throws(Failure) {
                heard.hear(.success(try await stores.ask { CountAction.keep($0) }))
            } catch {
                heard.hear(.failure(error))
            }
        }
        world.run()
        #expect(heard.all.isEmpty)
        caller.cancel()
        world.run()
        #expect(heard.all == [.failure(.unwaited)])
        #expect(store.kept.map(\.isAnswered) == [false])
    }

    @Test func whoAsksWhenCancelledAlreadyStillHasAsked() {
        let stores = manager(session: [CountStore()])
        let caller = world.environment.spawn("caller") { _ = try? await stores.ask { CountAction.add(3, $0) } }
        caller.cancel()
        world.run()
        stores.dispatch(CountAction.read(Reply(heard.hear)))
        world.run()
        #expect(heard.all == [.success(3)])
    }

    @Test func aStoreOfTheSessionMayNotTakeWhatTheProcessTakes() async {
        await #expect(processExitsWith: .failure) {
            _ = StoresManager(environment: .live, processStores: [CountStore()]) {
                DeauthenticatedState(stores: [CountStore()], because: $0)
            }
        }
    }
}
