import Flow
import Testing

struct DispatcherTests {
    private let heard = Heard<Result<Int, Failure>>()
    private var codes: [String?] { heard.all.map(\.failureCode) }

    @Test func anActionReachesItsStore() {
        let dispatcher = Dispatcher()
        let store = CountStore()
        store.registerSupportedActions(in: dispatcher)
        dispatcher.dispatch(CountAction.add(3, Reply(heard.hear)))
        #expect(heard.all == [.success(3)])
        withExtendedLifetime(store) {}
    }

    @Test func anActionOfUnknownTypeAtCompileTimeReachesItsStoreToo() {
        let dispatcher = Dispatcher()
        let store = CountStore()
        store.registerSupportedActions(in: dispatcher)
        let actions: [any Action] = [CountAction.add(3, Reply(heard.hear))]
        for action in actions { dispatcher.dispatch(action) }
        #expect(heard.all == [.success(3)])
        withExtendedLifetime(store) {}
    }

    @Test func anActionNobodyTakesIsAnsweredAsUnhandled() {
        Dispatcher().dispatch(CountAction.add(3, Reply(heard.hear)))
        #expect(codes == ["action.unhandled"])
    }

    @Test func theDispatcherDoesNotKeepAStoreAlive() {
        let dispatcher = Dispatcher()
        weak var store: CountStore?
        do {
            let owned = CountStore()
            owned.registerSupportedActions(in: dispatcher)
            store = owned
        }
        #expect(store == nil)
        dispatcher.dispatch(CountAction.read(Reply(heard.hear)))
        #expect(codes == ["action.unhandled"])
    }

    @Test func theTypeOfAReleasedStoreMayBeRegisteredAnew() {
        let dispatcher = Dispatcher()
        do { CountStore().registerSupportedActions(in: dispatcher) }
        let store = CountStore()
        store.registerSupportedActions(in: dispatcher)
        #expect(dispatcher.takes(CountAction.self))
        withExtendedLifetime(store) {}
    }

    @Test func aSecondProcessorForOneTypeTraps() async {
        await #expect(processExitsWith: .failure) {
            let dispatcher = Dispatcher()
            let first = CountStore()
            let second = CountStore()
            first.registerSupportedActions(in: dispatcher)
            second.registerSupportedActions(in: dispatcher)
            withExtendedLifetime(first) {}
        }
    }
}
