import Flow
import Synchronization
import Testing

/// Objects that observe for as long as they live.
struct StateObserverTests {
    private let world = VirtualWorld()
    private let store: Counting

    init() { store = .counting(in: world) }

    /// Subscribes itself, and keeps nothing.
    private final class Display: StateObserver {
        let shown: Heard<Int>
        init(_ shown: Heard<Int>) { self.shown = shown }
        func newState(_ view: Int) { shown.hear(view) }
        func show(_ view: Int) { shown.hear(-view) }
        func observe(_ reading: Reading<Int>) { reading.subscribe(self, Display.newState) }
    }

    private func add() {
        store.dispatch(.added(1))
        world.run()
    }

    @Test func anObjectHearsForAsLongAsItLives() {
        let shown = Heard<Int>()
        weak var released: Display?
        do {
            let display = Display(shown)
            released = display
            display.observe(store.reading { $0.counter })
            add()
        }
        #expect(released == nil)
        add()
        #expect(shown.all == [0, 1])
    }

    @Test func theSameObserverTwiceIsOne() {
        let display = Display(Heard())
        store.reading { $0.counter }.subscribe(display)
        store.reading { $0.counter }.subscribe(display)
        world.run()
        add()
        #expect(display.shown.all == [0, 1])
    }

    @Test func theLaterOfTwoSubscriptionsOfOneObjectCounts() {
        let display = Display(Heard())
        let reading = store.reading { $0.counter }
        reading.subscribe(display, Display.newState)
        world.run()
        reading.subscribe(display, Display.show)
        add()
        add()
        #expect(display.shown.all == [0, 0, -1, -2], "the later one is told the present state too")
    }

    @Test func subscriptionsUnderSeveralNamesAreSeveral() {
        let display = Display(Heard())
        let reading = store.reading { $0.counter }
        reading.subscribe(display, named: "above", Display.newState)
        reading.subscribe(display, named: "below", Display.newState)
        add()
        #expect(display.shown.all.sorted() == [0, 0, 1, 1])
    }

    @Test func theSameObserverInTwoBranchesHearsBoth() {
        let (display, leaf) = (Display(Heard()), store.counting())
        store.reading { $0.counter }.subscribe(display)
        leaf.reading { $0.counter + 10 }.subscribe(display)
        world.run()
        #expect(display.shown.all.sorted() == [0, 10])
    }

    @Test func anObjectMayStopBeforeItGoes() {
        let display = Display(Heard())
        let reading = store.reading { $0.counter }
        reading.subscribe(display)
        world.run()
        reading.unsubscribe(display)
        add()
        #expect(display.shown.all == [0])
    }
}
