import Flow
import Foundation
import Testing

struct RetryTests {
    private let world = VirtualWorld()
    private let heard = Heard<String>()
    private let busy = Failure(SampleFailure.busy, "Busy.", recovery: .retry)
    private let broken = Failure(SampleFailure.broken, "Broken.", recovery: .askOperator)

    private func delays(_ policy: Retry, _ attempts: Int) -> [Duration?] {
        (1...attempts).map { policy.delay(after: $0, busy) }
    }

    @Test func pausesGrowByTheFactorUpToTheLongest() {
        let policy = Retry(first: .seconds(1), factor: 3, longest: .seconds(20))
        #expect(delays(policy, 5) == [.seconds(1), .seconds(3), .seconds(9), .seconds(20), .seconds(20)])
    }

    @Test func thereIsNoPauseAfterTheLastAttempt() {
        #expect(delays(Retry(.atMost(3)), 4) == [.seconds(1), .seconds(2), nil, nil])
        #expect(Retry.never.delay(after: 1, busy) == nil)
    }

    @Test func anAttemptCountedInMillionsStillHasAPause() {
        let policy = Retry(first: .seconds(1), factor: .max, longest: .seconds(1_000_000_000))
        #expect(policy.delay(after: 2, busy) == .seconds(1_000_000_000))
        #expect(Retry(first: .seconds(1), factor: 1).delay(after: .max, busy) == .seconds(1))
        #expect(Retry(first: .zero).delay(after: .max, busy) == .zero)
    }

    @Test func onlyWhatCanBeRepeatedIsTriedAgain() {
        #expect(Retry().delay(after: 1, broken) == nil)
        #expect(Retry(recoveries: [.retry, .askOperator]).delay(after: 1, broken) == .seconds(1))
    }

    @Test func aPolicySurvivesStorageAsTheSameBytes() throws {
        let policy = Retry(.atMost(3), recoveries: [.askOperator, .retry])
        let stored = try JSONEncoder.sorted.encode(policy)
        let read = try JSONDecoder().decode(Retry.self, from: stored)
        #expect(read == policy)
        #expect(try JSONEncoder.sorted.encode(read) == stored)
    }

    @Test func aPolicyThatNeverTriesTraps() async {
        await #expect(processExitsWith: .failure) { _ = Retry(.atMost(0)) }
    }

    /// Fails `times` times, then succeeds; says at which second each attempt was made.
    private func work(failing times: Int, with failure: Failure, _ policy: Retry) throws(Failure) -> String {
        let (world, heard, start) = (world, heard, world.uptime)
        return try world.finish { () async throws(Failure) in
            try await world.environment.retrying(policy) { () async throws(Failure) in
                heard.hear("\((world.uptime - start) / .seconds(1))")
                if heard.all.count <= times { throw failure }
                return "done"
            }
        }
    }

    @Test func workIsRepeatedUntilItSucceeds() throws {
        #expect(try work(failing: 3, with: busy, Retry(jitterPercent: 0)) == "done")
        #expect(heard.all == ["0.0", "1.0", "3.0", "7.0"])
    }

    @Test func theLastFailureIsThrownWhenAttemptsAreUsedUp() {
        #expect(throws: busy) { try work(failing: 9, with: busy, Retry(.atMost(2))) }
        #expect(heard.all.count == 2)
    }

    @Test func aFailureThatCannotBeRepeatedIsThrownAtOnce() {
        #expect(throws: broken) { try work(failing: 9, with: broken, Retry()) }
        #expect(heard.all == ["0.0"])
    }

    @Test func jitterMakesAPauseLongerByAtMostItsShare() throws {
        _ = try work(failing: 20, with: busy, Retry(first: .seconds(10), factor: 1, jitterPercent: 50))
        let times = heard.all.compactMap(Double.init)
        let pauses = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(pauses.allSatisfy { (10...15).contains($0) })
        #expect(Set(pauses).count > 10)
    }

    /// A caller that retries forever, and is in a pause of an hour.
    private func patientCaller() -> any Running {
        let (environment, heard, busy) = (world.environment, heard, busy)
        let caller = environment.spawn("caller") {
            do throws(Failure) {
                try await environment.retrying(Retry(first: .seconds(3_600), longest: .seconds(3_600))) {
                    () async throws(Failure) in
                    heard.hear("tried")
                    throw busy
                }
            } catch {
                heard.hear(error.code)
            }
        }
        world.run()
        return caller
    }

    @Test func cancellingTheCallerEndsThePauseWithTheLastFailure() {
        let caller = patientCaller()
        caller.cancel()
        world.run()
        #expect(heard.all == ["tried", "test.busy"])
    }

    @Test func aCallerThatIsCancelledAlreadyMakesNoSecondAttempt() {
        let (environment, heard, busy) = (world.environment, heard, busy)
        let caller = environment.spawn("caller") {
            try? await environment.retrying(Retry(first: .zero)) { () async throws(Failure) in
                heard.hear("tried")
                throw busy
            }
        }
        caller.cancel()
        world.run()
        #expect(heard.all == ["tried"])
    }
}
