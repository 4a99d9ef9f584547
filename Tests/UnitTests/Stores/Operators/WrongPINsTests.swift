import Flow
import Foundation
import Testing

@testable import Stores

/// How long no PIN is taken after wrong ones, by both clocks.
@Suite struct WrongPINsTests {
    private let world = VirtualWorld(seed: 1)
    private let rule = LockoutRule(tries: 3, forgets: nil)

    private func now(boot: String? = "one") -> WrongPINs.Moment {
        var environment = world.environment
        environment.boot = boot
        return WrongPINs.Moment(environment)
    }

    private func wrong(_ count: Int, boot: String? = "one") -> WrongPINs {
        var wrong = WrongPINs()
        for _ in 0..<count { wrong.add(at: now(boot: boot), rule) }
        return wrong
    }

    @Test(
        arguments: [
            (4, nil), (5, 30), (6, 60), (7, 120), (8, 240), (9, 480), (10, 900), (11, 900), (1_000_000, 900),
        ] as [(Int, Int?)])
    func eachWrongPINAfterTheFifthLocksTwiceAsLong(_ count: Int, _ seconds: Int?) {
        #expect(LockoutRule.person.lock(after: count) == seconds.map { .seconds($0) })
    }

    @Test func theTillAsAWholeBearsTwentyWrongPINs() {
        #expect(LockoutRule.till.lock(after: 19) == nil)
        #expect(LockoutRule.till.lock(after: 20) == .seconds(30))
    }

    @Test func theLockEndsAfterItsTimeAndTheNextWrongPINLocksForLonger() {
        var wrong = wrong(3)
        #expect(wrong.lock(at: now(), rule) == .seconds(30) && wrong.triesLeft(at: now(), rule) == 0)
        world.advance(by: .seconds(30))
        #expect(wrong.lock(at: now(), rule) == .zero && wrong.triesLeft(at: now(), rule) == 1)
        wrong.add(at: now(), rule)
        #expect(wrong.lock(at: now(), rule) == .seconds(60))
    }

    @Test func theTriesThatAreLeftAreCountedDown() {
        #expect((0...3).map { wrong($0).triesLeft(at: now(), rule) } == [3, 2, 1, 0])
    }

    @Test func aClockThatIsSetForwardEndsNoLockWhileTheMachineRuns() {
        let wrong = wrong(3)
        world.now = world.now.addingTimeInterval(86_400)
        #expect(wrong.lock(at: now(), rule) == .seconds(30))
    }

    @Test func aClockThatIsSetBackProlongsNoLockWhileTheMachineRuns() {
        let wrong = wrong(3)
        world.now = world.now.addingTimeInterval(-86_400)
        world.advance(by: .seconds(20))
        #expect(wrong.standing(at: now()).lock(at: now(), rule) == .seconds(10))
    }

    @Test func aMachineThatWasStartedAnewGoesByTheWallClock() {
        let wrong = wrong(3)
        world.advance(by: .seconds(20))
        #expect(wrong.standing(at: now(boot: "two")).lock(at: now(boot: "two"), rule) == .seconds(10))
    }

    @Test func aMachineThatWasStartedWithAnEarlierClockWaitsOnceMoreAndNotForEver() {
        let wrong = wrong(3)
        world.now = world.now.addingTimeInterval(-86_400)
        let standing = wrong.standing(at: now(boot: "two"))
        #expect(standing.lock(at: now(boot: "two"), rule) == .seconds(30))
        world.advance(by: .seconds(30))
        #expect(standing.standing(at: now(boot: "two")).lock(at: now(boot: "two"), rule) == .zero)
    }

    @Test func aSystemThatDoesNotTellItsBootGoesByTheWallClock() {
        let wrong = wrong(3, boot: nil)
        world.advance(by: .seconds(10))
        #expect(wrong.lock(at: now(boot: nil), rule) == .seconds(20))
    }

    @Test func theTillForgetsOneWrongPINEachQuarterOfAnHour() {
        let rule = LockoutRule(tries: 3, forgets: .seconds(900))
        var wrong = WrongPINs()
        for _ in 0..<3 { wrong.add(at: now(), rule) }
        world.advance(by: .seconds(899))
        #expect(wrong.triesLeft(at: now(), rule) == 1)
        world.advance(by: .seconds(901))
        #expect(wrong.triesLeft(at: now(), rule) == 2)
        wrong.add(at: now(), rule)
        #expect(wrong.lock(at: now(), rule) == .zero && wrong.triesLeft(at: now(), rule) == 1)
    }

    @Test func whatIsForgottenMakesNoNewLock() {
        let rule = LockoutRule(tries: 3, forgets: .seconds(900))
        var wrong = WrongPINs()
        for _ in 0..<20 { wrong.add(at: now(), rule) }
        world.advance(by: .seconds(900))
        #expect(wrong.standing(at: now()).lock(at: now(), rule) == .zero)
    }
}
