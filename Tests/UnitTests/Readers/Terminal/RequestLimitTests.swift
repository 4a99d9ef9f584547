import Flow
import Hardware
import Model
import Testing

@testable import Readers

/// How much a terminal may send during one request, and for how long.
@Suite struct RequestLimitTests {
    private static let payment = TerminalRequest.authorise(Terminal.twelveFifty)

    /// Starts a request that the terminal has accepted, on a line with these limits.
    private func running(
        _ request: TerminalRequest = payment, _ change: (inout RequestLimits) -> Void = { _ in }
    ) -> VirtualLine {
        var settings = TerminalSettings()
        change(&settings.limits)
        var line = VirtualLine(settings: settings)
        line.start(request)
        line.receive(Bytes.ack + Bytes.positive)
        _ = line.takeWritten()
        _ = line.takeEvents()
        return line
    }

    private func receive(_ telegram: Telegram, _ times: Int, on line: inout VirtualLine) {
        for _ in 0..<times {
            line.receive(telegram)
            line.receive(Bytes.ack)
        }
    }

    private func sentence(_ line: VirtualLine) -> String? {
        if case .disturbed(let failure)? = line.events.last?.end { failure.sentence } else { nil }
    }

    private static let kinds: [Telegram] = [Terminal.insertCard, Terminal.line("Beleg"), Terminal.approved]

    @Test(arguments: kinds)
    func aTerminalThatSendsWithoutEndIsListenedToNoLonger(_ telegram: Telegram) {
        var line = running { $0.telegrams = 100 }
        receive(telegram, 101, on: &line)
        #expect(line.code == "reader.endless")
        #expect(sentence(line)?.contains("more than 100 telegrams") == true)
    }

    @Test func theEndOfARequestIsNeverTooMuch() {
        var line = running { $0.telegrams = 100 }
        receive(Terminal.insertCard, 99, on: &line)
        line.receive(Terminal.aborted(0x6C))
        #expect(line.events.last?.end == .aborted(code: 0x6C))
    }

    /// Text is written to disk before it is answered, so its lines are limited.
    @Test func linesOfTextAreCountedHoweverManyATelegramHas() {
        var line = running { $0.lines = 50 }
        receive(Terminal.line("Beleg"), 50, on: &line)
        #expect(line.code == nil)
        receive(Terminal.line("Beleg"), 1, on: &line)
        #expect(line.code == "reader.endless")
        #expect(sentence(line)?.contains("more than 50 lines") == true)
        var block = running { $0.lines = 50 }
        let elements = Array(repeating: PrintTextBlock.Element.line([0x41]), count: 51)
        block.receive(.printTextBlock(PrintTextBlock(receiptType: .customer, elements: elements)))
        #expect(block.code == "reader.endless")
        var feed = running { $0.lines = 50 }
        feed.receive(.printLine(PrintLine(.feed, [51])))
        #expect(feed.code == "reader.endless")
    }

    /// Bytes outside of telegrams count as well, such as a flood of ACK, or noise.
    @Test func bytesOnTheLineAreCountedWhateverTheyAre() {
        var line = running { $0.bytes = 1_000 }
        line.receive([UInt8](repeating: 0x06, count: 900))
        #expect(line.code == nil)
        line.receive([UInt8](repeating: 0x06, count: 101))
        #expect(line.code == "reader.endless")
    }

    @Test func aRequestEndsInItsTimeHoweverOftenTheTerminalTellsSomething() {
        var line = running()
        for _ in 0..<89 {
            line.pass(.seconds(10))
            receive(Terminal.insertCard, 1, on: &line)
        }
        #expect(line.code == nil)
        line.pass(.seconds(10))
        #expect(line.code == "reader.endless")
        #expect(sentence(line)?.contains("within 900 s") == true)
    }

    /// The terminal may load new software during its end of day.
    @Test func anEndOfDayMayTakeFourTimesAsLong() {
        var line = running(.endOfDay)
        for _ in 0..<35 {
            line.pass(.seconds(100))
            receive(Terminal.insertCard, 1, on: &line)
        }
        #expect(line.code == nil)
        line.pass(.seconds(100))
        #expect(line.code == "reader.endless")
    }

    /// A terminal that counts its day, or asks its host about itself, may load new software meanwhile.
    @Test(arguments: CommandTests.all.map(\.request))
    func onlyWhatNeedsAHostAndMovesNoMoneyMayTakeLonger(_ request: TerminalRequest) {
        let isLong =
            switch request {
            case .turnoverTotals, .endOfDay, .diagnose, .initialise: true
            default: false
            }
        #expect(RequestLimits().time(for: request) == .seconds(isLong ? 3_600 : 900))
    }

    /// A telegram that arrives byte by byte does not start the time again.
    @Test func aTelegramThatNeverBecomesWholeEndsWithTheRequest() {
        var settings = TerminalSettings()
        settings.limits.time = .seconds(30)
        var conversation = Conversation(
            link: StreamLink(completion: .seconds(1_000)), machine: DialogueMachine(settings: settings))
        var now = Uptime(nanoseconds: 0)
        var ends: [TerminalEnd] = []
        func note(_ steps: [ConversationStep]) {
            ends += steps.compactMap { if case .event(let event) = $0 { event.end } else { nil } }
        }
        note(conversation.opened(at: now))
        note(conversation.start(Self.payment, at: now))
        note(conversation.received([0x80, 0x00, 0x00], at: now))
        note(conversation.received([0x06, 0xD3, 0xFF, 0xFF, 0xFF], at: now))
        while ends.isEmpty, now < Uptime(nanoseconds: 0) + .seconds(60) {
            now = now + .seconds(1)
            if let deadline = conversation.deadline, deadline <= now { note(conversation.timeout(at: now)) }
            note(conversation.received([0x41], at: now))
        }
        #expect(now == Uptime(nanoseconds: 0) + .seconds(30))
        guard case .disturbed(let failure)? = ends.first else { return #expect(Bool(false), "\(ends)") }
        #expect(failure.code == "reader.endless")
    }

    @Test func theTimeInWhichTheGoodsAreGivenIsNotTheTerminals() throws {
        var settings = TerminalSettings()
        settings.limits.time = .seconds(60)
        var line = VirtualLine(settings: settings, storesAtOnce: false)
        line.start(Self.payment)
        line.receive(Bytes.ack + Bytes.positive)
        for _ in 0..<10 {
            line.receive(Terminal.approved)
            line.answer(try #require(line.takeEvents().last?.record), .goods(.pending))
            line.pass(.seconds(25))
            line.receive(Bytes.ack)
        }
        #expect(line.code == nil)
    }

    @Test func theNextRequestBeginsToCountAnew() {
        var line = running { $0.telegrams = 100 }
        receive(Terminal.insertCard, 90, on: &line)
        line.receive(Terminal.aborted(0x6C))
        line.receive(Bytes.ack)
        line.start(Self.payment)
        line.receive(Bytes.ack + Bytes.positive)
        receive(Terminal.insertCard, 90, on: &line)
        #expect(line.code == nil)
    }

    // MARK: After a cancellation

    /// T4 runs once, and not once for each status.
    @Test func aTerminalThatDoesNotHearTheAbortIsWaitedForNoLongerThanT4() {
        var line = running()
        line.cancel()
        for _ in 0..<17 {
            line.pass(.seconds(10))
            receive(Terminal.insertCard, 1, on: &line)
        }
        #expect(line.code == nil)
        line.pass(.seconds(10))
        #expect(line.code == "reader.endless")
        #expect(sentence(line) == "The terminal was asked to cancel and did not end the command in time.")
    }

    @Test func aTerminalThatTakesTheAbortHasAMinuteToEnd() {
        var line = running()
        line.cancel()
        line.receive(Bytes.ack + Bytes.positive)
        for _ in 0..<5 {
            line.pass(.seconds(10))
            receive(Terminal.insertCard, 1, on: &line)
        }
        #expect(line.code == nil)
        line.pass(.seconds(10))
        #expect(line.code == "reader.endless")
    }

    /// Where the request would end before that anyhow, its own limit is what ended it.
    @Test(arguments: [(59, 59, true), (60, 60, false), (61, 60, false)])
    func aCancellationOnlyEverShortensARequest(_ span: Int, _ end: Int, _ isCancellation: Bool) {
        let start = Uptime(nanoseconds: 0)
        var limits = RequestLimits()
        limits.time = .seconds(60)
        var use = RequestUse(of: Self.payment, at: start, limits)
        use.mustEnd(within: .seconds(span), from: start)
        #expect(use.end == start + .seconds(end) && use.excess(at: start + .seconds(end - 1)) == nil)
        #expect(use.excess(at: start + .seconds(end)) == (isCancellation ? .cancellation : .time(.seconds(60))))
    }

    @Test func whatTheTerminalEndsAfterACancellationIsItsWord() {
        var line = running()
        line.cancel()
        line.receive(Bytes.ack)
        line.pass(.seconds(50))
        line.receive(Terminal.completion)
        #expect(line.events.last?.end == .completed(TerminalState()))
    }
}
