import Flow
import Hardware
import Model

/// What stands between requests and a line: which request waits, whether the line is open and, where it is a stream,
/// what must be repeated on a new connection. Pure, like the conversation it holds.
///
/// A serial line that is lost ends the session. A stream that ends while no request runs is no disturbance, since many
/// terminals close idle connections: the next request connects anew. One that ends during a request disturbs that
/// request. On a new connection a terminal may have forgotten what we registered on the last, so what depends on it is
/// preceded by the same registration; by its answer we also see that the terminal is still the same. A question that met
/// the close of an idle connection is asked once more; nothing that moves money ever is.
struct TerminalSession: Sendable {
    enum Step {
        case write([UInt8])
        case event(TerminalEvent)
        case passed(TracedTelegram)
        /// Open the line, and tell `notOpened` where that is refused.
        case open
        /// Close the line after what was written.
        case hangUp
    }

    private enum Line { case closed, opening, open, hangingUp }

    private enum Work {
        case none
        /// Started; the line is not open yet, or its queue has not seen this.
        case waiting(TerminalRequest)
        /// A registration of ours runs before it.
        case preceded(TerminalRequest)
        case running(TerminalRequest)
    }

    private struct Registered {
        let currency: Currency
        let terminalID: String?
    }

    /// Nil on a line that is no stream.
    private let use: ConnectionUse?
    private var conversation: Conversation
    private var line = Line.closed
    private var work = Work.none
    private var registered: Registered?
    /// Whether the terminal has been told so on this connection.
    private var isRegistered = false
    /// Whether anything has come on this connection since the request was sent.
    private var wasHeard = false
    /// Whether the request under way has met a closing connection before.
    private var wasRepeated = false
    /// Whether every command on this connection has its end. Of what was given up nothing may arrive later.
    private(set) var isSettled = true
    /// Set when no line will come again.
    private var end: Failure?

    /// - Parameter isTraced: whether steps tell of each telegram that passed.
    init(_ machine: DialogueMachine, on kind: LineKind, isTraced: Bool = true) {
        switch kind {
        case .raw:
            use = nil
            conversation = Conversation(machine: machine, isTraced: isTraced)
        case .stream(let use):
            self.use = use
            conversation = Conversation(
                link: StreamLink(completion: machine.timing.response), machine: machine, isTraced: isTraced)
        }
    }

    var deadline: Uptime? { conversation.deadline }

    /// Whether a request runs or waits.
    var isBusy: Bool { if case .none = work { false } else { true } }
}

// MARK: - Requests

extension TerminalSession {
    /// Takes a request, which begins when the line is open. Traps while another runs.
    mutating func start(_ request: TerminalRequest) -> [Step] {
        precondition(!isBusy, "one request at a time")
        if let end { return finish(.disturbed(end)) }
        work = .waiting(request)
        wasRepeated = false
        return use != nil && line == .closed ? open() : []
    }

    /// Begins with the request that waits.
    mutating func begin(at now: Uptime) -> [Step] {
        guard line == .open, case .waiting(let request) = work else { return [] }
        wasHeard = false
        isSettled = false
        guard let registered, !isRegistered, !Self.standsAlone(request) else {
            work = .running(request)
            return take(conversation.start(request, at: now), at: now)
        }
        work = .preceded(request)
        return take(conversation.start(.register(registered.currency), at: now), at: now)
    }

    /// Until a registration of ours agrees on another.
    mutating func expectTexts(in characterSet: TerminalProfile.CharacterSet?) {
        conversation.expectTexts(in: characterSet)
    }

    mutating func answer(_ record: TerminalRecordID, _ verdict: StorageVerdict, at now: Uptime) -> [Step] {
        take(conversation.answer(record, verdict, at: now), at: now)
    }

    mutating func cancel(at now: Uptime) -> [Step] { take(conversation.cancel(at: now), at: now) }

    /// Whether it means the same to a terminal that does not know us.
    private static func standsAlone(_ request: TerminalRequest) -> Bool {
        switch request {
        case .register, .enquireStatus, .probe: true
        case .authorise, .reverse, .refund, .preauthorise, .book, .releasePart, .reversePreauthorisation,
            .openPreauthorisations, .turnoverTotals, .endOfDay, .diagnose, .initialise, .logOff, .setClock,
            .repeatReceipt, .reprint:
            false
        }
    }
}

// MARK: - The line

extension TerminalSession {
    /// The line is to be opened.
    mutating func open() -> [Step] {
        guard end == nil else { return [] }
        line = .opening
        return [.open]
    }

    mutating func notOpened(_ failure: Failure) -> [Step] {
        line = .closed
        return isBusy ? finish(.disturbed(failure)) : []
    }

    mutating func opened(at now: Uptime) -> [Step] {
        guard end == nil else { return [.hangUp] }
        line = .open
        return take(conversation.opened(at: now), at: now) + begin(at: now)
    }

    mutating func received(_ bytes: [UInt8], at now: Uptime) -> [Step] {
        wasHeard = true
        return take(conversation.received(bytes, at: now), at: now)
    }

    mutating func timeout(at now: Uptime) -> [Step] { take(conversation.timeout(at: now), at: now) }

    mutating func lost(_ loss: LineLoss) -> [Step] {
        guard end == nil else { return [] }
        let hadConnection = use != nil && line != .opening
        if use == nil { end = loss.failure }
        isGone()
        switch work {
        case .none: return []
        case .waiting: return hadConnection ? open() : finish(.disturbed(loss.failure))
        case .running(let request) where hadConnection && !wasHeard && !wasRepeated && request.mayBeRepeated:
            // It crossed with the close of an idle connection, most likely.
            wasRepeated = true
            _ = conversation.lost(loss)
            work = .waiting(request)
            return open()
        case .preceded, .running:
            _ = conversation.lost(loss)
            return finish(.disturbed(loss.failure))
        }
    }

    /// The line was closed as `hangUp` said.
    mutating func hungUp() -> [Step] {
        isGone()
        if case .waiting = work { return open() }
        return []
    }

    /// We are about to close the line for good: it is not opened again.
    mutating func willClose() { end = end ?? ZVTError.closed.failure }

    /// It is closed for good.
    mutating func closed() -> [Step] {
        isGone()
        _ = conversation.closed()
        return isBusy ? finish(.disturbed(ZVTError.closed.failure)) : []
    }

    private mutating func isGone() {
        line = .closed
        isRegistered = false
        isSettled = true
    }
}

// MARK: - What comes of it

extension TerminalSession {
    private mutating func take(_ steps: [ConversationStep], at now: Uptime) -> [Step] {
        var done: [Step] = []
        for step in steps {
            switch step {
            case .write(let bytes): done.append(.write(bytes))
            case .passed(let telegram): done.append(.passed(telegram))
            case .event(let event): done += take(event, at: now)
            }
        }
        return done
    }

    private mutating func take(_ event: TerminalEvent, at now: Uptime) -> [Step] {
        switch (work, event) {
        case (.preceded, .accepted): return []
        case (.preceded(let request), .finished(let end)): return registeredAgain(end, before: request, at: now)
        case (.running(.register(let currency)), .finished(.completed(let state))):
            registered = Registered(currency: currency, terminalID: state.terminalID)
            isRegistered = true
            return finish(.completed(state))
        case (_, .finished(let end)): return finish(end)
        default: return [.event(event)]
        }
    }

    /// Whatever ends our own registration otherwise, the request after it was never sent.
    private mutating func registeredAgain(
        _ end: TerminalEnd, before request: TerminalRequest, at now: Uptime
    ) -> [Step] {
        switch end {
        case .completed(let state):
            if let its = state.terminalID, let former = registered?.terminalID, its != former {
                return finish(.disturbed(ZVTError.exchanged(its, former: former).failure))
            }
            isRegistered = true
            work = .running(request)
            return take(conversation.start(request, at: now), at: now)
        case .aborted(let code): return finish(.refused(code: code ?? Response.notPossible.code))
        case .refused, .disturbed: return finish(end)
        }
    }

    /// After a disturbance nobody knows what is still on its way: a stream is closed, as PA00P016 says.
    private mutating func finish(_ end: TerminalEnd) -> [Step] {
        work = .none
        let isDisturbed = if case .disturbed = end { true } else { false }
        if !isDisturbed { isSettled = true }
        guard use != nil, line == .open else { return [.event(.finished(end))] }
        guard isDisturbed || use == .transaction else { return [.event(.finished(end))] }
        line = .hangingUp
        return [.event(.finished(end)), .hangUp]
    }
}
