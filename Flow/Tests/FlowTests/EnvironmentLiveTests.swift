import Dispatch
import Flow
import Foundation
import Synchronization
import Testing

struct EnvironmentLiveTests {
    private let environment = Environment.live
    private let heard = Heard<Int>()

    /// Returns when everything enqueued on the lane so far has run.
    private func drained(_ lane: any Lane) async {
        await withCheckedContinuation { continuation in
            _ = lane.schedule(at: environment.uptime()) { continuation.resume() }
        }
    }

    @Test func aLaneRunsItsWorkInOrder() async {
        let lane = environment.lane("order", 1_000)
        for number in 0..<1_000 { _ = lane.enqueue { [heard] in heard.hear(number) } }
        await drained(lane)
        #expect(heard.all == Array(0..<1_000))
    }

    /// Seen from another thread, one branch could show its state before an event and the other its state after it.
    @Test func twoBranchesAreSeenAsTheyAreAfterTheSameEvent() async {
        let ring: @Sendable (inout RingState, RingEvent) -> Void = { state, _ in state.rings += 1 }
        let root = StateStore(RingState(), environment: environment, reducer: ring)
        let leaf = root.with(RingState(), reducer: ring)
        let both = leaf.reading(above: root) { ($0.rings, $1.rings) }
        let rings = 30_000
        async let rung: Void = {
            for _ in 0..<rings { while leaf.dispatch(.rang) != nil { await Task.yield() } }
        }()
        var torn = 0
        while leaf.state.rings < rings {
            for _ in 0..<1_000 {
                let (below, above) = both.current
                if below != above { torn += 1 }
            }
            await Task.yield()
        }
        await rung
        #expect(torn == 0)
        #expect(both.current == (rings, rings))
    }

    @Test func workOfALaneRunsOnItAndNotInsideTheCall() async {
        let lane = environment.lane("inside", 2)
        _ = lane.enqueue { [heard] in
            lane.assertOnLane()
            _ = lane.enqueue { heard.hear(2) }
            heard.hear(1)
        }
        await drained(lane)
        await drained(lane)
        #expect(heard.all == [1, 2])
    }

    @Test func anIdleLaneRunsItsWorkInsideOfACallThatMayWait() {
        let lane = environment.lane("idle", 2)
        for number in 0..<3 {
            let isTaken = lane.perform { [heard] in
                lane.assertOnLane()
                heard.hear(number)
            }
            #expect(isTaken && heard.all == Array(0...number))
        }
    }

    @Test func whatIsPerformedComesBehindWhatWaits() async {
        let lane = environment.lane("behind", 10)
        let gate = DispatchSemaphore(value: 0)
        _ = lane.enqueue { gate.wait() }
        _ = lane.enqueue { [heard] in heard.hear(1) }
        _ = lane.perform { [heard] in heard.hear(2) }
        #expect(heard.all.isEmpty)
        gate.signal()
        await drained(lane)
        #expect(heard.all == [1, 2])
    }

    @Test func ofAMillionPiecesFromManyThreadsNoneIsLostAndNoTwoRunAtOnce() async {
        let lane = environment.lane("million", 1_024)
        let tally = Tally()
        await withTaskGroup { group in
            for _ in 0..<10 {
                group.addTask {
                    for round in 0..<100_000 {
                        let isTaken = round.isMultiple(of: 2) ? lane.perform(tally.work) : lane.enqueue(tally.work)
                        if !isTaken { tally.refused.add(1, ordering: .relaxed) }
                    }
                }
            }
        }
        await drained(lane)
        #expect(tally.done.load(ordering: .relaxed) + tally.refused.load(ordering: .relaxed) == 1_000_000)
        #expect(tally.overlaps.load(ordering: .relaxed) == 0)
    }

    @Test func aFullLaneRefusesAndTakesAgainWhenThereIsRoom() async {
        let lane = environment.lane("full", 2)
        let (isHeld, hold) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        _ = lane.enqueue {
            hold.yield()
            gate.wait()
        }
        for await _ in isHeld { break }
        let taken = (0..<3).map { number in lane.enqueue { [heard] in heard.hear(number) } }
        gate.signal()
        await drained(lane)
        #expect(taken == [true, true, false])
        #expect(lane.enqueue {})
        #expect(heard.all == [0, 1])
    }

    @Test func scheduledWorkRunsInTheOrderOfItsTimes() async {
        let lane = environment.lane("schedule", 1)
        let start = environment.uptime()
        let gate = DispatchSemaphore(value: 0)
        _ = lane.enqueue { gate.wait() }
        await withCheckedContinuation { continuation in
            _ = lane.schedule(at: start + .milliseconds(20)) { [heard] in
                heard.hear(2)
                continuation.resume()
            }
            _ = lane.schedule(at: start + .milliseconds(5)) { [heard] in heard.hear(1) }
            gate.signal()
        }
        #expect(heard.all == [1, 2])
        #expect(environment.uptime() - start >= .milliseconds(20))
    }

    @Test func whatIsDueNowRunsBehindWhatIsQueued() async {
        let lane = environment.lane("now", 2)
        _ = lane.enqueue { [heard] in heard.hear(1) }
        _ = lane.schedule(at: environment.uptime()) { [heard] in heard.hear(2) }
        _ = lane.enqueue { [heard] in heard.hear(3) }
        await drained(lane)
        #expect(heard.all == [1, 2, 3])
    }

    @Test func aLaneThatIsFedWithoutEndStillLetsATimerHaveItsTurn() async {
        let lane = environment.lane("fed", 2)
        let feeder = Feeder(lane)
        feeder.feed()
        await withCheckedContinuation { continuation in
            _ = lane.schedule(at: environment.uptime() + .milliseconds(5)) {
                feeder.stop()
                continuation.resume()
            }
        }
        #expect(feeder.fed > 0)
    }

    @Test func whatAPieceOfWorkHoldsIsReleasedBeforeTheNext() async {
        let lane = environment.lane("release", 3)
        let (isHeld, hold) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        _ = lane.enqueue {
            hold.yield()
            gate.wait()
        }
        for await _ in isHeld { break }
        do {
            let told = Told { [heard] in heard.hear(1) }
            _ = lane.enqueue { withExtendedLifetime(told) {} }
        }
        _ = lane.enqueue { [heard] in heard.hear(2) }
        gate.signal()
        await drained(lane)
        #expect(heard.all == [1, 2])
    }

    @Test func cancelledWorkDoesNotRun() async {
        let lane = environment.lane("cancel", 1)
        let gate = DispatchSemaphore(value: 0)
        _ = lane.enqueue { gate.wait() }
        let cancelled = lane.schedule(at: environment.uptime()) { [heard] in heard.hear(1) }
        cancelled.cancel()
        cancelled.cancel()
        gate.signal()
        await drained(lane)
        #expect(heard.all.isEmpty)
    }

    @Test func beingOnAnotherLaneTraps() async {
        await #expect(processExitsWith: .failure) {
            Environment.live.lane("mine", 1).assertOnLane()
        }
    }

    @Test func sleepEndsNoEarlierThanAsked() async throws {
        let end = environment.uptime() + .milliseconds(10)
        try await environment.sleep(end)
        #expect(environment.uptime() >= end)
    }

    @Test func sleepUntilATimeThatHasPassedReturns() async throws {
        try await environment.sleep(environment.uptime() + .seconds(-3_600))
    }

    @Test func aCancelledSleepThrowsAtOnce() async {
        let (environment, heard) = (environment, heard)
        await withCheckedContinuation { continuation in
            let sleeper = environment.spawn("sleeper") {
                do throws(CancellationError) {
                    try await environment.sleep(environment.uptime() + .seconds(3_600))
                } catch {
                    heard.hear(1)
                }
                continuation.resume()
            }
            sleeper.cancel()
        }
        #expect(heard.all == [1])
    }

    @Test func uptimeNeverGoesBack() {
        var last = environment.uptime()
        for _ in 0..<10_000 {
            let next = environment.uptime()
            #expect(next >= last)
            last = next
        }
    }

    @Test func idsAreReadAloudEasilyAndDiffer() {
        let ids = (0..<1_000).map { _ in environment.newID("pay") }
        #expect(Set(ids).count == 1_000)
        #expect(ids.allSatisfy { $0.wholeMatch(of: /pay-[0-9A-HJKMNP-TV-Z]{10}/) != nil })
    }
}

/// Work that queues itself again until it is stopped.
private final class Feeder: Sendable {
    private let lane: any Lane
    private let isStopped = Atomic(false)
    private let count = Atomic(0)

    init(_ lane: any Lane) { self.lane = lane }

    var fed: Int { count.load(ordering: .relaxed) }

    func stop() { isStopped.store(true, ordering: .relaxed) }

    func feed() {
        _ = lane.enqueue {
            self.count.add(1, ordering: .relaxed)
            if !self.isStopped.load(ordering: .relaxed) { self.feed() }
        }
    }
}

/// Says when it is released.
private final class Told: Sendable {
    private let released: @Sendable () -> Void

    init(_ released: @escaping @Sendable () -> Void) { self.released = released }

    deinit { released() }
}

/// What became of pieces of work of which no two may run at once.
private final class Tally: Sendable {
    let done = Atomic(0)
    let refused = Atomic(0)
    let overlaps = Atomic(0)
    private let running = Atomic(0)

    @Sendable func work() {
        if running.exchange(1, ordering: .acquiringAndReleasing) != 0 { overlaps.add(1, ordering: .relaxed) }
        done.add(1, ordering: .relaxed)
        running.store(0, ordering: .releasing)
    }
}
