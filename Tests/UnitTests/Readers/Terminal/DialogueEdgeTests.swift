import Flow
import Hardware
import Model
import Testing

@testable import Readers

/// What a dialogue forgets when the line breaks, and how long it waits for each answer.
@Suite struct DialogueEdgeTests {
    private static let start = Uptime(nanoseconds: 0)
    private static let amount = Money(minorUnits: 1250, currency: .eur)

    private static func at(_ seconds: Int) -> Uptime { start + .seconds(seconds) }

    /// Starts a payment that the terminal has accepted.
    private static func running(_ machine: inout DialogueMachine, at seconds: Int = 0) {
        let steps = machine.start(.authorise(amount), at: at(seconds))
        guard case .send(let command)? = steps.first else { return #expect(Bool(false), "\(steps)") }
        _ = machine.delivered(command.bytes, at: at(seconds))
        #expect(machine.received(DecodedTelegram(Sample.positive), at: at(seconds)) == [.event(.accepted)])
    }

    private static func running() -> DialogueMachine {
        var machine = DialogueMachine()
        running(&machine)
        return machine
    }

    private static func hear(_ telegram: [UInt8], _ machine: inout DialogueMachine, at seconds: Int = 1)
        -> [DialogueStep]
    {
        machine.received(DecodedTelegram(telegram), at: at(seconds))
    }

    private static let text: [UInt8] = [0x06, 0xD1, 0x02, 0x00, 0x41]

    // MARK: Cancelling

    @Test func anAbortThatIsNotAnsweredInTimeIsSentOnceMore() {
        var machine = Self.running()
        #expect(machine.cancel(at: Self.at(1)) == [.send(.abort)])
        #expect(machine.cancel(at: Self.at(1)).isEmpty, "it is on its way")
        _ = machine.delivered(Sample.abort, at: Self.at(2))
        #expect(machine.cancel(at: Self.at(6)).isEmpty, "the terminal owes an answer")
        #expect(machine.cancel(at: Self.at(7)) == [.send(.abort)])
    }

    @Test func anAbortThatWasAnsweredMayFollowAtOnce() {
        var machine = Self.running()
        _ = machine.cancel(at: Self.at(1))
        _ = machine.delivered(Sample.abort, at: Self.at(2))
        #expect(Self.hear(Sample.positive, &machine, at: 3).isEmpty)
        #expect(machine.cancel(at: Self.at(3)) == [.send(.abort)])
    }

    @Test func anAbortWaitsForOurAnswerToAText() {
        var machine = Self.running()
        _ = Self.hear(Self.text, &machine)
        #expect(machine.cancel(at: Self.at(1)).isEmpty)
        #expect(machine.answer(TerminalRecordID(1), .stored, at: Self.at(2)) == [.send(.response(.positive))])
        #expect(
            machine.delivered(Sample.positive, at: Self.at(2)) == [
                .event(.answered(TerminalRecordID(1))), .send(.abort),
            ])
    }

    // MARK: After a break

    @Test func anAnswerThatWasUnderWayHoldsNoLaterAbort() {
        var machine = Self.running()
        _ = Self.hear(Self.text, &machine)
        _ = machine.answer(TerminalRecordID(1), .stored, at: Self.at(2))
        #expect(machine.lineLost(.unplugged("/dev/ttyUSB0")).count == 1)
        Self.running(&machine, at: 3)
        #expect(machine.cancel(at: Self.at(3)) == [.send(.abort)])
    }

    @Test func aTextThatWaitedForItsAnswerHoldsNoLaterAbort() {
        var machine = Self.running()
        _ = Self.hear(Self.text, &machine)
        _ = machine.lineLost(.unplugged("/dev/ttyUSB0"))
        #expect(machine.answer(TerminalRecordID(1), .stored, at: Self.at(2)).isEmpty, "nobody waits for it any more")
        Self.running(&machine, at: 3)
        #expect(machine.cancel(at: Self.at(3)) == [.send(.abort)])
    }

    @Test func whatLeavesLaterAnswersNothingFromBefore() {
        var machine = Self.running()
        _ = Self.hear(Self.text, &machine)
        _ = machine.answer(TerminalRecordID(1), .stored, at: Self.at(2))
        _ = machine.lineLost(.unplugged("/dev/ttyUSB0"))
        Self.running(&machine, at: 3)
        #expect(Self.hear(Sample.progress, &machine, at: 4).first == .send(.response(.positive)))
        #expect(machine.delivered(Sample.positive, at: Self.at(4)).isEmpty)
    }

    @Test func anAbortFromBeforeKeepsNoRequestWaiting() {
        var machine = Self.running()
        _ = machine.cancel(at: Self.at(1))
        _ = machine.delivered(Sample.abort, at: Self.at(2))
        _ = machine.lineLost(.unplugged("/dev/ttyUSB0"))
        #expect(machine.start(.enquireStatus, at: Self.at(3)).contains { if case .send = $0 { true } else { false } })
    }

    @Test func aTextFromBeforeTheBreakIsNotToldToTheNextRequest() {
        var machine = DialogueMachine()
        #expect(Self.hear(Self.text, &machine).isEmpty)
        _ = machine.lineLost(.unplugged("/dev/ttyUSB0"))
        let steps = machine.start(.enquireStatus, at: Self.at(2))
        #expect(!steps.contains { if case .event = $0 { true } else { false } })
        #expect(!steps.isEmpty)
    }

    @Test func aTextWithoutARequestWaitsForTheNextAsLongAsATerminalDoes() {
        for (seconds, isTold) in [(29, true), (30, false)] {
            var machine = DialogueMachine()
            #expect(machine.received(DecodedTelegram(Self.text), at: Self.start).isEmpty)
            let steps = machine.start(.enquireStatus, at: Self.at(seconds))
            #expect(steps.contains { if case .event(.text) = $0 { true } else { false } } == isTold)
        }
    }

    // MARK: Time

    @Test func theTerminalsTimeIsATelegramLikeAnyOther() throws {
        let clock = try #require(TerminalClock(year: 2026, month: 11, day: 21, hour: 14, minute: 22, second: 10))
        var machine = Self.running()
        #expect(machine.deadline == Self.at(180))
        let steps = Self.hear(Telegram.setTillClock(ClockSetting(clock)).bytes, &machine, at: 100)
        #expect(steps == [.send(.response(.positive))])
        #expect(machine.deadline == Self.at(280))
    }

    @Test func theTimesOfTheDialogueAreThoseOfTheDocument() {
        let timing = DialogueMachine.Timing()
        #expect(timing.response == .seconds(5) && timing.telegram == .seconds(180))
        #expect(timing.answer == .seconds(30) && timing.margin == .seconds(5))
    }

    // MARK: Unreadable telegrams

    @Test(arguments: [[0x84, 0x9C, 0x05], [0x80, 0x00, 0x05]] as [[UInt8]])
    func aResponseThatCannotBeReadEndsTheRequestAndIsNotAnswered(_ bytes: [UInt8]) {
        var machine = Self.running()
        let steps = Self.hear(bytes, &machine)
        guard steps.count == 1, case .event(.finished(.disturbed(let failure)))? = steps.first else {
            return #expect(Bool(false), "\(steps)")
        }
        #expect(failure.code == "reader.malformed")
        #expect(!machine.isBusy)
    }

    @Test(arguments: [[0x84, 0x9C, 0x05], [0x06, 0xD1, 0x05]] as [[UInt8]])
    func whatCannotBeReadWithoutARequestIsNotAnswered(_ bytes: [UInt8]) {
        var machine = DialogueMachine()
        #expect(Self.hear(bytes, &machine).isEmpty)
    }

    @Test func aCommandThatCannotBeReadIsAnsweredAsSuch() {
        var machine = Self.running()
        #expect(Self.hear([0x06, 0xD1, 0x05], &machine).contains(.send(.response(.notPossible))))
        #expect(!machine.isBusy)
    }

    // MARK: A command that nobody acknowledged

    /// Else it would be sent once the line is free, after the till has said that nothing came of it.
    @Test(arguments: [false, true]) func aCommandThatStillWaitsForTheLineEndsWithItsRequest(isHeard: Bool) {
        var machine = DialogueMachine()
        guard case .send(let command)? = machine.start(.authorise(Self.amount), at: Self.start).first else {
            Issue.record("it is not sent")
            return
        }
        if isHeard { _ = machine.delivered(command.bytes, at: Self.at(1)) }
        let steps = machine.heard(machine.settings.limits.bytes + 1)
        #expect(steps.first == .withdraw || isHeard)
        #expect(steps.count == (isHeard ? 1 : 2) && !machine.isBusy)
        guard case .event(.finished(.disturbed))? = steps.last else { return #expect(Bool(false), "\(steps)") }
    }

    // MARK: What could not be stored

    /// A text is refused as paper that cannot be printed, a result and totals as a transaction that failed.
    @Test(arguments: [(text, Response.printerNotReady), (Terminal.approved.bytes, .processingError)])
    func whatTheTillCannotStoreIsRefusedForWhatItIs(_ told: [UInt8], _ response: Response) {
        for request in [TerminalRequest.authorise(Self.amount), .endOfDay, .turnoverTotals] {
            var machine = DialogueMachine()
            guard case .send(let command)? = machine.start(request, at: Self.start).first else {
                Issue.record("it is not sent")
                return
            }
            _ = machine.delivered(command.bytes, at: Self.start)
            _ = Self.hear(Sample.positive, &machine, at: 0)
            let heard = Self.hear(told, &machine)
            guard heard.count == 1, case .event(let event)? = heard.first, let record = event.record else {
                Issue.record("\(heard)")
                continue
            }
            #expect(machine.answer(record, .refuse, at: Self.at(2)) == [.send(.response(response))], "\(request)")
        }
    }

    // MARK: Numbers of a reservation

    @Test(arguments: [(999_999, 999_999), (0, 0), (1_000_000, nil), (-1, nil)] as [(Int, Int?)])
    func aTraceOfSixDigitsIsNamedWithItsReservation(_ trace: Int, _ named: Int?) throws {
        let reserved = Preauthorisation(receiptNumber: 9999, trace: trace, approvalCode: "AB12")
        let telegram = try Sequences.telegram(of: .book(reserved, Self.amount), TerminalSettings())
        guard case .transaction(let command) = telegram else { return #expect(Bool(false), "\(telegram)") }
        #expect(command.trace == named && command.receipt == .number(9999) && command.approvalCode == "AB12")
    }

    @Test func afterATelegramOfZVTNothingIsTakenForAnotherProtocol() {
        var link = StreamLink()
        _ = link.open(at: Self.start)
        var bytes = Sample.positive[...]
        #expect(link.received(&bytes, at: Self.start) == [.received(Sample.positive)])
        let command = [0x06, 0x03, 0x7A] + [UInt8](repeating: 0, count: 0x7A)
        bytes = command[...]
        #expect(link.received(&bytes, at: Self.start) == [.received(command)])
    }
}

/// What a conversation reports about its telegrams, and what it shows of them.
@Suite struct ConversationTraceTests {
    @Test func eachTelegramIsTracedWithItsDirectionAndTime() {
        var line = VirtualLine()
        line.pass(.seconds(1))
        let began = line.now
        line.start(.enquireStatus)
        line.receive(Bytes.ack)
        line.pass(.seconds(1))
        line.receive(Bytes.positive)
        #expect(line.trace.map(\.direction) == [.sent, .received])
        #expect(line.trace.map { [UInt8]($0.redacted.prefix(2)) } == [[0x05, 0x01], [0x80, 0x00]])
        #expect(line.trace.map(\.time) == [began, line.now] && began < line.now)
    }

    /// The last four digits stay, as on a receipt.
    @Test(arguments: [["40120", "01037", "141112"], ["40", "12", "00", "10", "37141112"]])
    func aCardNumberThatIsShownInPiecesIsMasked(_ pieces: [String]) {
        var line = VirtualLine.running()
        for piece in pieces {
            line.receive(.intermediateStatus(IntermediateStatus(code: 0x0A, lines: [piece])))
            line.receive(Bytes.ack)
        }
        let shown = line.events.compactMap { if case .progress(let progress) = $0 { progress.text } else { nil } }
        #expect(shown.count == pieces.count)
        #expect(shown.last == String(repeating: "*", count: (pieces.last?.count ?? 0) - 4) + "1112")
    }
}
