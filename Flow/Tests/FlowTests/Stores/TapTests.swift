import Flow
import Foundation
import Testing

/// Taps and recordings, which observe events.
struct TapTests {
    private let world = VirtualWorld()
    private let heard = Heard<String>()

    private func tapped(_ store: Counting, _ name: String) -> Subscription {
        store.tap { [heard] event, before, after in
            heard.hear("\(name) \(event) \(before.counter) \(after.counter)")
        }
    }

    @Test func aTapSeesEachEventWithTheStatesBeforeAndAfterIt() {
        let store = Counting.counting(in: world)
        let tap = tapped(store, "root")
        store.dispatch(.added(2))
        store.dispatch(.added(3))
        world.run()
        #expect(heard.all == ["root added(2) 0 2", "root added(3) 2 5"])
        withExtendedLifetime(tap) {}
    }

    @Test func tapsLookLeafFirstAfterAllReducersAndBeforeAllObservers() {
        let root = Counting.counting(in: world)
        let leaf = root.counting()
        let observer = leaf.reading { $0.counter }.subscribe { [heard] in heard.hear("observer \($0)") }
        world.run()
        let taps = [tapped(root, "root"), tapped(leaf, "leaf")]
        leaf.dispatch(.added(1))
        world.run()
        #expect(heard.all == ["observer 0", "leaf added(1) 0 1", "root added(1) 0 1", "observer 1"])
        withExtendedLifetime((taps, observer)) {}
    }

    @Test func aTapAtALeafSeesNothingOfItsSiblings() {
        let root = Counting.counting(in: world)
        let (leaf, sibling) = (root.counting(), root.counting())
        let tap = tapped(leaf, "leaf")
        sibling.dispatch(.added(1))
        root.dispatch(.added(1))
        world.run()
        #expect(heard.all.isEmpty)
        withExtendedLifetime(tap) {}
    }

    @Test func aTapThatIsNotHeldLooksNoMore() {
        let store = Counting.counting(in: world)
        _ = tapped(store, "root")
        store.dispatch(.added(1))
        world.run()
        #expect(heard.all.isEmpty)
    }

    @Test func aTapDoesNotHoldItsBranch() {
        weak var released: Counting?
        let tap: Subscription
        do {
            let store = Counting.counting(in: world)
            released = store
            tap = tapped(store, "root")
        }
        #expect(released == nil)
        tap.cancel()
    }

    // MARK: Recordings

    private func recorded(_ count: Int, keeping limit: Int = 100) -> (Counting, Recording<CountingState, CountingEvent>)
    {
        let store = Counting.counting(in: world)
        store.dispatch(.added(100))
        world.run()
        let recorder = store.record(keeping: limit)
        for number in 1...count {
            store.dispatch(.added(number))
            world.advance(by: .seconds(1))
        }
        return (store, recorder.recording)
    }

    @Test func aRecordedDayIsReplayedToAnyEvent() {
        let (store, recording) = recorded(10)
        let counters = (0...10).map { recording.state(after: $0) { $0.reduce($1) }.counter }
        #expect(counters == [100, 101, 103, 106, 110, 115, 121, 128, 136, 145, 155])
        #expect(recording.state(after: 10) { $0.reduce($1) } == store.state)
        #expect(recording.steps[9].at.timeIntervalSince(recording.steps[0].at) == 9)
    }

    @Test func aReplayShowsWhatATapWouldHaveSeen() {
        let (_, recording) = recorded(3)
        var shown: [String] = []
        recording.replay {
            $0.reduce($1)
        } _: { step, before, after in
            shown.append("\(step.event) \(before.counter) \(after.counter)")
        }
        #expect(shown == ["added(1) 100 101", "added(2) 101 103", "added(3) 103 106"])
    }

    @Test func aTreeGoesOnFromAnyMomentOfARecording() {
        let (_, recording) = recorded(10)
        let past = recording.store(after: 4, environment: world.environment) { $0.reduce($1) }
        past.dispatch(.added(1_000))
        world.run()
        #expect(past.state.counter == 1_110)
    }

    @Test func aRecordingIsBounded() {
        let (store, recording) = recorded(95, keeping: 10)
        #expect(recording.steps.count < 20 && recording.steps.count >= 10)
        #expect(recording.forgotten + recording.steps.count == 95)
        #expect(recording.state(after: recording.steps.count) { $0.reduce($1) } == store.state)
    }

    @Test func aRecordingIsReadBackAsItWasWritten() throws {
        let (_, recording) = recorded(3)
        let written = try JSONEncoder.sorted.encode(recording)
        let read = try JSONDecoder().decode(Recording<CountingState, CountingEvent>.self, from: written)
        #expect(read.state(after: 3) { $0.reduce($1) } == recording.state(after: 3) { $0.reduce($1) })
    }
}
