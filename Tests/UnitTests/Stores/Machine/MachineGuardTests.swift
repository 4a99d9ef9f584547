import Flow
import Hardware
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// The guards of the payment machine and of its recovery, one by one.
@Suite struct MachineGuardTests {
    private let id = TerminalRecordID(1)

    /// The line broke after the command was accepted, and is open again. Only the status has been asked for.
    private func reconnected(_ purpose: TransactionPurpose = .payment) -> PaymentMachine {
        var machine = PaymentMachine(PaymentHistory(.sample(purpose: purpose)))
        _ = machine.handle(.begin)
        _ = machine.hear(.accepted)
        _ = machine.hear(.finished(.disturbed(.sample)))
        _ = machine.handle(.connected)
        return machine
    }

    // MARK: Results that come unasked while the terminal is questioned

    @Test func aLateResultThatIsOursIsStored() {
        var machine = reconnected()
        #expect(machine.hear(.result(id, .approved())).contains(.answer(id, .stored)))
    }

    @Test(arguments: [41, 40, 1])
    func aLateSuccessFromBeforeIsRefused(receipt: Int) {
        var machine = reconnected()
        let steps = machine.hear(.result(id, .approved(receipt: receipt)))
        #expect(steps.contains(.answer(id, .refuse)))
        #expect(!steps.contains(.answer(id, .stored)))
    }

    @Test func aLateSuccessOfAnotherAmountIsRefused() {
        var machine = reconnected()
        #expect(machine.hear(.result(id, .approved(amount: 1251))).contains(.answer(id, .refuse)))
    }

    @Test func aLateSuccessWithoutAnAmountOrANumberProvesNothing() {
        var bare = TransactionResult.approved()
        bare.amountMinor = nil
        for result in [bare, .approved(receipt: nil)] {
            var machine = reconnected()
            #expect(machine.hear(.result(id, result)).contains(.answer(id, .refuse)))
        }
    }

    @Test func aLateFailureIsStoredWhateverItLacks() {
        var machine = reconnected()
        var failed = TransactionResult.failed(0x05)
        (failed.amountMinor, failed.receiptNumber) = (nil, nil)
        #expect(machine.hear(.result(id, failed)).contains(.answer(id, .stored)))
    }

    @Test func totalsOfAnEndOfDayThatNobodyKeepsAreRefused() {
        var machine = reconnected()
        #expect(machine.hear(.totals(id, TerminalTotals())) == [.write(.dayEnded), .answer(id, .refuse)])
    }

    // MARK: An answer that ends with a code

    /// The line is open again, and the terminal has accepted the question for its last transaction.
    private func questioned() -> PaymentMachine {
        var machine = reconnected()
        _ = machine.hear(.finished(.completed(TerminalState(status: 0))))
        _ = machine.hear(.finished(.completed(TerminalState())))
        _ = machine.hear(.accepted)
        return machine
    }

    private func evidence(_ steps: [PaymentMachine.Step]) -> LastTransactionAnswer? {
        for case .write(.evidence(let evidence, _)) in steps { return evidence }
        return nil
    }

    @Test(arguments: [0x64, 0x9C, nil] as [DeviceCode?])
    func theTransactionThatTheTerminalToldCountsHoweverItsAnswerEnds(code: DeviceCode?) {
        var machine = questioned()
        _ = machine.hear(.result(id, .approved()))
        let steps = machine.hear(.finished(.aborted(code: code)))
        #expect(evidence(steps) == .transaction(.approved()))
        #expect(steps.last == .finish(.approved(.approved())))
    }

    @Test(
        arguments: [
            (.aborted(code: 0x64), .nothing(code: 0x64)), (.aborted(code: nil), .nothing(code: nil)),
            (.refused(code: 0x83), .refused(code: 0x83)), (.completed(TerminalState()), .silent),
            (.aborted(code: 0x9C), nil), (.refused(code: 0x9C), nil),
        ] as [(TerminalEnd, LastTransactionAnswer?)])
    func aTerminalThatTellsNoneHasSaidSoUnlessItIsBusy(end: TerminalEnd, answer: LastTransactionAnswer?) {
        var machine = questioned()
        let steps = machine.hear(.finished(end))
        #expect(evidence(steps) == answer)
        #expect(steps.last == .pause(Recovery.askPause))
    }

    // MARK: What is written

    @Test func whatTheTerminalAnsweredIsWrittenBeforeWhatFollowsFromIt() throws {
        var machine = reconnected()
        _ = machine.hear(.finished(.completed(TerminalState(status: 0))))
        _ = machine.hear(.finished(.completed(TerminalState())))
        _ = machine.hear(.accepted)
        #expect(machine.hear(.result(id, .approved())).contains(.answer(id, .stored)))
        let steps = machine.hear(.finished(.completed(TerminalState())))
        let evidence = PaymentEvent.evidence(.transaction(.approved()), .approved(.approved()))
        let written = try #require(steps.firstIndex(of: .write(evidence)))
        let settled = try #require(steps.firstIndex(of: .write(.settled(.approved(.approved())))))
        #expect(written < settled)
    }

    @Test(arguments: [
        (PaymentHistory.Stage.aborted(code: 0x6C, after: nil), PaymentStage.aborted), (.refused(code: 0x83), .aborted),
        (.sending, .sending), (.intended, .intended), (.completed(.approved()), .completed),
        (.settled(.goodsNotGiven), .settled),
    ])
    func howFarItCameIsStored(stage: PaymentHistory.Stage, stored: PaymentStage) { #expect(stage.stored == stored) }

    // MARK: Refused commands

    @Test(arguments: [ReservationRuleTests.booking, ReservationRuleTests.release])
    func theEndOfAReservationThatABusyTerminalRefusesMayBeTriedAgain(purpose: TransactionPurpose) {
        var busy = PaymentMachine(PaymentHistory(.sample(purpose: purpose)))
        _ = busy.handle(.begin)
        guard case .finish(.notCharged)? = busy.hear(.finished(.refused(code: 0x9C))).last else {
            Issue.record("it was only busy")
            return
        }
        var refusing = PaymentMachine(PaymentHistory(.sample(purpose: purpose)))
        _ = refusing.handle(.begin)
        #expect(refusing.hear(.finished(.refused(code: 0x83))).last == .finish(.declined(code: 0x83, text: nil)))
    }

    // MARK: A result from before

    /// A terminal without a clock told the previous transaction as the result of this payment, and is then asked for
    /// its last transaction.
    private func asked(_ last: TransactionResult) -> [PaymentMachine.Step] {
        var before = TransactionResult.approved(receipt: 41)
        before.trace = 122
        (before.month, before.day, before.hour, before.minute, before.second) = (nil, nil, nil, nil, nil)
        var machine = PaymentMachine.authorising()
        let steps = machine.hear(.result(id, before))
        #expect(steps.contains(.write(.result(before, answer: .none))), "it is neither stored nor refused")
        _ = machine.handle(.connected)
        for _ in 1...2 {
            _ = machine.hear(.accepted)
            _ = machine.hear(.finished(.completed(TerminalState(status: 0))))
        }
        _ = machine.hear(.accepted)
        _ = machine.hear(.result(id, last))
        return machine.hear(.finished(.completed(TerminalState())))
    }

    @Test func afterAResultFromBeforeANewerBookingIsStillOurs() {
        #expect(asked(.approved()).last == .finish(.approved(.approved())))
    }

    /// The terminal may not tell what it has booked since.
    @Test func afterAResultFromBeforeNothingNewIsNoProof() {
        var before = TransactionResult.approved(receipt: 41)
        before.trace = 122
        (before.month, before.day, before.hour, before.minute, before.second) = (nil, nil, nil, nil, nil)
        let steps = asked(before)
        #expect(!steps.contains { if case .finish = $0 { true } else { false } })
        #expect(
            steps.contains { step in
                guard case .write(.evidence(_, .unclear(let why))) = step else { return false }
                return why == PaymentMachine.toldOldResult
            })
    }

    // MARK: An operator's statement

    /// The receipt shows the card that the terminal had told.
    @Test func whatTheTerminalHadToldStaysWhereAPersonReadsItsNumbers() throws {
        var told = TransactionResult.approved()
        told.cardName = "Mastercard"
        told.approvalCode = "611804"
        var history = PaymentHistory(.sample())
        for fact in [PaymentEvent.sending, .result(told, answer: .stored)] { history.apply(fact) }
        let read = OperatorEvidence(
            .booked(receipt: 42, trace: 123, amount: .sample), words: "journal", operatorName: "käthe")
        #expect(try OperatorRule(history: history).outcome(of: read) == .approved(told))
    }

    // MARK: Cancelling

    @Test func twoRequestsToCancelAreOne() {
        var machine = PaymentMachine.authorising()
        _ = machine.handle(.cancel)
        #expect(machine.handle(.cancel) == [])
    }

    @Test func whileTheTerminalIsAskedNothingIsCancelled() {
        var machine = reconnected()
        #expect(machine.handle(.cancel) == [])
    }
}
