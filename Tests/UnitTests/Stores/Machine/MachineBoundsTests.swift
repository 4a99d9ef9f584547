import Flow
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// Limits of how long a payment is waited for and how much of it is recorded; and two successes in one payment.
@Suite struct MachineBoundsTests {
    private let id = TerminalRecordID(1)

    private func finishes(_ steps: [PaymentMachine.Step]) -> PaymentOutcome? {
        if case .finish(let outcome)? = steps.last { outcome } else { nil }
    }

    private func writes(_ steps: [PaymentMachine.Step]) -> [String] {
        steps.compactMap { if case .write(let event) = $0 { event.kind } else { nil } }
    }

    // MARK: Leaving

    @Test func whoLeavesAPaymentUnderWayLeavesItInDoubt() throws {
        var machine = PaymentMachine.authorising()
        _ = machine.handle(.cancel)
        let steps = machine.handle(.leave)
        #expect(writes(steps) == ["payment.disturbed", "payment.inDoubt"])
        #expect(finishes(steps) == .inDoubt(reason: Sentence(Failure.left)))
        #expect(machine.handle(.leave).isEmpty && machine.hear(.finished(.completed(TerminalState()))).isEmpty)
    }

    /// A result that was acknowledged is recorded, so the next process asks the terminal about it.
    @Test func whatWasLeftIsAskedAboutByTheNextLife() {
        var machine = PaymentMachine.authorising()
        _ = machine.hear(.result(id, .approved()))
        _ = machine.handle(.leave)
        var next = PaymentMachine(machine.history)
        #expect(next.handle(.resume).contains(.connect))
    }

    @Test func whoLeavesWhileTheTerminalIsAskedLeavesItInDoubt() {
        var machine = PaymentMachine.authorising()
        _ = machine.hear(.finished(.disturbed(.sample)))
        #expect(finishes(machine.handle(.leave)) == .inDoubt(reason: Sentence(Failure.sample)))
    }

    @Test func whatHasEndedCannotBeLeft() {
        var machine = PaymentMachine.authorising()
        _ = machine.hear(.finished(.aborted(code: 0x6C)))
        #expect(machine.handle(.leave).isEmpty)
    }

    /// Another process has settled it meanwhile.
    @Test func whatIsSettledWhenItIsTakenUpIsOverAtOnce() {
        var machine = PaymentMachine(.sent([.settled(.approved(.approved()))]))
        #expect(machine.handle(.resume) == [.finish(.approved(.approved()))])
        #expect(machine.state == .finished)
    }

    // MARK: Floods

    @Test func resultsWithoutEndAreWrittenDownSoOftenAndThenAskedAbout() {
        var machine = PaymentMachine.authorising()
        for _ in 0..<PaymentMachine.mostResults {
            #expect(machine.hear(.result(id, .approved())).contains(.answer(id, .stored)))
        }
        let steps = machine.hear(.result(id, .approved()))
        #expect(writes(steps).first == "payment.disturbed" && steps.contains(.connect))
        #expect(!steps.contains(.answer(id, .stored)))
    }

    /// The terminal goes on sending results while it is asked. Nothing more is recorded, and only what was stored is
    /// answered as stored.
    @Test func resultsBeyondBoundsAreAnsweredAsTheLastAndNotWritten() {
        var machine = PaymentMachine.authorising()
        for _ in 0...PaymentMachine.mostResults { _ = machine.hear(.result(id, .approved())) }
        _ = machine.handle(.connected)
        let same = machine.hear(.result(id, .approved()))
        #expect(same.contains(.answer(id, .stored)) && writes(same).isEmpty)
        let other = machine.hear(.result(id, .approved(receipt: 43)))
        #expect(other.contains(.answer(id, .refuse)) && writes(other).isEmpty)
    }

    @Test func textsBeyondBoundsAreRefusedWhileTheTerminalIsAsked() {
        var machine = PaymentMachine.authorising()
        _ = machine.hear(.finished(.disturbed(.sample)))
        _ = machine.handle(.connected)
        let text = TerminalEvent.text(id, TerminalText(copy: nil, lines: [], endsReceipt: false))
        for _ in 0..<PaymentMachine.mostTexts { #expect(machine.hear(text).contains(.answer(id, .stored))) }
        let steps = machine.hear(text)
        #expect(steps == [.answer(id, .refuse)])
    }

    // MARK: Two successes

    private func second(_ change: (inout TransactionResult) -> Void) -> TransactionResult {
        var result = TransactionResult.approved()
        change(&result)
        return result
    }

    @Test func aSecondSuccessThatIsAnotherTransactionIsRefused() {
        let others = [
            second { ($0.receiptNumber, $0.trace) = (43, 124) }, second { $0.receiptNumber = 43 },
            second { $0.trace = 124 }, second { $0.panLastDigits = "9999" },
        ]
        for other in others {
            var machine = PaymentMachine.authorising()
            var first = TransactionResult.approved()
            first.panLastDigits = "4711"
            _ = machine.hear(.result(id, first))
            #expect(machine.hear(.result(id, other)).contains(.answer(id, .refuse)), "\(other)")
        }
    }

    /// If neither success has a number, their times are compared.
    @Test func withoutNumbersASuccessOfAnotherTimeIsAnother() {
        let bare = second { ($0.receiptNumber, $0.trace) = (nil, nil) }
        for (later, verdict) in [
            (bare, StorageVerdict.stored),
            (second { ($0.receiptNumber, $0.trace, $0.second) = (nil, nil, 50) }, .refuse),
        ] {
            var machine = PaymentMachine.authorising()
            _ = machine.hear(.result(id, bare))
            #expect(machine.hear(.result(id, later)).contains(.answer(id, verdict)))
        }
    }

    /// One has a receipt number and the other a trace: only their times can be compared.
    @Test func successesWithoutANumberOfTheSameKindAreComparedByTheirTimes() {
        let numbers: [(receipt: Int?, trace: Int?)] = [(42, nil), (nil, 123)]
        for (place, first) in numbers.enumerated() {
            for (other, later) in numbers.enumerated() {
                for time in [10, 50] {
                    var machine = PaymentMachine.authorising()
                    _ = machine.hear(.result(id, second { ($0.receiptNumber, $0.trace) = first }))
                    let told = second { ($0.receiptNumber, $0.trace, $0.second) = (later.receipt, later.trace, time) }
                    let isAnother = place != other && time != 10
                    #expect(machine.hear(.result(id, told)).contains(.answer(id, isAnother ? .refuse : .stored)))
                }
            }
        }
    }

    @Test func theSecondOfTwoSuccessesThatTheTerminalKeepsMayHaveChargedTwice() throws {
        let (first, refused) = (TransactionResult.approved(), second { ($0.receiptNumber, $0.trace) = (43, 124) })
        let rule = LastTransactionMatcher(intent: .sample(), told: first, refused: refused)
        guard case .unclear(let why) = rule.judge(.transaction(refused)) else { return #expect(Bool(false)) }
        let said = why.text(in: .en)
        #expect(said.contains("charged twice") && said.contains("receipt 42") && said.contains("receipt 43"))
        #expect(why.text(in: .de).contains("zweimal belastet"))
        var history = PaymentHistory(.sample())
        for event in [
            PaymentEvent.sending, .result(first, answer: .stored), .result(refused, answer: .refuse),
            .disturbed(.completedWithoutResult), .evidence(.transaction(refused), .unclear(why)), .inDoubt(reason: why),
        ] { history.apply(event) }
        let explanation = PaymentExplanation(
            history: history, outcome: .inDoubt(reason: why), isFinal: false, facts: [], prints: [], givenBack: [])
        let advice = try #require(explanation.resolution(in: .en))
        #expect(advice.contains("reverse receipt 43 there"), "\(advice)")
        #expect(advice.contains("--booked --receipt 42 --trace 123 --amount 12.50"), "\(advice)")
    }

    // MARK: A success that cannot be identified

    /// A release tells no amount, but it names the reservation that it released.
    @Test func aSuccessWithoutAmountAndNumberIsAskedAbout() {
        let bare = TransactionResult(resultCode: 0)
        for purpose in [TransactionPurpose.payment, .refund(of: nil), ReservationRuleTests.release] {
            var machine = PaymentMachine(PaymentHistory(.sample(purpose: purpose)))
            _ = machine.handle(.begin)
            _ = machine.hear(.accepted)
            _ = machine.hear(.result(id, bare))
            #expect(machine.hear(.finished(.completed(TerminalState()))).contains(.connect), "\(purpose)")
        }
    }

    // MARK: Two lines with one id

    @Test func aTerminalIsKnownByTheTransactionThatThePaymentBeganFrom() {
        var last = TransactionResult.approved(receipt: 41)
        (last.trace, last.hour, last.minute, last.second) = (122, 9, 2, 10)
        let history = PaymentHistory(.sample(watermarkTime: last.exactTimestamp))
        #expect(history.isWhereLastWas(last))
        for change in [{ $0.trace = 121 }, { $0.second = 11 }, { $0.receiptNumber = 40 }, { $0.trace = nil }]
            as [(inout TransactionResult) -> Void]
        {
            var other = last
            change(&other)
            #expect(!history.isWhereLastWas(other), "\(other)")
        }
    }

    @Test func aTerminalIsKnownByWhatItToldOfThePayment() {
        var history = PaymentHistory(.sample())
        history.apply(.sending)
        history.apply(.result(.approved(), answer: .stored))
        #expect(history.isWhereLastWas(.approved()))
        #expect(!history.isWhereLastWas(.approved(receipt: 43)))
    }
}
