import Flow
import Hardware
import Model
import Synchronization
import Testing

@testable import Stores

/// A question to a terminal before anything is charged ends, whatever the terminal sends.
@Suite struct TerminalConversationTests {
    /// Answers each request with the same events.
    private final class RepeatingTerminal: PaymentTerminal {
        let identity = DeviceIdentity(kind: .reader, address: DeviceAddress(scheme: "tcp", path: "192.0.2.1"))
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

    private func end(_ said: [TerminalEvent], of request: TerminalRequest = .repeatReceipt) async -> TerminalEnd {
        let terminal = RepeatingTerminal([.accepted] + said)
        return await TerminalConversation(terminal: terminal).ask(request).end
    }

    @Test func aTerminalThatShowsProgressWithoutEndIsNotWaitedFor() async {
        let shown = [TerminalEvent](repeating: .progress(TerminalProgress(code: 0x0A)), count: 1_000)
        #expect(await end(shown + [Self.end]) == .disturbed(.endless))
        #expect(await end(shown + [Self.end], of: .initialise) == .completed(TerminalState()))
    }

    @Test func aReceiptThatIsRepeatedLineByLineIsHeardToItsEnd() async {
        let lines = [TerminalEvent](repeating: Self.line, count: 2_000)
        #expect(await end(lines + [Self.end]) == .completed(TerminalState()))
    }

    @Test func aMillionLinesEnd() async {
        let lines = [TerminalEvent](repeating: Self.line, count: 1_000_000)
        #expect(await end(lines) == .disturbed(.endless))
    }
}
