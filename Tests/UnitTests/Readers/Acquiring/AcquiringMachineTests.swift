import Flow
import Hardware
import Model
import Testing

@testable import Readers

/// A reader and an acquirer as one terminal: what each is asked, and what the till is told.
@Suite struct AcquiringMachineTests {
    // MARK: A payment

    @Test func aCardGoesToTheAcquirerOnceUnderThePaymentsName() {
        var bench = AcquiringBench()
        bench.start(.authorise(.fare))
        #expect(bench.news() == ["accepted", "read a card for payment 1250"])
        bench.show(.presentCard)
        bench.read(.card(.sealed))
        #expect(bench.news() == ["shows presentCard", "authorise pay-1 payment 1250"])
        bench.read(.card(.sealed))
        #expect(bench.news().isEmpty)
        bench.decide(.approved(AcquiringBench.approved))
        #expect(bench.news() == ["result 1: 0"])
        bench.answer(.stored)
        #expect(bench.news() == ["answered 1", "completed"])
        #expect(!bench.machine.isBusy)
    }

    @Test func aDeclineEndsWithItsCodeHoweverItIsAnswered() {
        for verdict in [StorageVerdict.stored, .refuse, .goods(.notGiven)] {
            var bench = AcquiringBench()
            bench.pay()
            bench.decide(.declined(AcquiringBench.declined))
            bench.answer(verdict)
            #expect(bench.news() == ["result 1: 5", "answered 1", "aborted 5"])
        }
    }

    @Test(arguments: [
        (ReaderEnd.noCard, "aborted cancelled"), (.unreadable, "aborted cardUnreadable"),
        (.disturbed(.hostGone), "acquirer.unreachable"),
    ])
    func withoutACardTheAcquirerIsNeverAsked(_ end: ReaderEnd, _ told: String) {
        var bench = AcquiringBench()
        bench.start(.refund(.fare))
        bench.read(end)
        #expect(bench.news() == ["accepted", "read a card for refund 1250", told])
    }

    @Test func aCancellationEndsTheReadingAndNothingAfterIt() {
        var bench = AcquiringBench()
        bench.start(.authorise(.fare))
        bench.cancel()
        #expect(bench.news().last == "cancel the reading")
        bench.read(.card(.sealed))
        bench.cancel()
        #expect(bench.news() == ["authorise pay-1 payment 1250"])
    }

    // MARK: Results that may not stand

    @Test(arguments: [StorageVerdict.refuse, .goods(.notGiven)])
    func whatIsRefusedIsMadeVoidAndThenNotCharged(_ verdict: StorageVerdict) {
        for answer in [AcquirerAnswer.nothing, .reversed(AcquiringBench.approved), .declined(AcquiringBench.declined)] {
            var bench = AcquiringBench()
            bench.pay()
            bench.decide(.approved(AcquiringBench.approved))
            bench.answer(verdict)
            bench.decide(answer)
            #expect(bench.news() == ["result 1: 0", "void pay-1", "aborted processingError"])
        }
    }

    @Test(arguments: [
        (AcquirerAnswer.approved(AcquiringBench.approved), "acquirer.keeps"),
        (.unknown(.hostGone), "acquirer.unreachable"),
    ])
    func whatStandsAlthoughItWasRefusedIsADisturbance(_ answer: AcquirerAnswer, _ told: String) {
        var bench = AcquiringBench()
        bench.pay()
        bench.decide(.approved(AcquiringBench.approved))
        bench.answer(.refuse)
        bench.decide(answer)
        #expect(bench.news().last == told)
    }

    @Test func goodsThatAreNotGivenYetLetItWaitAndAPartOfThemIsNotBooked() {
        var bench = AcquiringBench()
        bench.pay()
        bench.decide(.approved(AcquiringBench.approved))
        bench.answer(.goods(.pending))
        #expect(bench.news() == ["result 1: 0"] && bench.machine.isBusy)
        bench.answer(.goods(.givenInPart(.fare)))
        #expect(bench.news() == ["acquirer.booksWhole"])
    }

    @Test(arguments: [
        (AcquirerAnswer.nothing, "acquirer.contradiction"),
        (.reversed(AcquiringBench.approved), "acquirer.contradiction"),
        (.unknown(.hostGone), "acquirer.unreachable"),
    ])
    func anAnswerThatDecidesNothingIsADisturbanceAndNeverADecline(_ answer: AcquirerAnswer, _ told: String) {
        var bench = AcquiringBench()
        bench.pay()
        bench.decide(answer)
        #expect(bench.news() == [told])
    }

    // MARK: Questions

    @Test func whatStandsUnderTheReferenceIsTold() {
        var bench = AcquiringBench(reads: false)
        bench.start(.repeatReceipt)
        bench.decide(.approved(AcquiringBench.approved))
        bench.answer(.stored)
        #expect(bench.news() == ["enquire pay-1", "accepted", "result 1: 0", "answered 1", "completed"])
    }

    @Test func whereNothingStandsNothingIsToStandBeforeTheOneBeforeItIsTold() {
        var bench = AcquiringBench(reads: false)
        bench.start(.repeatReceipt)
        bench.decide(.nothing)
        bench.decide(.nothing)
        bench.decide(.declined(AcquiringBench.declined))
        #expect(bench.news() == ["enquire pay-1", "void pay-1", "newest", "accepted", "result 1: 5"])
    }

    @Test func whatArrivesBetweenTheQuestionAndTheVoidIsTold() {
        var bench = AcquiringBench(reads: false)
        bench.start(.repeatReceipt)
        bench.decide(.nothing)
        bench.decide(.reversed(AcquiringBench.approved))
        #expect(bench.news().suffix(2) == ["accepted", "result 1: 0"])
    }

    @Test func anAcquirerThatHasNoTransactionSaysSoAndOneThatIsSilentIsNoAnswer() {
        var bench = AcquiringBench(reads: false)
        bench.start(.repeatReceipt, for: nil)
        bench.decide(.nothing)
        #expect(bench.news() == ["newest", "accepted", "aborted notPossible"])
        bench.start(.repeatReceipt)
        bench.decide(.unknown(.hostGone))
        #expect(bench.news() == ["enquire pay-1", "acquirer.unreachable"])
    }

    // MARK: Other requests

    @Test func aReaderIsPreparedAndWithoutOneItIsReadyToBeAsked() {
        var bench = AcquiringBench()
        bench.start(.register(.eur))
        bench.read(.ready)
        #expect(bench.news() == ["accepted", "prepare the reader", "completed"])
        var asking = AcquiringBench(reads: false)
        asking.start(.enquireStatus)
        #expect(asking.news() == ["accepted", "completed"])
        asking.start(.authorise(.fare))
        #expect(asking.news() == ["refused notPossible"])
    }

    @Test func aReversalNeedsNoCard() {
        var bench = AcquiringBench()
        bench.start(.reverse(receipt: 7, .fare))
        #expect(bench.news() == ["accepted", "reverse 7 as pay-1 reversal 1250"])
    }

    @Test func aClosedConnectionEndsWhatRunsOnce() {
        var bench = AcquiringBench()
        bench.pay()
        bench.close()
        bench.close()
        bench.decide(.approved(AcquiringBench.approved))
        bench.answer(.stored)
        #expect(bench.news() == ["reader.closed"])
    }

    @Test(arguments: [TerminalRequest.endOfDay, .turnoverTotals, .logOff, .initialise, .openPreauthorisations])
    func whatOnlyATerminalCanDoIsRefused(_ request: TerminalRequest) {
        var bench = AcquiringBench()
        bench.start(request)
        #expect(bench.news() == ["refused notPossible"])
    }
}
