import Flow
import Hardware
import Model
import ZVTCodes

/// Manages requests on a line: which request waits, whether the line is open and, for a stream, what must be repeated on a
/// new connection. Pure, like the conversation inside.
///
/// Losing a serial line ends the session. A stream that ends while no request runs is no error, since many terminals close
/// idle connections: the next request connects again. A stream that ends during a request disturbs the request. A terminal
/// may forget a registration with its connection, so requests that depend on it are preceded by the same registration; its
/// answer also shows whether it is still the same terminal. A terminal that closes the connection after that registration,
/// too, is sent the request alone, once a question has shown it. A question that collided with the closing of an idle connection
/// is asked once more; a request that moves money never is.
struct TerminalSession: Sendable {
    enum Step {
        case write([UInt8])
        case event(TerminalEvent)
        case passed(TracedTelegram)
        /// Open the line, and call `notOpened` if that is refused.
        case open
        /// Close the line after everything was written.
        case hangUp
    }

    private enum Line { case closed, opening, open, hangingUp }

    private enum Work {
        case none
        /// The request was started, but the line is not open yet or its queue has not seen the request.
        case waiting(TerminalRequest)
        /// A registration of our own runs before the request.
        case preceded(TerminalRequest)
        case running(TerminalRequest)
    }

    private struct Registered {
        let currency: Currency
        let terminalID: String?
    }

    /// The state of a connection; nil on a line that is not a stream.
    private let use: ConnectionUse?
    private var conversation: Conversation
    private var line = Line.closed
    private var work = Work.none
    private var registered: Registered?
    /// Whether the till has registered on this connection.
    private var isRegistered = false
    /// Whether anything was received on this connection since the request was sent.
    private var wasHeard = false
    /// Whether the current request was repeated after a closing connection.
    private var wasRepeated = false
    /// Whether the request was sent right after a registration of our own on the same connection.
    private var followsRegistration = false
    /// Whether the terminal closes the connection after each command, a registration included. It does not forget a
    /// registration then, or nothing else could ever reach it.
    private var closesAfterEach = false
    /// Whether every command on this connection has ended. Late answers to abandoned commands must not arrive.
    private(set) var isSettled = true
    /// The reason why the line ended for good; nil while it can be used.
    private var end: Failure?

    /// - Parameter isTraced: whether steps report each telegram that passed.
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

    /// What went wrong on the line since the last call and was dealt with.
    mutating func takeErrors() -> [ProtocolError] { conversation.takeErrors() }

    /// Whether a request runs or waits.
    var isBusy: Bool { if case .none = work { false } else { true } }
}

// MARK: - Requests

extension TerminalSession {
    /// Takes a request, which begins when the line is open. Traps while another one runs.
    mutating func start(_ request: TerminalRequest) -> [Step] {
        precondition(!isBusy, "one request at a time")
        if let end { return finish(.disturbed(end)) }
        work = .waiting(request)
        wasRepeated = false
        return use != nil && line == .closed ? open() : []
    }

    /// Begins the waiting request.
    mutating func begin(at now: Uptime) -> [Step] {
        guard line == .open, case .waiting(let request) = work else { return [] }
        wasHeard = false
        isSettled = false
        followsRegistration = false
        guard let registered, !isRegistered, !closesAfterEach, !Self.standsAlone(request) else {
            work = .running(request)
            return take(conversation.start(request, at: now), at: now)
        }
        work = .preceded(request)
        return take(conversation.start(.register(registered.currency), at: now), at: now)
    }

    /// Sets the character set until a registration agrees on another.
    mutating func expectTexts(in characterSet: TerminalProfile.CharacterSet?) {
        conversation.expectTexts(in: characterSet)
    }

    mutating func answer(_ record: TerminalRecordID, _ verdict: StorageVerdict, at now: Uptime) -> [Step] {
        take(conversation.answer(record, verdict, at: now), at: now)
    }

    mutating func cancel(at now: Uptime) -> [Step] { take(conversation.cancel(at: now), at: now) }

    /// Whether a terminal that does not know the till treats the request in the same way.
    private static func standsAlone(_ request: TerminalRequest) -> Bool {
        switch request {
        case .register, .enquireStatus, .probe: true
        case .authorise, .reverse, .refund, .preauthorise, .book, .partialRelease, .release,
            .openPreauthorisations, .turnoverTotals, .endOfDay, .diagnose, .initialise, .logOff, .setClock,
            .repeatReceipt, .reprint:
            false
        }
    }
}

// MARK: - The line

extension TerminalSession {
    /// Asks to open the line.
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
        case .running(let request)
        where hadConnection && !wasHeard && !wasRepeated && request.mayBeRepeated
            && (!followsRegistration || request == .repeatReceipt):
            // Most likely the question crossed with the closing of an idle connection.
            wasRepeated = true
            if followsRegistration { closesAfterEach = true }
            _ = conversation.lost(loss)
            work = .waiting(request)
            return open()
        case .preceded, .running:
            _ = conversation.lost(loss)
            return finish(.disturbed(loss.failure))
        }
    }

    /// The line was closed after `hangUp`.
    mutating func hungUp() -> [Step] {
        isGone()
        if case .waiting = work { return open() }
        return []
    }

    /// The line is about to be closed for good and is not opened again.
    mutating func willClose() { end = end ?? ZVTError.closed.failure }

    /// The line was closed for good.
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

// MARK: - Events

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
        case (_, .finished(let end)):
            if end.reason == .notRegistered { closesAfterEach = false }
            return finish(end)
        default: return [.event(event)]
        }
    }

    /// If our own registration fails, the request behind it was never sent.
    private mutating func registeredAgain(
        _ end: TerminalEnd, before request: TerminalRequest, at now: Uptime
    ) -> [Step] {
        switch end {
        case .completed(let state):
            if let its = state.terminalID, let former = registered?.terminalID, its != former {
                return finish(.disturbed(ZVTError.exchanged(its, former: former).failure))
            }
            isRegistered = true
            (wasHeard, followsRegistration) = (false, true)
            work = .running(request)
            return take(conversation.start(request, at: now), at: now)
        case .aborted(let code): return finish(.refused(code: code ?? DeviceCode(zvt: Response.notPossible.code)))
        case .refused, .disturbed: return finish(end)
        }
    }

    /// Ends a request. After a disturbance late bytes may follow, so a stream is closed, as PA00P016 requires.
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
