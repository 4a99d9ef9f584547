import Flow
import Hardware
import Model
import Testing

@testable import Payments

/// How often a terminal is asked what became of a payment, and what a person is told when time is up.
@Suite struct RecoveryQuestionsTests {
    private static let why: Sentence = "The terminal is busy."

    /// A terminal on an open line that was asked for its status.
    private func asking() -> Recovery {
        var recovery = Recovery(reason: "The line broke.")
        _ = recovery.connected()
        return recovery
    }

    @Test func theFirstTenQuestionsFollowAfterASecondAndAllOthersAfterEight() {
        var recovery = Recovery(reason: Self.why)
        #expect(recovery.connected() == [.request(.enquireStatus)])
        var pauses: [PaymentMachine.Step] = []
        for _ in 1...12 {
            pauses += recovery.askLater(Self.why)
            #expect(recovery.elapsed() == [.request(.enquireStatus)])
        }
        let (short, long) = (PaymentMachine.Step.pause(.seconds(1)), PaymentMachine.Step.pause(.seconds(8)))
        #expect(pauses == Array(repeating: short, count: 10) + [long, long])
    }

    @Test(arguments: [(0, 1_000), (1, 1), (999, 999), (1_001, 1_000)])
    func aQuestionDoesNotWaitBeyondTheTimeAfterWhichNothingRuns(rest: Int, pause: Int) {
        var recovery = asking()
        #expect(recovery.askLater(Self.why, rest: .milliseconds(rest)) == [.pause(.milliseconds(pause))])
    }

    @Test func aLineThatCannotBeOpenedIsTriedAgainAfterHalfASecond() {
        let pause = [PaymentMachine.Step.pause(.milliseconds(500))]
        var recovery = Recovery(reason: "The till was killed.")
        #expect(recovery.elapsed().isEmpty, "nothing waits yet")
        #expect(recovery.notConnected(.sample) == pause && recovery.reasonToGiveUp == Sentence(Failure.sample))
        #expect(recovery.notConnected(.sample).isEmpty && recovery.connected().isEmpty, "no line was being opened")
        #expect(recovery.elapsed() == [.connect] && recovery.connected() == [.request(.enquireStatus)])
        #expect(recovery.reconnectLater(Self.why) == pause && recovery.reasonToGiveUp == Self.why)
        #expect(recovery.elapsed() == [.connect])
    }

    @Test func aTerminalThatNeverEndsItsFirstAnswerIsTheReasonToGiveUp() {
        var recovery = asking()
        #expect(recovery.reasonToGiveUp == "The line broke.")
        _ = recovery.accepted()
        #expect(recovery.reasonToGiveUp == Recovery.endlessAnswer)
        recovery.next(.registering)
        #expect(recovery.reasonToGiveUp == "The line broke.", "this question is not accepted yet")
        _ = recovery.accepted()
        _ = recovery.askLater(Self.why)
        #expect(recovery.reasonToGiveUp == Self.why, "it ended one answer")
    }

    /// What comes before that may belong to something else.
    @Test func eachQuestionWaitsUntilItIsAccepted() {
        let questions: [@Sendable (inout Recovery) -> Void] = [
            { $0.next(.asking) }, { _ = $0.list(after: .notBooked) },
            {
                _ = $0.askLater(Self.why)
                _ = $0.elapsed()
            },
        ]
        for question in questions {
            var recovery = asking()
            #expect(!recovery.isTaken)
            _ = recovery.accepted()
            #expect(recovery.isTaken)
            question(&recovery)
            #expect(!recovery.isTaken)
        }
    }

    @Test func theOpenReservationsOfSeveralTelegramsAreOneList() {
        func named(_ recovery: inout Recovery, _ receipts: Int...) {
            #expect(recovery.named(receipts.map { Preauthorisation(receiptNumber: $0) }).isEmpty)
        }
        var recovery = asking()
        named(&recovery, 6)
        #expect(recovery.phase == .enquiring, "nobody asked for them")
        #expect(recovery.list(after: .notBooked) == [.request(.openPreauthorisations)])
        #expect(recovery.phase == .listing(after: .notBooked, nil))
        named(&recovery, 7, 8)
        named(&recovery, 9)
        #expect(recovery.phase == .listing(after: .notBooked, [7, 8, 9]))
    }
}
