import Flow
import Testing

/// Children, siblings and their effects see the state above where they ask to; a view of a store can dispatch.
struct StateAboveTests {
    private let world = VirtualWorld()
    private let heard = Heard<String>()
    private let root: Counting

    init() { root = .counting(in: world) }

    // MARK: Reducers

    @Test func aChildsReducerSeesItsParentAsItWasBeforeTheEvent() {
        let child = root.with([Int](), seeing: { $0.counter }) { seen, event, counter in seen.append(counter) }
        root.dispatch(.added(5))
        child.dispatch(.added(1))
        child.dispatch(.added(1))
        world.run()
        #expect(child.state == [5, 6])
        #expect(root.state.counter == 7)
    }

    @Test func aChildWithEventsOfItsOwnSeesItsParentToo() {
        let child = root.with(0, embed: { (_: RingEvent) in .added(1) }, seeing: \.counter) { sum, event, counter in
            switch event {
            case .rang: sum += counter
            }
        }
        root.dispatch(.added(5))
        child.dispatch(.rang)
        world.run()
        #expect(child.state == 5)
    }

    // MARK: Siblings

    @Test func aSiblingsObserverHearsWhatAnotherChangedAbove() {
        let (one, other) = (root.counting(), root.counting())
        let subscription = other.reading(above: root) { "\($0.counter) above \($1.counter)" }
            .subscribe { [heard] in heard.hear($0) }
        one.dispatch(.added(3))
        world.run()
        #expect(heard.all == ["0 above 0", "3 above 0"])
        withExtendedLifetime(subscription) {}
    }

    // MARK: Effects

    @Test func aChildsEffectSeesWhatItsParentShows() {
        let heard = heard
        let child = root.counting().effect(\.effectState, seeing: root.reading { $0.counter }) { state, above, _ in
            Effect { heard.hear("run \(state.effectState.runs) at \(above)") }
        }
        root.dispatch(.added(5))
        child.dispatch(.started)
        world.run()
        #expect(heard.all == ["run 1 at 5"])
    }

    @Test func aChildsEffectFollowsItsParentWhoeverChangedIt() {
        let (heard, sibling) = (heard, root.counting())
        let child = root.counting()
        child.effect(onChange: root.reading { $0.counter }.distinct()) { above, _, dispatch in
            Effect {
                heard.hear("works on \(above)")
                dispatch(.ended)
            }
        }
        world.run()
        sibling.dispatch(.added(1))
        world.run()
        sibling.dispatch(.added(0))
        world.run()
        #expect(heard.all == ["works on 0", "works on 1"])
        #expect(child.state.history == [.ended, .ended])
    }

    @Test func anEffectThatFollowsItsParentGoesWithItsBranch() {
        let (heard, root) = (heard, root)
        weak var released: Counting?
        do {
            let child = root.counting().effect(onChange: root.reading { $0.counter }) { above, _, _ in
                Effect { heard.hear("works on \(above)") }
            }
            released = child
            world.run()
        }
        #expect(released == nil)
        root.dispatch(.added(1))
        world.run()
        #expect(heard.all == ["works on 0"])
    }

    // MARK: Views

    @Test func aViewShowsAnAspectAndDispatches() {
        let view = root.view {
            $0.counter
        } embed: { (amount: Int) in
            .added(amount)
        }
        #expect(view.dispatch(4) == nil)
        world.run()
        #expect(view.current == 4)
        #expect(view.reading.current == 4)
    }

    @Test func aViewOfAViewDispatchesToo() {
        let view = root.view { $0 }.map(\.counter) { (_: RingEvent) in .added(1) }
        view.dispatch(.rang)
        let subscription = view.map { $0 * 2 }.subscribe { [heard] in heard.hear("\($0)") }
        world.run()
        #expect(heard.all == ["2"])
        withExtendedLifetime(subscription) {}
    }

    @Test func aViewOfAFullTreeIsRefused() {
        let lane = world.environment.lane("narrow", 1)
        let store = Counting(CountingState(), environment: world.environment, lane: lane) { $0.reduce($1) }
        let view = store.view { $0.counter }
        #expect(view.dispatch(.added(1)) == nil)
        #expect(view.dispatch(.added(1))?.code == "lane.full")
    }
}
