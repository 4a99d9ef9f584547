import Flow
import Hardware
import Model
import Readers
import Simulator
import Payments
import Synchronization

/// A till's reader and a simulated terminal in virtual time, and a caller that stores what it is told before it
/// answers.
final class FaultBench: Sendable {
    /// How long a commit takes.
    private static let commit = Duration.milliseconds(20)
    /// The pause between the registration and the request.
    private static let pause = Duration.seconds(2)

    let world = VirtualWorld(seed: 22)
    let terminal: SimulatedTerminalInMemory
    let witness = FaultWitness()
    private let settings: TerminalSettings
    private let lane: any Lane
    private let reader = Mutex<ZVTTerminal?>(nil)

    init(_ scenario: TerminalScenario, past: TerminalJournal, on line: LineKind) {
        let environment = world.environment
        let witness = witness
        terminal = SimulatedTerminalInMemory(
            scenario, journal: past, environment: environment, baud: 115_200, kind: line
        ) { witness.recorded($0) }
        var settings = TerminalSettings()
        settings.asksStatusWithPassword = scenario.statusEnquiry != .onlyBare
        self.settings = settings
        lane = environment.lane("caller", 1024)
    }

    /// Connects and registers. Returns how many telegrams the terminal had said and heard by then.
    func register() -> (said: Int, heard: Int) {
        _ = connect()
        _ = converse(.register(.eur))
        world.advance(by: Self.pause)
        let seen = witness.seen
        return (seen.said.count, seen.heard.count)
    }

    /// Begins the request and lets time pass until it is over, at most `limit`. Returns how long it took; nil if it did
    /// not end.
    func ask(_ request: TerminalRequest, atMost limit: Duration) -> Duration? {
        witness.begins()
        let start = world.uptime
        current?.start(request) { [self] in heard($0, during: request) }
        while witness.seen.endedAt == nil, world.uptime - start < limit { world.advance(by: .milliseconds(100)) }
        world.advance(by: Self.commit)
        return witness.seen.endedAt.map { $0 - start }
    }

    private func heard(_ event: TerminalEvent, during request: TerminalRequest) {
        witness.told(event, at: world.uptime)
        let (id, result): (TerminalRecordID, TransactionResult?)
        switch event {
        case .result(let record, let told): (id, result) = (record, told)
        case .totals(let record, _), .text(let record, _): (id, result) = (record, nil)
        case .accepted, .progress, .openPreauthorisations, .answered, .orphanEnded, .finished: return
        }
        // What is told before the command was accepted belongs to no request of this bench, and is not answered.
        guard witness.seen.isAccepted else { return later { [self] in current?.close() } }
        later { [self] in
            if let result, request.isContradicted(by: result) {
                witness.refuses(id)
                current?.answer(id, .refuse)
            } else {
                witness.stores(id, result)
                current?.answer(id, .stored)
            }
        }
    }

    /// Stops everything on this bench, and releases the references between its parts.
    func end() {
        reader.withLock { reader in
            defer { reader = nil }
            return reader
        }?.close()
        terminal.switchOff()
        world.advance(by: .seconds(3_600))
    }

    private func later(_ work: @escaping @Sendable () -> Void) {
        _ = lane.schedule(at: world.uptime + Self.commit, work)
    }

    private var current: ZVTTerminal? { reader.withLock { $0 } }
}

// MARK: - What a till does next

extension FaultBench {
    /// Closes the line and opens it again; false where nothing is connected.
    func connect() -> Bool {
        current?.close()
        witness.connects()
        let line = WitnessedLine(terminal.line(), witness)
        let fresh = ZVTTerminal(
            identity: DeviceIdentity(kind: .terminal, address: terminal.address), transport: line, settings: settings
        ) { [witness] in witness.passed($0) }
        let isOpen = (try? fresh.open()) != nil
        reader.withLock { $0 = isOpen ? fresh : nil }
        return isOpen
    }

    /// Makes one request that moves no money, as the till's own stores do.
    func converse(_ request: TerminalRequest) -> TerminalRequestRunner.Outcome? {
        guard let current else { return nil }
        let conversation = TerminalRequestRunner(terminal: current)
        return world.finish { await conversation.ask(request) }
    }

    /// Asks for the state until it is told. Returns how long that took since the terminal was at rest; nil if it was
    /// never told.
    func askUntilAnswered(within limit: Duration) -> Duration? {
        let start = world.uptime
        var atRest: Uptime?
        while world.uptime - start < limit {
            if terminal.isAtRest, terminal.isPluggedIn { atRest = atRest ?? world.uptime } else { atRest = nil }
            switch converse(.enquireStatus)?.end {
            case .completed(let state) where state.status != 0x9C: return world.uptime - (atRest ?? world.uptime)
            case .disturbed, nil:
                _ = connect()
                world.advance(by: .milliseconds(500))
            case .completed, .aborted, .refused: world.advance(by: .seconds(1))
            }
        }
        return nil
    }
}

extension TerminalRequest {
    /// Whether a till must refuse this result because its amount is not the one that it asked for.
    fileprivate func isContradicted(by result: TransactionResult) -> Bool {
        let asked: Money
        switch self {
        case .authorise(let amount), .refund(let amount), .preauthorise(let amount), .reverse(_, let amount),
            .book(_, let amount), .partialRelease(_, let amount), .release(_, let amount):
            asked = amount
        case .register, .openPreauthorisations, .turnoverTotals, .endOfDay, .diagnose, .initialise, .logOff, .setClock,
            .enquireStatus, .repeatReceipt, .reprint, .probe:
            return false
        }
        return result.resultCode == 0 && result.amountMinor.map { $0 != asked.minorUnits } ?? false
    }
}
