import Flow
import Foundation
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
        await withCheckedContinuation { continuation in
            _ = lane.schedule(at: start + .milliseconds(20)) { [heard] in
                heard.hear(2)
                continuation.resume()
            }
            _ = lane.schedule(at: start + .milliseconds(5)) { [heard] in heard.hear(1) }
        }
        #expect(heard.all == [1, 2])
        #expect(environment.uptime() - start >= .milliseconds(20))
    }

    @Test func cancelledWorkDoesNotRun() async {
        let lane = environment.lane("cancel", 1)
        let start = environment.uptime()
        let cancelled = lane.schedule(at: start + .milliseconds(5)) { [heard] in heard.hear(1) }
        cancelled.cancel()
        cancelled.cancel()
        await withCheckedContinuation { continuation in
            _ = lane.schedule(at: start + .milliseconds(20)) { continuation.resume() }
        }
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
