import Flow
import Hardware
import Model

/// What the dialogue wants done, in this order.
package enum DialogueStep: Hashable, Sendable {
    /// Hand this telegram to the link.
    case send(Telegram)
    /// Take back our commands that have no ACK yet.
    case withdraw
    /// Tell the one who started the request. `.result` and `.text` ask for storage, `.finished` ends the request.
    case event(TerminalEvent)
}

/// The dialogue with a ZVT terminal: who is master, what is answered when, and what a request comes to.
///
/// Pure. Promises: a `04 0F` or a text is answered only after `answer`; every request ends with exactly one
/// `.finished`; a command of ours is never sent again by itself once the terminal may have begun it; a response to
/// an abort is taken for nothing else.
package struct DialogueMachine: Sendable {
    /// The timers of the dialogue.
    package struct Timing: Hashable, Sendable {
        /// T3: our command to its response; and what needs neither a cardholder nor a host, from each telegram to the
        /// next.
        package internal(set) var response = Duration.seconds(5)
        /// T4: between two telegrams of the terminal while it is master of anything else, or has shown what keeps it.
        package var telegram = Duration.seconds(180)
        /// How long a terminal waits for our answer to `04 0F` unless told otherwise.
        package var answer = Duration.seconds(30)
        /// So long before that it is told that the goods are still pending.
        package var margin = Duration.seconds(5)

        package init() {}
    }

    enum Phase: Hashable {
        /// No request.
        case idle
        /// Not on the line, or no longer.
        case held(TerminalRequest, Hold)
        /// On the line; the response is awaited, from the ACK on for T3.
        case sent(TerminalRequest)
        /// Taken: the terminal is master until `06 0F` or `06 1E`.
        case running(TerminalRequest)
    }

    enum Hold: Hashable {
        /// The terminal owes the answer to an abort, which must not be taken for the answer to this.
        case abortAnswer
        /// The terminal is master of something earlier. `heard`: our command was on the line when that showed.
        case orphan(heard: Bool)
    }

    /// A `04 0F` or text that waits for its answer.
    struct OpenRecord: Hashable {
        let id: TerminalRecordID
        let isText: Bool
        let came: Uptime
        /// When the terminal is told to ask again, while it is not known whether the goods were given.
        var asksAgain: Uptime?
    }

    enum Abort: Hashable {
        case none
        /// To be sent when the line is free.
        case wanted
        case sent
        /// The terminal has it and owes an answer until then.
        case delivered(answerDue: Uptime)
    }

    let settings: TerminalSettings
    let timing: Timing
    var phase = Phase.idle
    var deadlineOfPhase: Uptime?
    /// T4 as the terminal last set it.
    var telegramTimeout: Duration
    /// Whether the terminal has shown, during this request, that something keeps it.
    var hasShownProgress = false
    var openRecord: OpenRecord?
    /// Our response under way, and the record it answers.
    var responseUnderWay = false
    var answeredRecord: TerminalRecordID?
    var abort = Abort.none
    /// A `04 0F` or text that came while no request ran: it waits, unanswered, for the next request's listener.
    var heldTelegram: (telegram: Telegram, since: Uptime)?
    /// What the terminal has sent in the request that runs.
    var use = RequestUse()
    /// The character set that the registration agreed on.
    var encoding = TextEncoding.cp437
    /// What the terminal showed last, as far back as a card number may reach.
    var shownTexts: [String] = []
    static let mostShownTexts = 4
    /// The set that a block of the receipt under way has named.
    var encodingOfReceipt: TextEncoding?
    /// What the terminal told us the time is, during this request.
    var toldClock: TerminalClock?
    private var lastRecord = 0

    package init(settings: TerminalSettings = TerminalSettings(), timing: Timing = Timing()) {
        var timing = timing
        timing.response = settings.answerWithin
        self.settings = settings
        self.timing = timing
        telegramTimeout = timing.telegram
    }

    /// When `timeout` is to be called; nil for never.
    package var deadline: Uptime? { deadlineOfPhase.earlier(openRecord?.asksAgain).earlier(lastMoment) }
    /// When the request must have ended, however much the terminal tells. While it waits for goods the time is ours.
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

    /// The terminal has so long for its next telegram. While we owe an answer it is not its turn, and T4 bounds ours.
    mutating func restartTimer(at now: Uptime) {
        guard case .running(let request) = phase else { return }
        let isQuick = request.isAnsweredAtOnce && !hasShownProgress && openRecord == nil
        deadlineOfPhase = now + (isQuick ? timing.response : telegramTimeout)
    }
}

// MARK: - What we ask

extension DialogueMachine {
    /// Starts a request. Traps while one runs.
    package mutating func start(_ request: TerminalRequest, at now: Uptime) -> [DialogueStep] {
        precondition(!isBusy, "one request at a time")
        use = RequestUse(of: request, at: now, settings.limits)
        toldClock = nil
        encodingOfReceipt = nil
        hasShownProgress = false
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

    /// Answers the record; does nothing when the terminal waits for it no more.
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

    /// As long as the terminal waits for an answer, less what it takes to get there.
    private var waitForGoods: Duration {
        let limit = settings.answerTimeoutSeconds.map { Duration.seconds(Int($0)) } ?? timing.answer
        return max(limit - timing.margin, .zero)
    }

    /// Asks the terminal to abort, as soon as it is its turn to listen.
    package mutating func cancel(at now: Uptime) -> [DialogueStep] {
        guard isBusy else { return [] }
        switch abort {
        case .wanted, .sent: return []
        case .delivered(let answerDue) where now < answerDue: return []
        case .none, .delivered: abort = .wanted
        }
        // It need not hear the abort, but it must have come to an end of its own by then.
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
        // Without its ACK our command may still wait for the line: of a request that is over, it must not go out.
        let isUnheard = if case .sent = phase { deadlineOfPhase == nil } else { false }
        phase = .idle
        deadlineOfPhase = nil
        if abort == .wanted { abort = .none }
        return (isUnheard ? [.withdraw] : []) + [.event(.finished(end))]
    }
}

// MARK: - What the link and the clock say

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
            // It was on the line and may have been heard: an answer may still come.
            abort = isBusy ? .wanted : .delivered(answerDue: now + timing.response)
            return []
        case .command: return []
        }
    }

    package mutating func linkFailed(_ failure: LinkFailure) -> [DialogueStep] { disturbed(by: .link(failure)) }

    /// The line is gone.
    package mutating func lineLost(_ loss: LineLoss) -> [DialogueStep] { disturbed(by: .lost(loss)) }

    /// We close the line.
    package mutating func closed() -> [DialogueStep] { disturbed(by: .closed) }

    /// Counts bytes that came on the line, whatever they are.
    package mutating func heard(_ count: Int) -> [DialogueStep] {
        guard isBusy, let excess = use.take(count, settings.limits) else { return [] }
        return disturbed(by: .endless(excess))
    }

    /// Ends a request that takes too long. To be called in the middle of a telegram, too.
    package mutating func overrun(at now: Uptime) -> [DialogueStep] {
        guard let lastMoment, now >= lastMoment, let excess = use.excess(at: now) else { return [] }
        return disturbed(by: .endless(excess))
    }

    /// To be called when `deadline` has passed; earlier does nothing.
    package mutating func timeout(at now: Uptime) -> [DialogueStep] {
        let ended = overrun(at: now)
        guard ended.isEmpty else { return ended }
        if let record = openRecord, let asksAgain = record.asksAgain, now >= asksAgain {
            return respond(.wait, to: record, at: now)
        }
        guard let deadline = deadlineOfPhase, now >= deadline else { return [] }
        switch phase {
        case .idle: return []
        case .held(let request, .abortAnswer): return send(request)
        case .held(_, .orphan): return disturbed(by: .fellSilent)
        case .sent: return disturbed(by: .noResponse)
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

    /// An abort that is the request itself is a command like any other.
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
