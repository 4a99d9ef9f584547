import Flow
import Hardware
import Model

/// The dialogue with a ZVT terminal: who is master, when what is answered, and how a request ends.
///
/// Pure. Promises: a `04 0F` or a text is answered only after `answer`; every request ends with exactly one `.finished`; a
/// command that may not be heard twice is never sent again by itself once the terminal may have begun it; the response to an abort
/// is not taken for anything else.
package struct DialogueMachine: Sendable {
    /// The timers of the dialogue.
    package struct Timing: Hashable, Sendable {
        /// T3: from our command to its response; and between telegrams of commands that need neither a cardholder nor a
        /// host.
        package internal(set) var response = Duration.seconds(5)
        /// T4: between two telegrams of the terminal while it is master of any other command or has shown progress.
        package var telegram = Duration.seconds(180)
        /// How long a terminal waits for our answer to `04 0F` unless told otherwise.
        package var answer = Duration.seconds(30)
        /// How long before that limit the terminal is told that the goods are still pending.
        package var margin = Duration.seconds(5)

        package init() {}
    }

    enum Phase: Hashable {
        /// No request.
        case idle
        /// The request is not on the line, or no longer.
        case held(TerminalRequest, Hold)
        /// The command is on the line; from its ACK on, the response is due within T3.
        case sent(TerminalRequest)
        /// The terminal accepted the command and is master until `06 0F` or `06 1E`.
        case running(TerminalRequest)

        /// Whether a result code at the end decides: while money moves or a day ends, and for what began earlier.
        var endsByResult: Bool {
            switch self {
            case .running(let request): request.movesMoney || request == .endOfDay
            case .idle, .held, .sent: true
            }
        }
    }

    enum Hold: Hashable {
        /// The terminal owes the answer to an abort, which must not be taken for the answer to this command.
        case abortAnswer
        /// The terminal is master of something earlier. `heard`: our command was already on the line when that showed.
        case orphan(heard: Bool)
    }

    /// A `04 0F` or text that waits for its answer.
    struct OpenRecord: Hashable {
        let id: TerminalRecordID
        let isText: Bool
        let came: Uptime
        /// When to tell the terminal to ask again, while it is not known whether the goods were given.
        var asksAgain: Uptime?
    }

    enum Dropped: Hashable {
        case no
        case perhaps
        /// The command was sent once more for that reason.
        case sentAgain
    }

    enum Abort: Hashable {
        case none
        /// The abort is to be sent when the line is free.
        case wanted
        case sent
        /// The terminal has received the abort and owes an answer until then.
        case delivered(answerDue: Uptime)
    }

    let settings: TerminalSettings
    let timing: Timing
    var phase = Phase.idle
    var deadlineOfPhase: Uptime?
    /// T4 as the terminal last set it.
    var telegramTimeout: Duration
    /// Whether the terminal has shown progress during this request.
    var hasShownProgress = false
    /// Whether the terminal may have dropped our command, which came while it was busy with something earlier.
    var wasDropped = Dropped.no
    var openRecord: OpenRecord?
    /// Whether our response is under way, and below that the record that it answers.
    var responseUnderWay = false
    var answeredRecord: TerminalRecordID?
    var abort = Abort.none
    /// A `04 0F` or text that arrived while no request ran: it waits unanswered for the next request's listener.
    var heldTelegram: (telegram: Telegram, since: Uptime)?
    /// How much the terminal has sent during the current request.
    var use = RequestUse()
    /// The character set that the registration agreed on.
    var encoding = TextEncoding.cp437
    /// The texts that the terminal showed last, as many as one card number may spread over.
    var shownTexts: [String] = []
    static let mostShownTexts = 4
    /// The character set named by a block of the current receipt.
    var encodingOfReceipt: TextEncoding?
    /// The time that the terminal reported during this request.
    var toldClock: TerminalClock?
    private var lastRecord = 0

    package init(settings: TerminalSettings = TerminalSettings(), timing: Timing = Timing()) {
        var timing = timing
        timing.response = settings.answerWithin
        self.settings = settings
        self.timing = timing
        telegramTimeout = timing.telegram
    }

    /// The time at which `timeout` must be called; nil for never.
    package var deadline: Uptime? { deadlineOfPhase.earlier(openRecord?.asksAgain).earlier(lastMoment) }
    /// When the request must have ended, whatever the terminal sends. Waiting for goods does not count.
    var lastMoment: Uptime? { isBusy && openRecord?.asksAgain == nil ? use.end : nil }
    /// Whether a request runs.
    package var isBusy: Bool { if case .idle = phase { false } else { true } }

    mutating func openRecord(isText: Bool, at now: Uptime) -> TerminalRecordID {
        lastRecord += 1
        let id = TerminalRecordID(lastRecord)
        openRecord = OpenRecord(id: id, isText: isText, came: now)
        restartTimer(at: now)
        return id
    }

    /// Restarts the timer for the terminal's next telegram. While we owe an answer it is our turn, limited by T4.
    mutating func restartTimer(at now: Uptime) {
        guard case .running(let request) = phase else { return }
        let isQuick = request.isAnsweredAtOnce && !hasShownProgress && openRecord == nil
        deadlineOfPhase = now + (isQuick ? timing.response : telegramTimeout)
    }
}

// MARK: - Requests

extension DialogueMachine {
    /// Starts a request. Traps while another runs.
    package mutating func start(_ request: TerminalRequest, at now: Uptime) -> [DialogueStep] {
        precondition(!isBusy, "one request at a time")
        use = RequestUse(of: request, at: now, settings.limits)
        toldClock = nil
        encodingOfReceipt = nil
        hasShownProgress = false
        wasDropped = .no
        if request == .enquireStatus { telegramTimeout = timing.telegram }
        if let (orphan, since) = heldTelegram {
            heldTelegram = nil
            if now - since < timing.answer {
                phase = .held(request, .orphan(heard: false))
                deadlineOfPhase = now + telegramTimeout
                return handle(orphan, at: since)
            }
        }
        if case .delivered(let answerDue) = abort, now < answerDue {
            phase = .held(request, .abortAnswer)
            deadlineOfPhase = answerDue
            return []
        }
        return send(request)
    }

    /// Answers the record; does nothing when the terminal no longer waits for it.
    package mutating func answer(
        _ record: TerminalRecordID, _ verdict: StorageVerdict, at now: Uptime
    ) -> [DialogueStep] {
        guard let open = openRecord, open.id == record else { return [] }
        let response: Response
        switch verdict {
        case .stored: response = .positive
        case .goods(.pending) where !open.isText:
            var held = open
            held.asksAgain = open.came + waitForGoods
            openRecord = held
            if case .running = phase { deadlineOfPhase = nil }
            return []
        case .goods(let issue) where !open.isText: response = Self.response(to: issue)
        case .refuse, .goods: response = open.isText ? .printerNotReady : .processingError
        }
        return respond(response, to: open, at: now)
    }

    private static func response(to issue: DispenseResult) -> Response {
        switch issue {
        case .pending: .wait
        case .given: .positive
        case .givenInPart(let amount): .inPart(amountMinor: amount.minorUnits) ?? .processingError
        case .notGiven: .processingError
        }
    }

    private mutating func respond(_ response: Response, to record: OpenRecord, at now: Uptime) -> [DialogueStep] {
        openRecord = nil
        if record.asksAgain != nil { use.waited(now - record.came) }
        answeredRecord = record.id
        restartTimer(at: now)
        return respond(response)
    }

    /// How long the terminal waits for an answer about goods, less the time for transmitting it.
    private var waitForGoods: Duration {
        let limit = settings.answerTimeoutSeconds.map { Duration.seconds(Int($0)) } ?? timing.answer
        return max(limit - timing.margin, .zero)
    }

    /// Asks the terminal to abort as soon as it is its turn to receive.
    package mutating func cancel(at now: Uptime) -> [DialogueStep] {
        guard isBusy else { return [] }
        switch abort {
        case .wanted, .sent: return []
        case .delivered(let answerDue) where now < answerDue: return []
        case .none, .delivered: abort = .wanted
        }
        // The terminal may ignore the abort, but must have ended the request by then.
        use.mustEnd(within: telegramTimeout, from: now)
        return sendAbortIfFree()
    }

    mutating func send(_ request: TerminalRequest) -> [DialogueStep] {
        abort = abort == .wanted ? .wanted : .none
        deadlineOfPhase = nil
        phase = .sent(request)
        do throws(ZVTError) {
            return [.send(try Sequences.telegram(of: request, settings))]
        } catch {
            return finish(.disturbed(error.failure))
        }
    }

    mutating func respond(_ response: Response) -> [DialogueStep] {
        responseUnderWay = true
        return [.send(.response(response))]
    }

    mutating func sendAbortIfFree() -> [DialogueStep] {
        guard abort == .wanted, case .running = phase, openRecord == nil, !responseUnderWay else { return [] }
        abort = .sent
        return [.send(.abort)]
    }

    mutating func finish(_ end: TerminalEnd) -> [DialogueStep] {
        guard isBusy else { return [] }
        // A command without ACK may still wait for the line: after the end of its request it must not be sent.
        let isUnheard = if case .sent = phase { deadlineOfPhase == nil } else { false }
        phase = .idle
        deadlineOfPhase = nil
        if abort == .wanted { abort = .none }
        return (isUnheard ? [.withdraw] : []) + [.event(.finished(end))]
    }
}

// MARK: - The link and the clock

extension DialogueMachine {
    package mutating func delivered(_ telegram: [UInt8], at now: Uptime) -> [DialogueStep] {
        switch kind(of: telegram) {
        case .response:
            responseUnderWay = false
            let record = answeredRecord
            answeredRecord = nil
            let told = record.flatMap { isBusy ? DialogueStep.event(.answered($0)) : nil }
            return (told.map { [$0] } ?? []) + sendAbortIfFree()
        case .abort:
            abort = .delivered(answerDue: now + timing.response)
            return []
        case .command:
            if case .sent = phase { deadlineOfPhase = now + timing.response }
            return []
        }
    }

    package mutating func withdrawn(_ telegram: [UInt8], at now: Uptime) -> [DialogueStep] {
        switch kind(of: telegram) {
        case .response:
            responseUnderWay = false
            answeredRecord = nil
            return sendAbortIfFree()
        case .abort:
            // The abort was on the line and may have been received, so an answer may still come.
            abort = isBusy ? .wanted : .delivered(answerDue: now + timing.response)
            return []
        case .command: return []
        }
    }

    package mutating func linkFailed(_ failure: LinkFailure) -> [DialogueStep] { disturbed(by: .link(failure)) }

    /// The line was lost.
    package mutating func lineLost(_ loss: LineLoss) -> [DialogueStep] { disturbed(by: .lost(loss)) }

    /// The till closes the line.
    package mutating func closed() -> [DialogueStep] { disturbed(by: .closed) }

    /// Counts received bytes, whatever they are.
    package mutating func heard(_ count: Int) -> [DialogueStep] {
        guard isBusy, let excess = use.take(count, settings.limits) else { return [] }
        return disturbed(by: .endless(excess))
    }

    /// Ends a request that takes too long. May be called in the middle of a telegram.
    package mutating func overrun(at now: Uptime) -> [DialogueStep] {
        guard let lastMoment, now >= lastMoment, let excess = use.excess(at: now) else { return [] }
        return disturbed(by: .endless(excess))
    }

    /// Call this when `deadline` has passed; earlier calls do nothing.
    package mutating func timeout(at now: Uptime) -> [DialogueStep] {
        let ended = overrun(at: now)
        guard ended.isEmpty else { return ended }
        if let record = openRecord, let asksAgain = record.asksAgain, now >= asksAgain {
            let steps = respond(.wait, to: record, at: now)
            // This is no answer of the storage, which may have an answer on its way that comes too late.
            answeredRecord = nil
            return steps
        }
        guard let deadline = deadlineOfPhase, now >= deadline else { return [] }
        switch phase {
        case .idle: return []
        case .held(let request, .abortAnswer): return send(request)
        case .held(_, .orphan): return disturbed(by: .fellSilent)
        case .sent(let request):
            guard wasDropped == .perhaps, request.mayBeRepeated else { return disturbed(by: .noResponse) }
            wasDropped = .sentAgain
            return send(request)
        case .running(let request):
            return disturbed(by: request.isAnsweredAtOnce && !hasShownProgress ? .unanswered : .fellSilent)
        }
    }

    mutating func disturbed(by trouble: ZVTError) -> [DialogueStep] {
        openRecord = nil
        responseUnderWay = false
        answeredRecord = nil
        heldTelegram = nil
        abort = .none
        return finish(.disturbed(trouble.failure))
    }

    private enum Kind { case response, abort, command }

    /// An abort that is the request itself is treated like any other command.
    private func kind(of telegram: [UInt8]) -> Kind {
        if telegram.first == 0x80 || telegram.first == 0x84 { return .response }
        return telegram.starts(with: [0x06, 0xB0]) && !asksForAbort ? .abort : .command
    }

    private var asksForAbort: Bool {
        switch phase {
        case .idle: false
        case .held(let request, _), .sent(let request), .running(let request): request == .probe(.abort)
        }
    }
}
