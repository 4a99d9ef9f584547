import Flow
import Hardware
import Model
import Synchronization
import Testing

@testable import Payments
@testable import Stores

/// A question to a terminal before anything is charged ends, whatever the terminal sends.
@Suite struct TerminalConversationTests {
    /// Answers each request with the same events.
    private final class RepeatingTerminal: PaymentTerminal {
        let identity = DeviceIdentity(kind: .terminal, address: DeviceAddress(scheme: "tcp", path: "192.0.2.1"))
        let longestCardPhase = Duration.zero
        private let said: [TerminalEvent]
        let answered = Mutex(0)

        init(_ said: [TerminalEvent]) { self.said = said }

        func start(_ request: TerminalRequest, events: @escaping @Sendable (TerminalEvent) -> Void) {
            for event in said { events(event) }
        }
        func answer(_ record: TerminalRecordID, _ verdict: StorageVerdict) { answered.withLock { $0 += 1 } }
        func cancel() {}
        func close() {}
    }

    private static let line = TerminalEvent.text(
        TerminalRecordID(1), TerminalText(copy: nil, lines: [], endsReceipt: false))
    private static let end = TerminalEvent.finished(.completed(TerminalState()))

    private static func shown(_ count: Int) -> [TerminalEvent] {
        [TerminalEvent](repeating: .progress(TerminalProgress(.presentCard)), count: count)
    }

    private func end(_ said: [TerminalEvent], of request: TerminalRequest = .repeatReceipt) async -> TerminalEnd {
        let terminal = RepeatingTerminal([.accepted] + said)
        return await TerminalRequestRunner(terminal: terminal).ask(request).end
    }

    @Test func aTerminalThatShowsProgressWithoutEndIsNotWaitedFor() async {
        let shown = Self.shown(1_000)
        #expect(await end(shown + [Self.end]) == .disturbed(.endless))
        #expect(await end(shown + [Self.end], of: .initialise) == .completed(TerminalState()))
    }

    @Test func whatIsAnsweredAtOnceMayShowProgressTwoHundredTimes() async {
        #expect(await end(Self.shown(200) + [Self.end]) == .completed(TerminalState()))
        #expect(await end(Self.shown(201) + [Self.end]) == .disturbed(.endless))
    }

    @Test(arguments: [(20_000, true), (20_001, false)])
    func twentyThousandTelegramsAreHeardInAll(_ count: Int, _ isHeard: Bool) async {
        // The request's acceptance and its end are telegrams too.
        let shown = Self.shown(count - 2)
        #expect(
            await end(shown + [Self.end], of: .diagnose(.line))
                == (isHeard ? .completed(TerminalState()) : .disturbed(.endless)))
    }

    @Test func aReceiptThatIsRepeatedLineByLineIsHeardToItsEnd() async {
        let lines = [TerminalEvent](repeating: Self.line, count: 2_000)
        #expect(await end(lines + [Self.end]) == .completed(TerminalState()))
    }

    @Test func aMillionLinesEnd() async {
        let lines = [TerminalEvent](repeating: Self.line, count: 1_000_000)
        #expect(await end(lines) == .disturbed(.endless))
    }

    // MARK: What is nobody's

    private static let result = TerminalEvent.result(TerminalRecordID(7), .approved())
    private static let totals = TerminalEvent.totals(TerminalRecordID(7), TerminalTotals())

    /// What came of it, and how often the terminal was answered.
    private func outcome(
        _ said: [TerminalEvent], of request: TerminalRequest
    ) async -> (told: TerminalRequestRunner.Outcome, answers: Int) {
        let terminal = RepeatingTerminal(said)
        let told = await TerminalRequestRunner(terminal: terminal).ask(request)
        return (told, terminal.answered.withLock { $0 })
    }

    /// To answer a transaction that nobody asked for might book it.
    @Test(arguments: [
        TerminalRequest.enquireStatus, .register(.eur), .diagnose(.line), .initialise, .turnoverTotals,
        .reprint(.last, withResult: false), .reprint(.endOfDay, withResult: true),
    ])
    func aResultThatWasNotAskedForIsNotAnswered(_ request: TerminalRequest) async {
        let (told, answers) = await outcome([.accepted, Self.result, Self.end], of: request)
        #expect(told.end == .disturbed(.foreignTransaction))
        #expect(told.result == nil && answers == 0)
    }

    @Test(arguments: [TerminalRequest.repeatReceipt, .reprint(.last, withResult: true)])
    func theLastTransactionIsHeardAndAnsweredWhereItWasAskedFor(_ request: TerminalRequest) async {
        let (told, answers) = await outcome([.accepted, Self.result, Self.end], of: request)
        #expect(told.end == .completed(TerminalState()))
        #expect(told.result == .approved() && answers == 1)
        // Told before the request was taken, it is something earlier.
        let (early, none) = await outcome([Self.result, .accepted, Self.end], of: request)
        #expect(early.end == .disturbed(.foreignTransaction) && none == 0)
    }

    @Test func totalsAreHeardWhereTheyWereAskedFor() async {
        let (told, answers) = await outcome([.accepted, Self.totals, Self.end], of: .turnoverTotals)
        #expect(told.totals == TerminalTotals() && answers == 1)
        let (foreign, none) = await outcome([.accepted, Self.totals, Self.end], of: .endOfDay)
        #expect(foreign.end == .disturbed(.foreignTransaction) && none == 0)
    }

    @Test(arguments: [
        (TerminalRequest.repeatReceipt, true), (.reprint(.last, withResult: false), true), (.diagnose(.line), true),
        (.initialise, true), (.enquireStatus, false), (.turnoverTotals, false), (.logOff, false),
        (.reprint(.endOfDay, withResult: true), false), (.openPreauthorisations, false),
    ])
    func textIsHeardOnlyOfWhatNeedNotBeKept(_ request: TerminalRequest, _ isHeard: Bool) async {
        let (told, answers) = await outcome([.accepted, Self.line, Self.end], of: request)
        #expect(told.texts.count == (isHeard ? 1 : 0) && answers == told.texts.count)
        #expect(told.end == (isHeard ? .completed(TerminalState()) : .disturbed(.foreignTransaction)))
    }

    @Test func openReservationsAreCollected() async {
        let open = (1...3).map { TerminalEvent.openPreauthorisations([Preauthorisation(receiptNumber: $0)]) }
        let (told, _) = await outcome([.accepted] + open + [Self.end], of: .openPreauthorisations)
        #expect(told.openReservations.map(\.receiptNumber) == [1, 2, 3])
    }

    @Test func aTerminalThatIsGoneWithoutAWordEndsTheConversation() async {
        let (told, _) = await outcome([.accepted], of: .repeatReceipt)
        #expect(told.end == .disturbed(.conversationAbandoned))
    }
}
