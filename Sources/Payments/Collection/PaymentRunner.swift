import Flow
import Hardware
import Model
import Storage

/// Performs the steps of one `PaymentMachine`, such as writes, requests and timers, on a lane of its own. It decides
/// nothing.
///
/// The lane is a dispatch queue and not the Swift thread pool, so a result is stored and answered however busy the pool
/// is.
final class PaymentRunner: @unchecked Sendable {  // guards: everything mutable is touched on `lane` only
    /// The most events that may wait: far more than one payment produces. A line that sends more is refused, so the
    /// buffer never grows without end.
    static let mostWaiting = 10_000

    struct Surroundings: Sendable {
        var environment: Environment
        var ledger: any PaymentLedger
        /// Opens the line again. It is called on the payment's lane.
        var connect: @Sendable () throws(Failure) -> any PaymentTerminal
        var giveUpAfter: Duration
        var progress: @Sendable (PaymentProgress) -> Void
    }

    private let surroundings: Surroundings
    private let lane: any Lane
    private let log: PaymentLog
    let intent: PaymentIntent
    private var machine: PaymentMachine
    /// The payment as it is on disk. The machine is ahead of it by the writes that are still to be performed.
    private var recorded: PaymentHistory
    /// Why the last fact could not be written; nil if it was written.
    private var notWritten: Failure?
    private var terminal: (any PaymentTerminal)?
    /// The number of the current connection, by which late events of a closed one are recognised.
    private var connection = 0
    private var pause: (any Running)?
    private var giveUpClock: (any Running)?
    private var finish: (@Sendable (PaymentHistory, PaymentOutcome) -> Void)?

    init(_ history: PaymentHistory, terminal: (any PaymentTerminal)?, in surroundings: Surroundings) {
        machine = PaymentMachine(history)
        recorded = history
        intent = history.intent
        self.terminal = terminal
        self.surroundings = surroundings
        log = PaymentLog(environment: surroundings.environment, intent: history.intent)
        lane = surroundings.environment.lane("payment \(history.intent.payment)", Self.mostWaiting)
    }

    /// Runs the payment to its end. `finish` is called once, after the terminal's connection is closed.
    func run(
        _ input: PaymentMachine.Input, finish: @escaping @Sendable (PaymentHistory, PaymentOutcome) -> Void
    ) {
        _ = lane.schedule(at: surroundings.environment.uptime()) { [self] in
            self.finish = finish
            machine.claimed = surroundings.ledger.claimed(besides: intent)
            handle(input)
        }
    }

    /// Reports what became of the goods. `told` is called with the result once the report is written, or with nil if
    /// the payment has ended.
    func tellGoods(_ issue: DispenseResult, _ told: @escaping @Sendable (Result<Void, Failure>?) -> Void) {
        _ = lane.schedule(at: surroundings.environment.uptime()) { [self] in
            guard finish != nil else { return told(nil) }
            let consequence = DispenseRule(history: recorded).consequence(of: issue)
            notWritten = nil
            handle(.goods(issue))
            told(notWritten.map { .failure($0) } ?? consequence.answer)
        }
    }

    /// Requests cancellation. The outcome still comes through `finish`.
    func cancel() {
        _ = lane.schedule(at: surroundings.environment.uptime()) { [self] in handle(.cancel) }
    }

    /// Stops waiting. The payment ends in doubt unless it has ended already.
    func leave() {
        _ = lane.schedule(at: surroundings.environment.uptime()) { [self] in handle(.leave) }
    }

    /// Forgets `finish`, so that nobody is told how the payment ends. Simulated worlds use it for a till that has died;
    /// its lane does nothing by then.
    func letGo() { finish = nil }

    private func handle(_ input: PaymentMachine.Input) {
        perform(machine.handle(input, at: surroundings.environment.bootTime())[...])
    }

    private func perform(_ steps: ArraySlice<PaymentMachine.Step>) {
        var rest = steps
        while let step = rest.popFirst() {
            do throws(Failure) {
                try perform(step, before: rest)
                log.done(step)
            } catch {
                log.notWritten(error)
                notWritten = error
                return handle(.writeFailed(error, undone: Array(rest)))
            }
        }
    }

    /// Performs one step. Throws only if a write failed.
    private func perform(
        _ step: PaymentMachine.Step, before rest: ArraySlice<PaymentMachine.Step>
    ) throws(Failure) {
        switch step {
        case .write(let event): try record(event, PaymentMachine.Step.sync(ofFactBefore: rest))
        case .request(let request): send(request)
        case .answer(let id, let verdict): terminal?.answer(id, verdict)
        case .giveGoods: surroundings.progress(.giveGoods(intent.payment, intent.amount))
        case .cancelTerminal: terminal?.cancel()
        case .connect: connect()
        case .pause(let span): pause = after(span, .elapsed)
        case .startGiveUpClock:
            guard giveUpClock == nil else { return }
            giveUpClock = after(surroundings.giveUpAfter, .giveUp)
        case .show(let progress): surroundings.progress(.shows(progress))
        case .phase(let phase): surroundings.progress(.phase(phase))
        case .reached(let checkpoint): surroundings.environment.reached(checkpoint.rawValue)
        case .finish(let outcome): end(outcome)
        }
    }

    private func record(_ event: PaymentEvent, _ sync: CommitSync) throws(Failure) {
        var next = recorded
        next.apply(event)
        try surroundings.ledger.write(event, of: next, sync)
        recorded = next
        if case .sending = event { surroundings.progress(.begun(intent.payment)) }
    }

    private func after(_ span: Duration, _ input: PaymentMachine.Input) -> any Running {
        lane.schedule(at: surroundings.environment.uptime() + span) { [weak self] in self?.handle(input) }
    }

    private func send(_ request: TerminalRequest) {
        let number = connection
        terminal?.start(request, for: intent.payment) { [weak self] event in
            guard let self else { return }
            let taken = self.lane.enqueue { self.heard(event, on: number) }
            // A line that sends too much is treated as broken: the outcome is asked for on a new connection.
            if !taken { self.flooded(on: number) }
        }
    }

    private func heard(_ event: TerminalEvent, on number: Int) {
        guard number == connection else { return }
        handle(.terminal(event))
    }

    private func flooded(on number: Int) {
        _ = lane.schedule(at: surroundings.environment.uptime()) { [weak self] in
            self?.heard(.finished(.disturbed(.laneFull("payment"))), on: number)
        }
    }

    private func connect() {
        hangUp()
        do throws(Failure) {
            machine.earlierWatermarks = try surroundings.ledger.watermarks(before: intent)
            terminal = try surroundings.connect()
            log.connectedAgain()
            machine.claimed = surroundings.ledger.claimed(besides: intent)
            handle(.connected)
        } catch {
            handle(.notConnected(error))
        }
    }

    private func hangUp() {
        connection += 1
        terminal?.close()
        terminal = nil
    }

    private func end(_ outcome: PaymentOutcome) {
        pause?.cancel()
        giveUpClock?.cancel()
        hangUp()
        finish?(recorded, outcome)
        finish = nil
    }
}

extension PaymentMachine.Step {
    /// When a fact must be on the disk. If the next thing that happens is another write, one sync serves both facts, because
    /// nobody hears of anything in between. A checkpoint is a name for tests, and nothing outside of the process.
    static func sync(ofFactBefore rest: ArraySlice<Self>) -> CommitSync {
        for step in rest {
            switch step {
            case .reached: continue
            case .write: return .withNext
            case .request, .answer, .giveGoods, .cancelTerminal, .connect, .pause, .startGiveUpClock, .show, .phase,
                .finish:
                return .now
            }
        }
        return .now
    }
}
