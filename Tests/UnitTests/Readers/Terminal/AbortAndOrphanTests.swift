import Flow
import Hardware
import Model
import Testing

@testable import Readers

@Suite struct AbortTests {
    @Test func revZero2_anAbortGoesOutWhileWeWaitAndTheOutcomeStillComesFromTheTerminal() {
        var line = VirtualLine.running()
        line.cancel()
        #expect(line.takeWritten() == Bytes.abort)
        line.receive(Bytes.ack + Bytes.positive)
        #expect(line.events.isEmpty)
        line.receive(Terminal.approved)
        line.receive(Bytes.ack)
        line.receive(Terminal.completion)
        #expect(line.events.last?.end == .completed(TerminalState()))
    }

    @Test func aRefusedAbortChangesNothing() {
        var line = VirtualLine.running()
        line.cancel()
        line.receive(Bytes.ack + Bytes.notPossible)
        #expect(line.events.isEmpty)
        #expect(line.conversation.isBusy)
    }

    @Test func anAbortWaitsUntilTheCommandIsTaken() {
        var line = VirtualLine()
        line.start(.authorise(Terminal.twelveFifty))
        line.cancel()
        line.receive(Bytes.ack)
        _ = line.takeWritten()
        line.receive(Bytes.positive)
        #expect(line.takeWritten() == Bytes.ack + Bytes.abort)
    }

    @Test func anAbortWaitsUntilTheOpenRecordIsAnsweredAndThatAnswerTaken() throws {
        var line = VirtualLine.running(storesAtOnce: false)
        line.receive(Terminal.approved)
        line.cancel()
        #expect(line.takeWritten() == Bytes.ack)
        line.answer(try #require(line.events.last?.record), .stored)
        #expect(line.takeWritten() == Bytes.positive)
        line.receive(Bytes.ack)
        #expect(line.takeWritten() == Bytes.abort)
    }

    @Test func askingTwiceSendsOneAbort() {
        var line = VirtualLine.running()
        line.cancel()
        line.cancel()
        #expect(line.takeWritten() == Bytes.abort)
    }

    @Test func anAbortThatCrossesATelegramIsTakenBackAndSentAgainAfterOurResponse() {
        var line = VirtualLine.running()
        line.cancel()
        _ = line.takeWritten()
        line.receive(Terminal.insertCard)
        #expect(line.takeWritten() == Bytes.ack + Bytes.positive)
        line.receive(Bytes.ack)
        #expect(line.takeWritten() == Bytes.abort)
    }

    /// The terminal ended by itself just as the abort reached it. Its late refusal must not refuse the next command.
    @Test func aLateAnswerToAnAbortIsNotTakenForTheNextCommands() {
        var line = VirtualLine.running()
        line.cancel()
        line.receive(Bytes.ack)
        line.receive(Terminal.aborted(0x6C))
        line.receive(Bytes.ack)
        _ = line.takeWritten()
        line.start(.enquireStatus)
        #expect(line.takeWritten().isEmpty)
        line.receive(Bytes.notPossible)
        #expect(line.takeWritten().starts(with: Bytes.ack + [0x10, 0x02, 0x05, 0x01]))
        line.receive(Bytes.ack + Bytes.positive)
        #expect(line.events.suffix(1) == [.accepted])
    }

    @Test func anAnswerToAnAbortThatNeverComesHoldsTheNextCommandForT3AtMost() {
        var line = VirtualLine.running()
        line.cancel()
        line.receive(Bytes.ack)
        line.receive(Terminal.aborted(0x6C))
        line.receive(Bytes.ack)
        _ = line.takeWritten()
        line.start(.enquireStatus)
        line.pass(.milliseconds(4_999))
        #expect(line.takeWritten().isEmpty)
        line.pass(.milliseconds(1))
        #expect(line.takeWritten().starts(with: [0x10, 0x02, 0x05, 0x01]))
    }

    @Test func cancellingNothingSendsNothing() {
        var line = VirtualLine()
        line.cancel()
        #expect(line.takeWritten().isEmpty)
    }
}

@Suite struct ResponseTests {
    @Test func aNegativeResponseMeansItNeverStarted() {
        var line = VirtualLine()
        line.start(.authorise(Terminal.twelveFifty))
        line.receive(Bytes.ack + SerialBlock.encode([0x84, 0x9C, 0x00]))
        #expect(line.events == [.finished(.refused(code: 0x9C))])
    }

    @Test func eightyFourZeroZeroIsPositive() {
        var line = VirtualLine()
        line.start(.enquireStatus)
        line.receive(Bytes.ack + SerialBlock.encode([0x84, 0x00, 0x00]))
        #expect(line.events == [.accepted])
    }

    @Test func aRepeatedPositiveResponseIsNoSecondAcceptance() {
        var line = VirtualLine()
        line.start(.enquireStatus)
        line.receive(Bytes.ack + Bytes.positive + Bytes.positive)
        #expect(line.events == [.accepted])
    }
}

@Suite struct OrphanTests {
    @Test func aResultOfAnEarlierLifeIsToldAndAnsweredOnItsVerdict() throws {
        var line = VirtualLine(storesAtOnce: false)
        line.start(.enquireStatus)
        _ = line.takeWritten()
        line.receive(Terminal.approved)
        #expect(line.takeWritten() == Bytes.ack)
        line.answer(try #require(line.events.last?.record), .stored)
        #expect(line.takeWritten() == Bytes.positive)
    }

    @Test func whenTheEarlierOneIsOverOurCommandGoesOut() {
        var line = VirtualLine()
        line.start(.enquireStatus)
        line.receive(Terminal.approved)
        line.receive(Bytes.ack)
        _ = line.takeWritten()
        line.receive(Terminal.completion)
        line.receive(Bytes.ack)
        #expect(line.takeWritten().starts(with: Bytes.ack + Bytes.positive + [0x10, 0x02, 0x05, 0x01]))
        #expect(line.events.last == .orphanEnded(.completed(TerminalState())))
        line.receive(Bytes.ack + Bytes.positive)
        line.receive(block: [0x06, 0x0F, 0x01, 0x00])
        #expect(line.events.last?.end == .completed(TerminalState(status: 0)))
    }

    @Test func progressOfAnEarlierLifeIsAnsweredAtOnce() {
        var line = VirtualLine()
        line.start(.enquireStatus)
        _ = line.takeWritten()
        line.receive(Terminal.insertCard)
        #expect(line.takeWritten() == Bytes.ack + Bytes.positive)
    }

    /// A payment and an end of day are sent once. If the terminal may have received one, Till does not send it again.
    @Test(arguments: [.authorise(Terminal.twelveFifty), .endOfDay, .initialise, TerminalRequest.diagnose(.line)])
    func whatMayNotBeHeardTwiceIsNotSentAgainBehindSomethingEarlier(_ request: TerminalRequest) {
        var line = VirtualLine()
        line.start(request)
        _ = line.takeWritten()
        line.receive(Terminal.insertCard)
        line.receive(Bytes.ack)
        line.receive(Terminal.completion)
        line.receive(Bytes.ack)
        line.pass(.seconds(600))
        #expect(line.takeWritten() == Bytes.ack + Bytes.positive + Bytes.ack + Bytes.positive)
        #expect(line.code == "reader.busy")
    }

    @Test func aResultWithNobodyListeningIsNotAnsweredButWaitsForTheNextRequest() throws {
        var line = VirtualLine(storesAtOnce: false)
        line.receive(Terminal.approved)
        line.pass(.seconds(10))
        #expect(line.takeWritten() == Bytes.ack)
        #expect(line.events.isEmpty)
        line.start(.enquireStatus)
        #expect(line.takeWritten().isEmpty)
        line.answer(try #require(line.events.last?.record), .stored)
        #expect(line.takeWritten() == Bytes.positive)
    }

    @Test func aResultTheTerminalHasLongGivenUpOnIsForgotten() {
        var line = VirtualLine()
        line.receive(Terminal.approved)
        line.pass(.seconds(30))
        line.start(.enquireStatus)
        #expect(line.events.isEmpty)
    }

    @Test func aTextTheTerminalHasGoneOnFromIsForgotten() {
        var line = VirtualLine()
        line.receive(Terminal.line("Kundenbeleg"))
        line.receive(block: [0x04, 0x0D, 0x00])
        line.start(.enquireStatus)
        #expect(line.events.isEmpty)
    }

    /// The payment waits until our answer to something else is sent. It must not leave after the refusal, because
    /// nobody waits for its outcome.
    @Test func aPaymentThatIsRefusedBeforeItLeftNeverLeaves() {
        var line = VirtualLine()
        line.receive(Terminal.insertCard)
        line.start(.authorise(Terminal.twelveFifty))
        line.receive(Terminal.aborted(0x6C))
        #expect(line.events.last?.end != nil)
        _ = line.takeWritten()
        line.receive(Bytes.ack)
        line.pass(.seconds(60))
        #expect(line.takeWritten().isEmpty)
    }

    @Test func aRefusalOfSomethingEarlierIsNotTakenForThePaymentsThatHasNotLeft() {
        var line = VirtualLine()
        line.receive(Terminal.insertCard)
        line.start(.authorise(Terminal.twelveFifty))
        line.receive(Bytes.notPossible)
        #expect(line.events.isEmpty)
        line.receive(Bytes.ack + Bytes.positive)
        #expect(line.events == [.accepted])
    }

    @Test func theEndOfAnEarlierLifeWithNobodyListeningIsAnswered() {
        var line = VirtualLine()
        line.receive(Terminal.completion)
        #expect(line.takeWritten() == Bytes.ack + Bytes.positive)
    }
}

/// Which side may send while an earlier request runs, and how long the terminal may be silent then.
@Suite struct TurnTests {
    private static let unknown: [UInt8] = [0x04, 0x0D, 0x00]

    /// Telegrams that the terminal sends while our abort is on the line.
    @Test(arguments: [Terminal.approved.bytes, Terminal.line("text").bytes, unknown, Terminal.insertCard.bytes])
    func whateverCrossesAnAbortTakesItBackUntilItIsAnswered(_ telegram: [UInt8]) {
        var line = VirtualLine.running()
        line.cancel()
        #expect(line.takeWritten() == Bytes.abort)
        line.receive(block: telegram)
        let response = telegram == Self.unknown ? Bytes.notPossible : Bytes.positive
        #expect(line.takeWritten() == Bytes.ack + response)
        line.receive(Bytes.ack)
        #expect(line.takeWritten() == Bytes.abort)
    }

    /// T4 starts again with each telegram of the terminal.
    @Test func somethingEarlierMayBeSilentForThreeMinutes() {
        var line = VirtualLine()
        line.pass(.seconds(1_000))
        line.start(.authorise(Terminal.twelveFifty))
        line.receive(Terminal.insertCard)
        line.receive(Bytes.ack)
        line.pass(.seconds(179))
        #expect(line.conversation.isBusy)
        line.receive(Terminal.insertCard)
        line.receive(Bytes.ack)
        line.pass(.milliseconds(179_999))
        #expect(line.conversation.isBusy)
        line.pass(.milliseconds(1))
        #expect(line.code == "reader.noAnswer")
    }

    /// Our command was acknowledged. The terminal's first telegrams belong to an earlier request, and its answer to
    /// ours still comes.
    @Test(arguments: [TerminalRequest.authorise(Terminal.twelveFifty), .enquireStatus])
    func aCommandThatWasAcknowledgedIsNeitherTakenBackNorSentAgain(_ request: TerminalRequest) {
        var line = VirtualLine()
        line.start(request)
        line.receive(Bytes.ack)
        _ = line.takeWritten()
        line.receive(Terminal.insertCard)
        line.receive(Bytes.ack)
        line.receive(Terminal.completion)
        line.receive(Bytes.ack)
        #expect(line.takeWritten() == Bytes.ack + Bytes.positive + Bytes.ack + Bytes.positive)
        #expect(line.conversation.isBusy)
        line.pass(.milliseconds(4_999))
        line.receive(Bytes.positive)
        #expect(line.events.last == .accepted)
    }

    /// A terminal whose last completion nobody acknowledged, because the program was killed, acknowledges the next command and then
    /// only repeats the completion: it has dropped the command.
    @Test func aQuestionThatWasDroppedBehindSomethingEarlierIsAskedOnceMore() {
        var line = VirtualLine.acknowledgedBehindSomethingEarlier(.enquireStatus)
        line.pass(.milliseconds(4_999))
        #expect(line.takeWritten().isEmpty)
        line.pass(.milliseconds(1))
        #expect(line.takeWritten().starts(with: [0x10, 0x02, 0x05, 0x01]))
        line.receive(Bytes.ack + Bytes.positive)
        #expect(line.events.last == .accepted)
    }

    @Test func aQuestionThatIsDroppedAgainAndAgainIsAskedTwice() {
        var line = VirtualLine.acknowledgedBehindSomethingEarlier(.enquireStatus)
        line.pass(.seconds(5))
        line.receive(Bytes.ack)
        line.receive(Terminal.completion)
        line.receive(Bytes.ack)
        _ = line.takeWritten()
        line.pass(.seconds(5))
        #expect(line.takeWritten().isEmpty)
        #expect(line.code == "reader.noAnswer")
    }

    /// The next request begins anew.
    @Test func aQuestionThatWasAskedTwiceLeavesTheNextOneItsOwnSecondTry() {
        var line = VirtualLine.acknowledgedBehindSomethingEarlier(.enquireStatus)
        line.pass(.seconds(5))
        line.receive(Bytes.ack)
        line.pass(.seconds(5))
        #expect(line.code == "reader.noAnswer")
        _ = line.takeWritten()
        line.start(.enquireStatus)
        line.receive(Bytes.ack)
        line.receive(Terminal.completion)
        line.receive(Bytes.ack)
        _ = line.takeWritten()
        line.pass(.seconds(5))
        #expect(line.takeWritten().starts(with: [0x10, 0x02, 0x05, 0x01]))
    }

    @Test(arguments: [.authorise(Terminal.twelveFifty), .endOfDay, .initialise, TerminalRequest.diagnose(.line)])
    func whatMayNotBeHeardTwiceIsNotSentAgainWhereItMayHaveBeenDropped(_ request: TerminalRequest) {
        var line = VirtualLine.acknowledgedBehindSomethingEarlier(request)
        line.pass(.seconds(600))
        #expect(line.takeWritten().isEmpty)
        #expect(line.code == "reader.noAnswer")
    }

    /// The command was on the line when the terminal went on with an earlier request, and the terminal may still have
    /// received it.
    @Test func theAnswerToACommandThatWasTakenBackIsAnAnswer() {
        var line = VirtualLine()
        line.start(.authorise(Terminal.twelveFifty))
        line.receive(Terminal.insertCard)
        line.receive(Bytes.ack)
        line.receive(Bytes.positive)
        #expect(line.events.last == .accepted)
    }

    /// The terminal owes the answer to an abort, and goes on with an earlier request first.
    @Test func whatComesInPlaceOfTheAnswerToAnAbortIsWaitedFor() {
        var line = VirtualLine.running()
        line.cancel()
        line.receive(Bytes.ack)
        line.receive(Terminal.aborted(0x6C))
        line.receive(Bytes.ack)
        line.start(.enquireStatus)
        _ = line.takeWritten()
        _ = line.takeEvents()
        line.receive(Terminal.insertCard)
        line.receive(Bytes.ack)
        #expect(line.takeWritten() == Bytes.ack + Bytes.positive)
        // The late refusal of the abort refuses nothing else.
        line.receive(Bytes.notPossible)
        #expect(line.conversation.isBusy && line.takeWritten() == Bytes.ack)
        line.receive(Terminal.completion)
        line.receive(Bytes.ack)
        #expect(line.takeWritten().starts(with: Bytes.ack + Bytes.positive + [0x10, 0x02, 0x05, 0x01]))
    }

    /// A request that needs neither a cardholder nor a host has five seconds from each telegram to the next.
    @Test func anUnknownCommandGivesAQuickAnswerNoMoreTimeThanT3() {
        var line = VirtualLine.running(.enquireStatus)
        line.pass(.seconds(3))
        line.receive(block: Self.unknown)
        line.receive(Bytes.ack)
        line.pass(.milliseconds(4_999))
        #expect(line.conversation.isBusy)
        line.pass(.milliseconds(1))
        #expect(!line.conversation.isBusy)
    }
}

extension VirtualLine {
    /// A line on which the terminal has acknowledged a command and then ended something earlier.
    fileprivate static func acknowledgedBehindSomethingEarlier(_ request: TerminalRequest) -> Self {
        var line = Self()
        line.start(request)
        line.receive(Bytes.ack)
        line.receive(Terminal.completion)
        line.receive(Bytes.ack)
        _ = line.takeWritten()
        return line
    }
}
