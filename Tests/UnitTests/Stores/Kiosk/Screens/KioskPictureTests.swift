import Hardware
import Model
import Testing

@testable import Stores

/// What the customer is shown of the terminal, and why a payment was declined: each word that the page knows is said at some time.
@Suite struct KioskPictureTests {
    private static func paying(_ stage: KioskPaying.Stage, _ step: ProgressStep? = nil) -> KioskPaying {
        var paying = KioskPaying(nil, due: KioskBench.euros(1150), at: KioskTime(milliseconds: 0))
        paying.stage = stage
        paying.step = step
        return paying
    }

    @Test func eachPictureIsShownAtSomeStep() {
        let shown = ProgressStep.allCases.compactMap { Self.paying(.authorising, $0).picture }
        #expect(Set(shown) == Set(KioskPaying.Picture.allCases))
    }

    @Test func aTerminalThatWantsACardIsShownWithBothWays() {
        #expect(Self.paying(.authorising, .presentCard).picture == .insertOrTap)
        #expect(Self.paying(.authorising, .cardUnreadable).picture == .insert)
    }

    @Test func aCardInTheTerminalIsToBeTakenOutWhateverElseItShows() {
        var paying = Self.paying(.authorising, .presentCard)
        paying.asksToRemoveCard = true
        #expect(paying.picture == .remove)
    }

    @Test func somebodyIsWaitedForAtSomeStep() {
        let awaited = ProgressStep.allCases.compactMap { step -> KioskPaying.Awaited? in
            var paying = Self.paying(.authorising, step)
            paying.isSlow = true
            return paying.awaited
        }
        #expect(Set(awaited) == Set(KioskPaying.Awaited.allCases))
    }

    @Test func eachReasonOfADeclineIsGivenAtSomeTime() {
        let given = DeviceReason.allCases.map(KioskDeclineReason.init)
        #expect(Set(given).union([.notCharged, .takenBack]) == Set(KioskDeclineReason.allCases))
        #expect(!given.contains(.notCharged) && !given.contains(.takenBack), "these say that nobody declined")
    }

    @Test(arguments: [
        (DeviceReason.cardExpired, KioskDeclineReason.cardExpired), (.cardNotYetValid, .cardNotYetValid),
        (.insufficientFunds, .limit), (.amountTooLarge, .amountTooLarge), (.wrongPIN, .wrongPIN),
        (.pinTriesExceeded, .pinBlocked), (.cardBlocked, .declined), (.endOfDayNeeded, .terminal),
        (.unexplained, .terminal),
    ]) func aReasonIsToldAsFarAsItMayBeSaidInPublic(_ reason: DeviceReason, _ told: KioskDeclineReason) {
        #expect(KioskDeclineReason(reason) == told)
    }
}
