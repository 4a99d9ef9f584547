import Flow
import Testing

/// The narrow protocols of the page on ReSwift and the Law of Demeter: a consumer is given what it needs of the state
/// and nothing else, and in the last form is told it instead of asking.
struct NarrowProtocolTests {
    private let world = VirtualWorld()

    protocol CountComponent {
        func newCount(count: Int)
    }

    protocol KnowsTheCount: Sendable {
        var counter: Int { get }
        func provideCount(comp: CountComponent)
    }

    struct NavigationState: Sendable {
        var route = "home"
    }

    struct AppState: KnowsTheCount {
        // Model state, e.g.:
        var counter = 0
        // Navigation state
        var navigationState = NavigationState()

        func provideCount(comp: CountComponent) {
            comp.newCount(count: counter)
        }
    }

    enum Event: Codable, Sendable {
        case counted
        case went(String)
    }

    /// The page's view controller: its label is a log.
    final class SomeViewController: CountComponent, Sendable {
        let veryBigCountLabel = Heard<String>()

        /// The store's state change callback.
        @Sendable func newState(state: any KnowsTheCount) {
            state.provideCount(comp: self)
        }

        func newCount(count: Int) {
            veryBigCountLabel.hear("\(count)")
        }
    }

    private func mainStore() -> StateStore<AppState, Event> {
        StateStore(AppState(), environment: world.environment) { state, event in
            switch event {
            case .counted: state.counter += 1
            case .went(let route): state.navigationState.route = route
            }
        }
    }

    @Test func aComponentIsToldTheCountByAStateThatShowsIt() {
        let (store, controller) = (mainStore(), SomeViewController())
        let knowsTheCount: Reading<any KnowsTheCount> = store.reading { $0 }
        let subscription = knowsTheCount.subscribe(controller.newState)
        store.dispatch(.counted)
        store.dispatch(.counted)
        world.run()
        #expect(controller.veryBigCountLabel.all == ["0", "1", "2"])
        withExtendedLifetime(subscription) {}
    }

    @Test func aComponentThatUnsubscribedIsToldNothingMore() {
        let (store, controller) = (mainStore(), SomeViewController())
        let subscription = store.reading { $0 as any KnowsTheCount }.subscribe(controller.newState)
        world.run()
        subscription.cancel()
        store.dispatch(.counted)
        world.run()
        #expect(controller.veryBigCountLabel.all == ["0"])
    }

    @Test func theModelMayBeReadThroughItsNarrowProtocolOnly() {
        let store = mainStore()
        let shown: Reading<any KnowsTheCount> = store.reading { $0 }
        store.dispatch(.counted)
        store.dispatch(.went("settings"))
        world.run()
        #expect(shown.current.counter == 1)
    }
}
