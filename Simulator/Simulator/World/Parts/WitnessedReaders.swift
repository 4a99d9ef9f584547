import Flow
import Hardware
import Model
import Synchronization

/// Readers that check I5: the till must not answer a record as stored before it has written it. On the line, this shows
/// only with a slow disk; here the moment of the answer counts.
struct WitnessedReaders: CardReaderService {
    let readers: any CardReaderService
    let life: TillLife

    func discover() -> [DeviceIdentity] { readers.discover() }

    func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal {
        WitnessedTerminal(terminal: try readers.connect(address), life: life)
    }

    func connectToAsk(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal {
        WitnessedTerminal(terminal: try readers.connectToAsk(address), life: life)
    }

    func reach(_ address: DeviceAddress) async throws(Failure) { try await readers.reach(address) }
}

private final class WitnessedTerminal: PaymentTerminal {
    private let terminal: any PaymentTerminal
    private let life: TillLife
    /// The records that the till must store before it answers, with the number of its transactions at the time of the
    /// report.
    private let told = Mutex<[TerminalRecordID: Int]>([:])

    init(terminal: any PaymentTerminal, life: TillLife) {
        self.terminal = terminal
        self.life = life
    }

    var identity: DeviceIdentity { terminal.identity }
    var longestCardPhase: Duration { terminal.longestCardPhase }

    func expectTexts(in characterSet: TerminalProfile.CharacterSet?) { terminal.expectTexts(in: characterSet) }

    func start(_ request: TerminalRequest, events: @escaping @Sendable (TerminalEvent) -> Void) {
        terminal.start(request, events: heard(during: request, events))
    }

    func start(
        _ request: TerminalRequest, for transaction: PaymentID, events: @escaping @Sendable (TerminalEvent) -> Void
    ) {
        terminal.start(request, for: transaction, events: heard(during: request, events))
    }

    private func heard(
        during request: TerminalRequest, _ events: @escaping @Sendable (TerminalEvent) -> Void
    ) -> @Sendable (TerminalEvent) -> Void {
        { [weak self] event in
            self?.heard(event, during: request)
            events(event)
        }
    }

    /// Notes a record that the till must store before it answers. The answer to "repeat receipt" is only read, because
    /// its result is booked already; its consequences are stored.
    private func heard(_ event: TerminalEvent, during request: TerminalRequest) {
        switch event {
        case .result(let id, _) where request != .repeatReceipt: told.withLock { $0[id] = life.commits }
        case .text(let id, _) where request != .repeatReceipt: told.withLock { $0[id] = life.commits }
        case .totals(let id, _): told.withLock { $0[id] = life.commits }
        case .result, .text, .accepted, .progress, .openPreauthorisations, .answered, .orphanEnded, .finished: break
        }
    }

    func answer(_ record: TerminalRecordID, _ verdict: StorageVerdict) {
        let before = told.withLock { $0.removeValue(forKey: record) }
        if verdict.isCommit, before == life.commits, !life.isOver {
            life.sawViolation("I5: answered as stored, and not written")
        }
        terminal.answer(record, verdict)
    }

    func cancel() { terminal.cancel() }
    func close() { terminal.close() }
}
