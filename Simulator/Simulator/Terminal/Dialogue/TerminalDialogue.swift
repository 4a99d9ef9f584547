import Flow

/// The terminal's side of the conversation (ZVT §9, §10) as values: telegrams of the till and time go in, telegrams of
/// the terminal and journal entries come out. It knows neither bytes nor blocks.
///
/// While the terminal is master it works through a plan of acts; a card, a refusal or a missing answer replaces the
/// rest of the plan.
struct TerminalDialogue: Sendable {
    enum Step: Equatable, Sendable {
        /// Store an entry; it is durable before the next steps.
        case record(TerminalJournal.Entry)
        case say(TerminalTelegram)
        /// Send no answer to the last telegram.
        case ignore
        case pullCable(backAfter: Duration?)
        /// Close the connection; has no effect on a serial line.
        case hangUp(abruptly: Bool)
        /// Restart; the terminal receives nothing until it is up again.
        case restart
    }

    enum Awaited: Sendable { case answer, commit, print }

    indirect enum Act: Sendable {
        case say(TerminalTelegram, Awaited)
        case pause(Duration)
        /// Ask for the card; the till may abort until the card is there.
        case prompt
        case card(Duration)
        case point(TerminalScenario.Point)
        /// Let the host decide on this card phase.
        case decide(Int)
        /// Deliver the day's turnover to the host.
        case closeDay
        /// Finish an administration command: record the event, print, and send these telegrams.
        case serve(TerminalJournal.Event, tells: [Act])
        /// Handle an open booking that was not acknowledged.
        case undo(TerminalScenario.Undoing)
        case cancel
    }

    enum Waiting: Sendable {
        case nothing
        case pause(Uptime)
        case card(Uptime)
        /// Waiting for the till's answer. `until` counts from the delivery of the telegram; nil until then.
        case answer(Awaited, to: TerminalTelegram, until: Uptime?)
        case restart(Uptime)
    }

    let scenario: TerminalScenario
    let isOnNetwork: Bool
    var book: TerminalBook
    var registration = TerminalRegistration.loggedOff
    var plan: [Act] = []
    var waiting = Waiting.nothing
    var request = TransactionRequest()
    /// The booking that waits for the till's answer.
    var booking: TerminalJournal.Entry?
    /// The entry of the running request, while its receipts are printed.
    var entered: TerminalJournal.Entry?
    /// How many seconds the till has moved this terminal's clock.
    var clockShift = 0
    var isBeforeCard = false
    var isSilent: Bool
    var isBlind = false
    var lineIsDown = false
    var undelivered = 0
    var waits = 0
    var steps: [Step] = []

    init(
        _ scenario: TerminalScenario, journal: TerminalJournal, on medium: SimulatedTerminalMachine.Medium = .serial
    ) {
        self.scenario = scenario
        isOnNetwork = medium == .network
        book = TerminalBook(journal, identity: scenario.identity)
        booking = book.unsettled
        isSilent = scenario.silence == .fromStart
    }

    /// Whether the terminal leads the conversation: between accepting a command and completing it.
    var isMaster: Bool {
        if case .nothing = waiting { return !plan.isEmpty }
        return true
    }

    var deadline: Uptime? {
        switch waiting {
        case .nothing: nil
        case .pause(let time), .card(let time), .restart(let time): time
        case .answer(_, _, let limit): limit
        }
    }

    mutating func takeSteps() -> [Step] {
        defer { steps = [] }
        return steps
    }

    mutating func takeStep() -> Step? { steps.isEmpty ? nil : steps.removeFirst() }

    /// Switches the terminal on and settles a booking that was open when the power failed.
    mutating func started(at moment: TerminalMoment) {
        if booking != nil { settle(scenario.onMissingResponse, at: moment) }
    }

    /// Whether the terminal receives a telegram; an ignored telegram is not acknowledged.
    mutating func hears(_ telegram: TillTelegram) -> Bool {
        if case .restart = waiting { return false }
        guard !isSilent else { return false }
        guard isBlind else { return true }
        isBlind = telegram == .accepted
        return !isBlind
    }

    mutating func received(_ telegram: TillTelegram, at moment: TerminalMoment) {
        if telegram.isResponse {
            responded(telegram, at: moment)
        } else if telegram == .abort {
            abort(at: moment)
        } else if isMaster {
            refuseWhileBusy()
        } else {
            command(telegram, at: moment)
            advance(at: moment)
        }
    }

    /// Handles the acknowledgement of the oldest sent telegram.
    mutating func delivered(at moment: TerminalMoment) {
        undelivered = max(0, undelivered - 1)
        guard undelivered == 0, case .answer(let awaited, let telegram, nil) = waiting else { return }
        waiting = .answer(awaited, to: telegram, until: moment.uptime + limit(of: awaited))
    }

    private func limit(of awaited: Awaited) -> Duration {
        switch awaited {
        case .answer: scenario.timing.answerTimeout.duration
        case .commit, .print:
            request.responseTimeout.map { .seconds($0) } ?? scenario.timing.responseTimeout.duration
        }
    }

    mutating func deadlineReached(at moment: TerminalMoment) {
        guard let deadline, deadline <= moment.uptime else { return }
        let waited = waiting
        waiting = .nothing
        switch waited {
        case .nothing: return
        case .pause: break
        case .card: isBeforeCard = false
        case .restart: started(at: moment)
        case .answer(let awaited, _, _): missing(awaited, at: moment)
        }
        advance(at: moment)
    }

    /// Handles a telegram that could not be delivered, or a cable that was pulled.
    mutating func lineFailed(at moment: TerminalMoment) {
        undelivered = 0
        guard isMaster else { return }
        if case .restart = waiting { return }
        lineIsDown = true
        if case .answer(let awaited, _, _) = waiting {
            waiting = .nothing
            missing(awaited, at: moment)
        } else if scenario.onLineFailure == .stops {
            stop(at: moment)
        }
        advance(at: moment)
    }

    mutating func say(_ telegram: TerminalTelegram) {
        undelivered += 1
        steps.append(.say(telegram))
    }

    mutating func record(_ entry: TerminalJournal.Entry) { steps.append(.record(entry)) }
}
