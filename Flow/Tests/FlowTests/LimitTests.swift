import Flow
import Testing

/// Work that is waited for a limited time.
struct LimitTests {
    private let world = VirtualWorld()
    private let log = Heard<String>()
    private static let late = Failure(SampleFailure.busy, "late", recovery: .retry)

    private func wait(for time: Duration, atMost limit: Duration) throws -> String {
        let (environment, log) = (world.environment, log)
        return try world.finish { () async throws(Failure) in
            try await environment.within(limit, orThrow: Self.late, "work") { () async throws(Failure) in
                do { try await environment.sleep(environment.uptime() + time) } catch {
                    log.hear("cancelled")
                    throw Failure(SampleFailure.refused, "cancelled", recovery: .giveUp)
                }
                return "done"
            }
        }
    }

    @Test func workThatEndsInTimeIsItsResult() throws {
        let start = world.uptime
        #expect(try wait(for: .seconds(3), atMost: .seconds(10)) == "done")
        #expect(world.uptime - start == .seconds(3), "the limit is not waited for")
        world.run()
        #expect(log.all.isEmpty)
    }

    @Test func workThatIsLateIsCancelledAndNotWaitedFor() throws {
        let start = world.uptime
        #expect(throws: Self.late) { try wait(for: .seconds(30), atMost: .seconds(10)) }
        #expect(world.uptime - start == .seconds(10))
        world.run()
        #expect(log.all == ["cancelled"])
    }

    @Test func whatTheWorkThrowsIsThrown() throws {
        let environment = world.environment
        let failure = Failure(SampleFailure.refused, "wrong", recovery: .giveUp)
        #expect(throws: failure) {
            try world.finish { () async throws(Failure) in
                try await environment.within(.seconds(1), orThrow: Self.late, "work") { () async throws(Failure) in
                    throw failure
                }
            }
        }
    }
}
