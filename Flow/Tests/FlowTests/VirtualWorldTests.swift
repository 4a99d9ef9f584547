import Flow
import Foundation
import Testing

struct VirtualWorldTests {
    private let world = VirtualWorld()
    private let heard = Heard<String>()

    /// What three lanes and three tasks say, each several times.
    private func bustle(seed: UInt64) -> [String] {
        let world = VirtualWorld(seed: seed)
        let environment = world.environment
        let heard = Heard<String>()
        for number in 0..<3 {
            let lane = environment.lane("\(number)", 10)
            for piece in 0..<3 { _ = lane.enqueue { heard.hear("lane \(number).\(piece)") } }
            _ = lane.schedule(at: environment.uptime() + .seconds(1)) { heard.hear("timer \(number)") }
            _ = environment.spawn("\(number)") {
                heard.hear("task \(number) \(environment.newID("id"))")
                try? await environment.sleep(environment.uptime() + .seconds(number))
                await withTaskGroup { group in
                    for child in 0..<3 { group.addTask { heard.hear("child \(number).\(child)") } }
                }
            }
        }
        world.runUntilIdle()
        return heard.all
    }

    @Test func theSameSeedGivesTheSameRun() {
        let first = bustle(seed: 42)
        #expect(first.count == 24)
        for _ in 0..<20 { #expect(bustle(seed: 42) == first) }
    }

    @Test func otherSeedsGiveOtherInterleavings() {
        let runs = Set((0..<20).map { bustle(seed: $0).filter { $0.hasPrefix("lane") } })
        #expect(runs.count > 10)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func aLaneKeepsItsOrderWhateverTheSeed(_ seed: UInt64) {
        let ofOne = bustle(seed: seed).filter { $0.hasPrefix("lane 1") }
        #expect(ofOne == ["lane 1.0", "lane 1.1", "lane 1.2"])
    }

    @Test func nothingHappensUntilTold() {
        _ = world.environment.lane("lane", 1).enqueue { [heard] in heard.hear("lane") }
        _ = world.environment.spawn("task") { [heard] in heard.hear("task") }
        #expect(heard.all.isEmpty)
        world.run()
        #expect(heard.all.sorted() == ["lane", "task"])
    }

    @Test func timeStandsStillWhileTheWorldRuns() {
        let lane = world.environment.lane("lane", 1)
        _ = lane.schedule(at: world.uptime + .nanoseconds(1)) { [heard] in heard.hear("late") }
        world.run()
        #expect(heard.all.isEmpty)
    }

    @Test func advancingRunsWhatBecomesDueOnTheWayAtItsOwnTime() {
        let (world, heard) = (world, heard)
        let lane = world.environment.lane("lane", 1)
        let start = world.uptime
        _ = lane.schedule(at: start + .seconds(1)) {
            heard.hear("\(world.uptime - start)")
            _ = lane.schedule(at: start + .seconds(2)) { heard.hear("\(world.uptime - start)") }
        }
        _ = lane.schedule(at: start + .seconds(4)) { heard.hear("too late") }
        world.advance(by: .seconds(3))
        #expect(heard.all == ["1.0 seconds", "2.0 seconds"])
        #expect(world.uptime - start == .seconds(3))
    }

    @Test func timersOfOneLaneAndMomentRunInTheOrderTheyWereMade() {
        let lane = world.environment.lane("lane", 1)
        for number in 0..<5 {
            _ = lane.schedule(at: world.uptime + .seconds(1)) { [heard] in heard.hear("\(number)") }
        }
        world.runUntilIdle()
        #expect(heard.all == ["0", "1", "2", "3", "4"])
    }

    @Test func aCancelledTimerNeitherRunsNorCostsTime() {
        let start = world.uptime
        let timer = world.environment.lane("lane", 1).schedule(at: start + .seconds(9)) { [heard] in heard.hear("ran") }
        timer.cancel()
        world.runUntilIdle()
        #expect(heard.all.isEmpty)
        #expect(world.uptime == start)
    }

    @Test func dueWorkCanStillBeCancelledBeforeItRuns() {
        let lane = world.environment.lane("lane", 1)
        let second = Heard<any Running>()
        _ = lane.enqueue { second.all.first?.cancel() }
        second.hear(lane.schedule(at: world.uptime) { [heard] in heard.hear("ran") })
        world.run()
        #expect(heard.all.isEmpty)
    }

    @Test func aFullLaneRefuses() {
        let lane = world.environment.lane("lane", 2)
        #expect((0..<3).map { _ in lane.enqueue {} } == [true, true, false])
        world.run()
        #expect(lane.enqueue {})
    }

    @Test func beingOnALaneIsKnown() {
        let lane = world.environment.lane("lane", 1)
        _ = lane.enqueue { [heard] in
            lane.assertOnLane()
            heard.hear("on it")
        }
        world.run()
        #expect(heard.all == ["on it"])
    }

    @Test func beingOnAnotherLaneTraps() async {
        await #expect(processExitsWith: .failure) {
            let world = VirtualWorld()
            let other = world.environment.lane("other", 1)
            _ = world.environment.lane("lane", 1).enqueue { other.assertOnLane() }
            world.run()
        }
    }

    @Test func theWallClockGoesWithTimeAndMayJump() {
        let start = world.now
        world.advance(by: .seconds(60))
        #expect(world.now.timeIntervalSince(start) == 60)
        let uptime = world.uptime
        world.now = start - 3_600
        #expect(world.environment.now() == start - 3_600)
        #expect(world.uptime == uptime)
    }

    @Test func asyncWorkIsFinishedLettingTimePassAsNeeded() throws {
        let environment = world.environment
        let start = world.uptime
        let slept = try world.finish {
            try await environment.sleep(start + .seconds(3_600))
            return environment.uptime() - start
        }
        #expect(slept == .seconds(3_600))
    }

    @Test func aWorldMayBeDrivenFromAnAsyncTest() async {
        let environment = world.environment
        await withTaskGroup { group in group.addTask {} }
        _ = environment.spawn("task") { [heard] in
            await Counter().count()
            heard.hear("counted")
        }
        world.run()
        #expect(heard.all == ["counted"])
    }

    @Test func whatWaitsForWhatNeverComesTraps() async {
        await #expect(processExitsWith: .failure) {
            let (never, held) = AsyncStream.makeStream(of: Void.self)
            VirtualWorld().finish { for await _ in never {} }
            withExtendedLifetime(held) {}
        }
    }

    @Test func aCancelledSleepEndsAtOnce() {
        let environment = world.environment
        let start = world.uptime
        let sleeper = environment.spawn("sleeper") { [heard] in
            do throws(CancellationError) {
                try await environment.sleep(start + .seconds(9))
            } catch {
                heard.hear("cancelled")
            }
        }
        world.run()
        sleeper.cancel()
        world.runUntilIdle()
        #expect(heard.all == ["cancelled"])
        #expect(world.uptime == start)
    }
}

private actor Counter {
    private var counted = 0
    func count() { counted += 1 }
}
