import Flow
import Hardware
import Model
import Synchronization

/// Readers under whose eyes nothing is answered as stored that was not written since it was told (I5). The wire shows
/// that only where the disk is slow; here the moment counts at which the till lets its answer go.
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
    /// What was told and must be written first, with how much had been written by then.
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

    /// What a terminal repeats is booked already: it is read, and only what follows from it is written.
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
