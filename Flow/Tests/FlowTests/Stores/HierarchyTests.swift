import Flow
import Testing

/// The three ways to arrange stores that Puredux's page on its architecture shows, written as the page writes them.
///
/// Two things differ: the page's `FeatureOne` reduces a `state` that its closure calls `appState`, and its stores know
/// no environment; here `Page` hands them the test's.
struct HierarchyTests {
    private let world = VirtualWorld()
    private let log = Heard<String>()

    private func dispatch(_ action: Action, to stores: any Dispatching...) {
        for store in stores { store.take(action) }
        world.run()
    }

    // MARK: Single store

    @Test func aSingleStoreReducesAndRunsItsEffect() {
        let store = Page.$world.withValue(world) { [log] in
            StateStore<AppState, Action>(AppState()) { state, action in
                state.reduce(action)
            }
            .effect(\.effectState) { appState, dispatch in
                Effect {
                    log.hear("app \(appState.count)")
                    dispatch(.done)
                }
            }
        }
        dispatch(.run, to: store)
        #expect(log.all == ["app 1"])
        #expect(store.state == AppState(count: 2, effectState: store.state.effectState))
        #expect(store.state.effectState.phase == .succeeded)
    }

    // MARK: Multiple independent stores

    @Test func independentStoresShareNothing() {
        let stores = Page.$world.withValue(world) { [log] in
            ["one", "two", "three"].map { name in
                StateStore<AppState, Action>(AppState()) { state, action in
                    state.reduce(action)
                }
                .effect(\.effectState) { _, _ in
                    Effect { log.hear(name) }
                }
            }
        }
        dispatch(.run, to: stores[1])
        #expect(stores.map(\.state.count) == [0, 1, 0])
        #expect(log.all == ["two"])
    }

    // MARK: Multiple stores tree

    private struct Tree {
        let root: StateStore<AppState, Action>
        let featureOne: StateStore<FeatureOne, Action>
        let featureTwo: StateStore<FeatureTwo, Action>
        let screenOne: StateStore<ScreenOne, Action>
        let screenTwo: StateStore<ScreenTwo, Action>

        var counts: [Int] {
            [
                root.state.count, featureOne.state.count, featureTwo.state.count, screenOne.state.count,
                screenTwo.state.count,
            ]
        }
    }

    private func tree() -> Tree {
        Page.$world.withValue(world) { [log] in
            let root = StateStore<AppState, Action>(AppState()) { state, action in
                state.reduce(action)
            }
            .effect(\.effectState) { appState, dispatch in
                Effect { log.hear("app") }
            }

            let featureOne = root.with(FeatureOne()) { state, action in
                state.reduce(action)
            }
            .effect(\.effectState) { appState, dispatch in
                Effect { log.hear("feature one") }
            }

            let featureTwo = root.with(FeatureTwo()) { state, action in
                state.reduce(action)
            }
            .effect(\.effectState) { appState, dispatch in
                Effect { log.hear("feature two") }
            }

            let screenOne = featureTwo.with(ScreenOne()) { state, action in
                state.reduce(action)
            }
            .effect(\.effectState) { appState, dispatch in
                Effect { log.hear("screen one") }
            }

            let screenTwo = featureTwo.with(ScreenTwo()) { state, action in
                state.reduce(action)
            }

            return Tree(
                root: root, featureOne: featureOne, featureTwo: featureTwo, screenOne: screenOne, screenTwo: screenTwo)
        }
    }

    @Test func actionsPropagateUpstreamToTheRootAndNowhereElse() {
        let tree = tree()
        dispatch(.count, to: tree.screenOne)
        #expect(tree.counts == [1, 0, 1, 1, 0])
        dispatch(.count, to: tree.featureOne)
        #expect(tree.counts == [2, 1, 1, 1, 0])
        dispatch(.count, to: tree.root)
        #expect(tree.counts == [3, 1, 1, 1, 0])
    }

    @Test func effectsOfAllStoresAnActionPassesRun() {
        let tree = tree()
        dispatch(.run, to: tree.screenOne)
        #expect(log.all.sorted() == ["app", "feature two", "screen one"])
        withExtendedLifetime(tree) {}
    }

    @Test func aScreenWithoutEffectLetsThoseOfItsParentsRun() {
        let tree = tree()
        dispatch(.run, to: tree.screenTwo)
        #expect(log.all.sorted() == ["app", "feature two"])
        withExtendedLifetime(tree) {}
    }

    @Test func stateUpdatesPropagateDownstreamToAllObservers() {
        let (tree, log) = (tree(), log)
        let two = tree.featureTwo.reading(above: tree.root) { ($0.count, $1.count) }
        let screen = tree.screenOne.reading(above: two) { "screen \($0) \($1.count)" }
        let one = tree.featureOne.reading(above: tree.root) { "feature \($0.count) \($1.count)" }
        let subscriptions = [screen.subscribe(log.hear), one.subscribe(log.hear)]
        dispatch(.count, to: tree.screenTwo)
        #expect(log.all == ["screen (0, 0) 0", "feature 0 0", "screen (1, 1) 0", "feature 1 0"])
        #expect(screen.current == "screen (1, 1) 0")
        withExtendedLifetime(subscriptions) {}
    }

    @Test func theWholeTreeLivesAsLongAsOneScreen() {
        weak var root: StateStore<AppState, Action>?
        var screen: StateStore<ScreenTwo, Action>?
        do {
            let tree = tree()
            (root, screen) = (tree.root, tree.screenTwo)
        }
        #expect(root != nil)
        screen = nil
        _ = screen
        #expect(root == nil)
    }

    @Test func aReadingAboveASiblingTraps() async {
        await #expect(processExitsWith: .failure) {
            let root = Counting.counting(in: VirtualWorld())
            _ = root.counting().reading(above: root.counting()) { $0.counter + $1.counter }
        }
    }
}

// MARK: - What the page leaves to its reader

/// The world the page's stores live in.
private enum Page {
    @TaskLocal static var world = VirtualWorld()
}

extension StateStore {
    /// A store as the page makes it.
    fileprivate convenience init(_ state: State, reducer: @escaping Reducer) {
        self.init(state, environment: Page.world.environment, reducer: reducer)
    }
}

private enum Action: Codable, Sendable {
    case count, run, done
}

private protocol Dispatching {
    func take(_ action: Action)
}

extension StateStore: Dispatching where Event == Action {
    fileprivate func take(_ action: Action) { dispatch(action) }
}

/// What each state of the page has: something to count, and an effect.
private protocol Module: Codable, Equatable, Sendable {
    var count: Int { get set }
    var effectState: EffectState { get set }
}

extension Module {
    mutating func reduce(_ action: Action) {
        count += 1
        switch action {
        case .count: break
        case .run: effectState.run()
        case .done: effectState.succeed()
        }
    }
}

private struct AppState: Module {
    var count = 0
    var effectState = EffectState()
}

private struct FeatureOne: Module {
    var count = 0
    var effectState = EffectState()
}

private struct FeatureTwo: Module {
    var count = 0
    var effectState = EffectState()
}

private struct ScreenOne: Module {
    var count = 0
    var effectState = EffectState()
}

private struct ScreenTwo: Module {
    var count = 0
    var effectState = EffectState()
}
