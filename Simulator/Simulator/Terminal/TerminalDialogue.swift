import Flow

/// Now, by both of a terminal's clocks.
package struct TerminalMoment: Sendable {
    package var uptime: Uptime
    private let clock: @Sendable () -> TerminalTime

    /// `time` is worked out only where it is asked for: a calendar costs more than most telegrams.
    package init(uptime: Uptime, time: @escaping @autoclosure @Sendable () -> TerminalTime) {
        self.uptime = uptime
        clock = time
    }

    package var time: TerminalTime { clock() }
}

/// The terminal's side of the conversation (ZVT §9, §10) in values: what the till says and what passes of time go in,
/// what the terminal says and writes down comes out. Knows neither bytes nor blocks.
///
/// While the terminal is master it works through a plan of acts, one after the other; a card, a refusal or a missing
/// answer replaces the rest of the plan.
struct TerminalDialogue: Sendable {
    enum Step: Equatable, Sendable {
        /// Durable before the steps that follow are taken.
        case record(TerminalJournal.Entry)
        case say(TerminalTelegram)
        /// The last telegram gets no answer at all.
        case ignore
        case pullCable(backAfter: Duration?)
        /// Gives up the connection; on a serial line there is none.
        case hangUp(abruptly: Bool)
        /// The terminal goes down; it is deaf until it is up again.
        case restart
    }

    enum Awaited: Sendable { case answer, commit, print }

    indirect enum Act: Sendable {
        case say(TerminalTelegram, Awaited)
        case pause(Duration)
        /// From here until the card is there, the till may abort.
        case prompt
        case card(Duration)
        case point(TerminalScenario.Point)
        /// The host speaks on this card phase.
        case decide(Int)
        /// The day's turnover is delivered to the host.
        case closeDay
        /// The terminal has been served, as the event says; it prints and tells this.
        case serve(TerminalJournal.Event, tells: [Act])
        /// The open booking was not acknowledged.
        case undo(TerminalScenario.Undoing)
        case cancel
    }

    enum Waiting: Sendable {
        case nothing
        case pause(Uptime)
        case card(Uptime)
        /// The limit counts from when the telegram was delivered; nil until then.
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
    /// Booked, and the till's word on it still open.
    var booking: TerminalJournal.Entry?
    /// What this request came to, while its receipts are printed.
    var entered: TerminalJournal.Entry?
    /// By how many seconds the till has set this terminal's clock.
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

    /// Between a command it took and its completion the terminal leads the conversation.
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

    /// Switched on. What was booked and not settled when the power went is settled now.
    mutating func started(at moment: TerminalMoment) {
        if booking != nil { settle(scenario.onMissingResponse, at: moment) }
    }

    /// Whether the terminal takes notice of this telegram at all; what it does not hear is not acknowledged either.
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

    /// The link layer has got the acknowledgement of the oldest telegram that was said.
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

    /// The link layer has given up on a telegram, or the cable is out.
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
