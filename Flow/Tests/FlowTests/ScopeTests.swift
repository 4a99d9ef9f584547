import Flow
import Testing

struct ScopeTests {
    private let world = VirtualWorld()
    private let log = Heard<String>()

    private func sleepForever(in environment: Environment) -> any Running {
        environment.spawn("sleeper") { [log] in
            do {
                try await environment.sleep(environment.uptime() + .seconds(3_600))
                log.hear("slept")
            } catch {
                log.hear("cancelled")
            }
        }
    }

    @Test func theEndOfAnIdleScopeIsToldAtOnce() {
        Scope(world.environment).end { [log] in log.hear("over") }
        #expect(log.all == ["over"])
    }

    @Test func theEndIsToldWhenTheLastTaskHasReturned() {
        let scope = Scope(world.environment)
        _ = sleepForever(in: scope.environment)
        _ = sleepForever(in: scope.environment)
        world.run()
        scope.end { [log] in log.hear("over") }
        #expect(log.all.isEmpty)
        world.run()
        #expect(log.all == ["cancelled", "cancelled", "over"])
    }

    @Test func whatIsStartedAfterTheEndIsCancelledAtOnce() {
        let scope = Scope(world.environment)
        scope.end {}
        _ = sleepForever(in: scope.environment)
        let lane = scope.environment.lane("late", 1)
        _ = lane.schedule(at: world.uptime + .seconds(1)) { [log] in log.hear("ran") }
        world.runUntilIdle()
        #expect(log.all == ["cancelled"])
    }

    @Test func onePieceOfWorkCanBeCancelledByItself() {
        let scope = Scope(world.environment)
        let first = sleepForever(in: scope.environment)
        _ = sleepForever(in: scope.environment)
        world.run()
        first.cancel()
        world.runUntilIdle()
        #expect(log.all == ["cancelled", "slept"])
    }

    @Test func otherWorkOfTheWorldIsNotTouched() {
        let scope = Scope(world.environment)
        _ = sleepForever(in: world.environment)
        world.run()
        scope.end {}
        world.runUntilIdle()
        #expect(log.all == ["slept"])
    }
}
