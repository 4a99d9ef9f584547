import Failures
import Flow
import Hardware
import Model
import Synchronization

/// The terminal behind `SimulatedPaymentTerminal`: the same dialogue as on a line, with events instead of telegrams.
final class SimulatedTerminalInProcess: Sendable {
    typealias Events = @Sendable (TerminalEvent) -> Void

    /// How long a link would try to send a telegram: three transmissions with five seconds each.
    static let givingUp = Duration.seconds(15)
    /// T3: the limit for the answer to a command.
    static let answerLimit = Duration.seconds(5)
    /// T4: the limit between two telegrams.
    static let silenceLimit = Duration.seconds(180)

    private let environment: Environment
    private let lane: any Lane
    private let record: @Sendable (TerminalJournal.Entry) throws(Failure) -> Void
    private let state: Mutex<State>

    private struct State {
        var terminal: InProcessTerminal
        var entries: [TerminalJournal.Entry]
        var connection: SimulatedPaymentTerminal?
        var listener: Events?
        var timer: (any Running)?
        var cableReturns: Uptime?
        var cableIsGone = false
        /// Whether an entry could not be stored; no further entry may follow the gap.
        var hasForgotten = false
    }

    init(
        _ scenario: TerminalScenario, journal: TerminalJournal, environment: Environment,
        record: @escaping @Sendable (TerminalJournal.Entry) throws(Failure) -> Void
    ) {
        self.environment = environment
        self.record = record
        lane = environment.lane("simulated-terminal", 1024)
        state = Mutex(State(terminal: InProcessTerminal(scenario, journal: journal), entries: journal.entries))
        later { $0.terminal.started(at: $1) }
    }

    var journal: TerminalJournal { TerminalJournal(entries: state.withLock { $0.entries }) }

    var isPluggedIn: Bool {
        let now = environment.uptime()
        return state.withLock { !$0.cableIsGone && ($0.cableReturns.map { $0 <= now } ?? true) }
    }

    func connect(_ connection: SimulatedPaymentTerminal) -> Bool {
        state.withLock { state in
            guard state.connection == nil else { return false }
            state.connection = connection
            return true
        }
    }

    func start(_ request: TerminalRequest, on connection: SimulatedPaymentTerminal, events: @escaping Events) {
        let isConnected = state.withLock { state -> Bool in
            guard state.connection === connection else { return false }
            precondition(state.listener == nil, "one request at a time")
            state.listener = events
            return true
        }
        guard isConnected else { return events(.finished(.disturbed(Self.closed))) }
        later { $0.terminal.start(request, at: $1) }
    }

    func answer(_ id: TerminalRecordID, _ verdict: StorageVerdict, on connection: SimulatedPaymentTerminal) {
        later(on: connection) { $0.terminal.answer(id, verdict, at: $1) }
    }

    func cancel(on connection: SimulatedPaymentTerminal) {
        later(on: connection) { $0.terminal.cancel(at: $1) }
    }

    func disconnect(_ connection: SimulatedPaymentTerminal) {
        let wasConnected = state.withLock { state -> Bool in
            guard state.connection === connection else { return false }
            state.connection = nil
            return true
        }
        if wasConnected { later { $0.terminal.lineLost(Self.closed, at: $1) } }
    }

    private static let closed = Failure(
        ReaderFailure.closed, "The connection to the terminal was closed.", recovery: .retry)
    private static let unplugged = Failure(
        ReaderFailure.lineLost, "The terminal at \(SimulatedReaderService.address) was unplugged or switched off.",
        remedy: "check its cable and power", recovery: .askOperator)

    // MARK: On the lane

    private typealias Input = @Sendable (inout State, TerminalMoment) -> [InProcessTerminal.Step]

    private func later(on connection: SimulatedPaymentTerminal, _ input: @escaping Input) {
        later { [weak connection] state, moment in
            guard let connection, state.connection === connection else { return [] }
            return input(&state, moment)
        }
    }

    private func later(_ input: @escaping Input) {
        _ = lane.schedule(at: environment.uptime()) { [self] in run(input) }
    }

    private func run(_ input: Input) {
        let moment = TerminalMoment(environment.uptime(), date: environment.now())
        var steps = state.withLock { input(&$0, moment) }
        while !steps.isEmpty {
            switch steps.removeFirst() {
            case .record(let entry): if !remember(entry) { steps = pull(nil, at: moment) }
            case .event(let event): tell(event)
            case .pullCable(let backAfter): steps = pull(backAfter, at: moment) + steps
            }
        }
        setTimer()
    }

    private func remember(_ entry: TerminalJournal.Entry) -> Bool {
        guard !state.withLock({ $0.hasForgotten }) else { return false }
        do throws(Failure) {
            try record(entry)
        } catch {
            state.withLock { $0.hasForgotten = true }
            return false
        }
        state.withLock { $0.entries.append(entry) }
        return true
    }

    private func pull(_ backAfter: Duration?, at moment: TerminalMoment) -> [InProcessTerminal.Step] {
        state.withLock { state in
            state.cableReturns = backAfter.map { moment.uptime + $0 }
            state.cableIsGone = backAfter == nil
            state.connection = nil
            return state.terminal.lineLost(Self.unplugged, at: moment)
        }
    }

    private func tell(_ event: TerminalEvent) {
        let listener = state.withLock { state -> Events? in
            guard case .finished = event else { return state.listener }
            defer { state.listener = nil }
            return state.listener
        }
        listener?(event)
    }

    private func setTimer() {
        state.withLock { state in
            state.timer?.cancel()
            state.timer = state.terminal.deadline.map { deadline in
                lane.schedule(at: deadline) { [self] in run { $0.terminal.deadlineReached(at: $1) } }
            }
        }
    }
}
