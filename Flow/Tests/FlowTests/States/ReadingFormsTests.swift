import Flow
import Testing

/// Readings that are made of other readings, and the ways to observe them.
struct ReadingFormsTests {
    private let world = VirtualWorld()
    private let heard = Heard<Int>()

    private func hearing(_ reading: Reading<Int>, _ amounts: Int...) -> [Int] {
        let (store, heard) = (store, heard)
        let subscription = reading.subscribe { heard.hear($0) }
        for amount in amounts { store.dispatch(.added(amount)) }
        world.run()
        withExtendedLifetime(subscription) {}
        return heard.all
    }

    private let store: Counting

    init() { store = .counting(in: world) }

    @Test func aMappedReadingShowsWhatIsMadeOfTheView() {
        let reading = store.reading { $0.counter }.map { $0 * 10 }
        #expect(hearing(reading, 1, 1) == [0, 10, 20])
        #expect(reading.current == 20)
    }

    @Test func aDistinctReadingIsHeardOnceForEachChange() {
        #expect(hearing(store.reading { $0.counter }.distinct(), 1, 0, 0, 1) == [0, 1, 2])
    }

    @Test func distinctByATestOfOnesOwn() {
        #expect(hearing(store.reading { $0.counter }.distinct { $0 / 10 == $1 / 10 }, 4, 5, 6, 10) == [0, 15, 25])
    }

    @Test func distinctByOneValue() {
        #expect(hearing(store.reading { $0 }.distinct(\.counter).map(\.counter), 1, 0, 1) == [0, 1, 2])
    }

    @Test func eachObserverOfADistinctReadingHearsThePresentView() {
        let reading = store.reading { $0.counter }.distinct()
        #expect(hearing(reading) == [0])
        #expect(hearing(reading) == [0, 0])
    }

    // MARK: Coalesced

    private func coalesced(_ hear: @escaping @Sendable (Int) -> Void) -> Subscription {
        store.reading { $0.counter }.coalesced(every: .seconds(1)).subscribe(hear)
    }

    @Test func aCoalescedReadingIsHeardAtOnceAndThenAtMostOnceInASpan() {
        let subscription = coalesced { [heard] in heard.hear($0) }
        for _ in 0..<10 {
            store.dispatch(.added(1))
            world.advance(by: .milliseconds(250))
        }
        world.advance(by: .seconds(60))
        #expect(heard.all == [0, 4, 8, 10])
        withExtendedLifetime(subscription) {}
    }

    @Test func aCoalescedReadingThatWasQuietIsHeardAtOnce() {
        let subscription = coalesced { [heard] in heard.hear($0) }
        world.advance(by: .seconds(5))
        store.dispatch(.added(1))
        world.run()
        #expect(heard.all == [0, 1])
        withExtendedLifetime(subscription) {}
    }

    @Test func aCoalescedReadingThatIsCancelledSaysNothingMore() {
        let subscription = coalesced { [heard] in heard.hear($0) }
        world.run()
        store.dispatch(.added(1))
        world.run()
        subscription.cancel()
        world.advance(by: .seconds(5))
        #expect(heard.all == [0])
    }

    // MARK: Values

    @Test func theValuesOfAReadingAreIteratedOver() {
        let (store, world) = (store, world)
        let values = world.finish {
            var values: [Int] = []
            for await value in store.reading({ $0.counter }).values() {
                values.append(value)
                if value == 3 { break }
                store.dispatch(.added(1))
            }
            return values
        }
        #expect(values == [0, 1, 2, 3])
    }

    @Test func oneWhoIteratesSlowlyMissesAllButTheLast() {
        let (store, world) = (store, world)
        let values = store.reading { $0.counter }.values()
        for _ in 0..<100 { store.dispatch(.added(1)) }
        world.run()
        let first = world.finish {
            var values = values.makeAsyncIterator()
            return await values.next()
        }
        #expect(first == 100)
    }
}
