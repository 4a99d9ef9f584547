import Flow
import Hardware
import Model

/// The dialogue with one printer, without a line or a clock: requests, bytes and time go in, bytes and answers come out.
///
/// A job first asks for the status; if there is no obstacle, it runs (`PrintRun`). A printer that never answers, and need
/// not, is sent everything at once. Requests wait in order, and each is answered exactly once.
struct PrinterSession: Sendable {
    /// The time limit for one real-time answer of an idle printer.
    static let answerLimit: Duration = .milliseconds(600)
    /// The extra time for the last bytes when the printer does not answer.
    static let blindMargin: Duration = .seconds(1)
    /// How long a status stays fresh enough for the next job.
    static let freshness: Duration = .milliseconds(500)
    static let mostWaiting = 16
    /// How many unexpected bytes are accepted: the end of an earlier job's answers is shorter.
    static let mostStrays = 16

    enum Request: Sendable, Equatable {
        /// A status query, preceded by bytes that bring the printer out of an incomplete command.
        case status(after: [UInt8] = [])
        case print(PrintData, patience: Duration = .zero)
    }

    enum Step: Sendable, Equatable {
        case write([UInt8])
        case progress(Int, PrintProgress)
        case status(Int, PrinterStatus)
        case noStatus(Int, PrinterError)
        case printed(Int, PrintResult)
    }

    private enum Phase {
        case idle
        case asking(StatusRound, Int, Request, until: Uptime)
        case printing(Int, PrintRun)
        /// The printer never answered; the line needs until this time.
        case printingBlind(Int, until: Uptime)
    }

    private let capabilities: PrinterCapabilities
    private let lineTellsWhenTaken: Bool
    private var phase = Phase.idle
    private var waiting: [(number: Int, request: Request)] = []
    private var classifier = ReplyClassifier()
    private var processID: UInt32
    /// The last status, as long as nothing was received or written since.
    private var seen: (round: StatusRound, at: Uptime)?
    /// Received bytes that answer nothing, since the current request began.
    private var strays = 0
    /// Whether the printer has answered on this line, so that silence means that it is gone.
    private var hasAnswered = false
    /// Answers still owed at the successful end of a print. They say nothing about the next one.
    private var late: (answers: Int, until: Uptime)?
    /// Why the line ended; nothing begins any more.
    private(set) var ended: PrinterError?
    /// Whether every job on this line has ended. An abandoned job must not come out of the printer later, beside its marked
    /// duplicate.
    private(set) var isSettled = true

    /// - Parameter firstProcessID: any number, so that an answer to an earlier process is not taken for this one's.
    init(_ capabilities: PrinterCapabilities, lineTellsWhenTaken: Bool = false, firstProcessID: UInt32) {
        self.capabilities = capabilities
        self.lineTellsWhenTaken = lineTellsWhenTaken
        processID = firstProcessID
    }

    // MARK: Events

    mutating func begin(_ number: Int, _ request: Request, at now: Uptime) -> [Step] {
        if let ended { return [Self.refusal(number, request, ended)] }
        guard waiting.count < Self.mostWaiting else { return [Self.refusal(number, request, .busy)] }
        waiting.append((number, request))
        if case .idle = phase { return next(at: now) }
        return []
    }

    mutating func received(_ bytes: [UInt8], at now: Uptime) -> [Step] {
        let replies = classifier.classify(bytes)
        if case .asking(_, let number, let request, _) = phase {
            strays += Self.strays(bytes, replies)
            if strays > Self.mostStrays { return [Self.refusal(number, request, .notAPrinter)] + next(at: now) }
        }
        return replies.flatMap { heard($0, at: now) }
    }

    /// Counts unexpected bytes. Bytes of text may look like answers, so the others decide.
    private static func strays(_ bytes: [UInt8], _ replies: [PrinterReply]) -> Int {
        replies.reduce(bytes.count) { rest, reply in
            switch reply {
            case .realTime, .flow: rest - 1
            case .automatic(let bytes): rest - bytes.count
            case .block, .plain: rest
            }
        }
    }

    private mutating func heard(_ reply: PrinterReply, at now: Uptime) -> [Step] {
        switch reply {
        case .realTime(let byte):
            (hasAnswered, seen) = (true, nil)
            if isLate(at: now) { return [] }
            if case .asking(var round, let number, let request, _) = phase {
                round.take(byte)
                return ask(round, for: number, request, at: now)
            }
            return run(at: now) { $0.answered(byte, at: now) }
        case .automatic(let bytes):
            (hasAnswered, seen) = (true, nil)
            return run(at: now) { $0.noticed(PrinterStatus(automatic: bytes), at: now) }
        case .block(let block): return run(at: now) { $0.heard(block: block) }
        case .plain(let byte): return run(at: now) { $0.heard(plain: byte, at: now) }
        case .flow(let resume): return run(at: now) { $0.heard(resume: resume, at: now) }
        }
    }

    private mutating func isLate(at now: Uptime) -> Bool {
        guard let late, now <= late.until else { return false }
        self.late = late.answers > 1 ? (late.answers - 1, late.until) : nil
        return true
    }

    mutating func deadlineReached(at now: Uptime) -> [Step] {
        guard let deadline, deadline <= now else { return [] }
        switch phase {
        case .idle: return []
        case .asking(let round, let number, let request, _): return ask(round, for: number, request, at: now)
        case .printing: return run(at: now) { $0.deadlineReached(at: now) }
        case .printingBlind(let number, _):
            return finish(number, lineTellsWhenTaken ? .unknown(.noAnswer) : .probably, at: now)
        }
    }

    var deadline: Uptime? {
        switch phase {
        case .idle: nil
        case .asking(_, _, _, let until), .printingBlind(_, let until): until
        case .printing(_, let run): run.deadline
        }
    }

    /// The printer has received everything. A printer that never answers gives no better proof.
    mutating func taken(at now: Uptime) -> [Step] {
        guard case .printingBlind(let number, _) = phase else { return [] }
        return finish(number, capabilities.mustAnswer ? .unknown(.noAnswer) : .probably, at: now)
    }

    /// The line is lost: answers everything; nothing is under way any more.
    mutating func lost(_ error: PrinterError) -> [Step] {
        var steps: [Step] = []
        switch phase {
        case .idle: break
        case .asking(_, let number, let request, _): steps.append(Self.refusal(number, request, error))
        case .printing(let number, _), .printingBlind(let number, _):
            steps.append(.printed(number, .unknown(error.failure)))
        }
        steps += waiting.map { Self.refusal($0.number, $0.request, error) }
        (phase, waiting, ended) = (.idle, [], ended ?? error)
        return steps
    }

    // MARK: Asking

    private mutating func next(at now: Uptime) -> [Step] {
        phase = .idle
        strays = 0
        guard !waiting.isEmpty else { return [] }
        let (number, request) = waiting.removeFirst()
        if case .print(let data, let patience) = request, let seen, now <= seen.at + Self.freshness {
            return start(number, data, patience, seen.round, at: now)
        }
        return ask(StatusRound(tellsFaults: capabilities.tellsFaults), for: number, request, at: now)
    }

    /// Asks the next question of the round. After the last one, or if the printer does not answer, the status is
    /// reported or the job begins.
    ///
    /// - Parameter recovery: bytes before the question.
    private mutating func ask(
        _ round: StatusRound, for number: Int, _ request: Request, after recovery: [UInt8] = [], at now: Uptime
    ) -> [Step] {
        var round = round
        // If nothing was ever received, one unanswered question is enough.
        if !round.isUnanswered, let question = round.nextQuestion() {
            let taking = recovery.isEmpty ? .zero : capabilities.lineTime(recovery.count) + PrintRun.busyLimit
            phase = .asking(round, number, request, until: now + taking + Self.answerLimit)
            return [.write(recovery + question)]
        }
        // A printer that reports an obstacle would only fill its buffer and then receive nothing.
        if case .status(let recovery) = request, !recovery.isEmpty, round.status.obstacle == nil {
            let again = StatusRound(tellsFaults: capabilities.tellsFaults)
            return ask(again, for: number, .status(), after: recovery, at: now)
        }
        if round.answered.isEmpty && isMissed { return [Self.refusal(number, request, .noAnswer)] + next(at: now) }
        switch request {
        case .status:
            seen = round.answered.isEmpty ? nil : (round, now)
            return [.status(number, round.status)] + next(at: now)
        case .print(let data, let patience): return start(number, data, patience, round, at: now)
        }
    }

    /// Whether silence is an error. A line that reports when the printer has received everything proves that it is there.
    private var isMissed: Bool { hasAnswered || capabilities.mustAnswer && !lineTellsWhenTaken }

    // MARK: Printing

    private mutating func start(
        _ number: Int, _ data: PrintData, _ patience: Duration, _ round: StatusRound, at now: Uptime
    ) -> [Step] {
        if let obstacle = round.status.obstacle {
            return [.printed(number, .failed(obstacle.failure))] + next(at: now)
        }
        (isSettled, seen) = (false, nil)
        if round.answered.isEmpty {
            let margin = lineTellsWhenTaken ? PrintRun.busyLimit : Self.blindMargin
            phase = .printingBlind(number, until: now + capabilities.lineTime(data.bytes.count) + margin)
            return [.write(data.bytes)]
        }
        processID &+= 1
        phase = .printing(
            number,
            PrintRun(data, round, patience: patience, capabilities: capabilities, processCode: Self.code(of: processID))
        )
        return run(at: now) { $0.begin(at: now) }
    }

    /// The four characters of a process id.
    private static func code(of processID: UInt32) -> [UInt8] {
        var rest = processID
        return (0..<4).map { _ in
            defer { rest /= 94 }
            return UInt8(0x21 + rest % 94)
        }
    }

    /// Passes an event to the running job, if there is one.
    private mutating func run(at now: Uptime, _ work: (inout PrintRun) -> [PrintRun.Step]) -> [Step] {
        guard case .printing(let number, var run) = phase else { return [] }
        // Avoids a copy of the chunks.
        phase = .idle
        let steps = work(&run)
        phase = .printing(number, run)
        return steps.flatMap { step -> [Step] in
            switch step {
            case .write(let bytes): [.write(bytes)]
            case .tell(let progress): [.progress(number, progress)]
            case .end(let ending): finish(number, ending, owing: run.owed, at: now)
            }
        }
    }

    private mutating func finish(
        _ number: Int, _ ending: PrintRun.Ending, owing answers: Int = 0, at now: Uptime
    ) -> [Step] {
        let result: PrintResult
        late = answers > 0 ? (answers, now + Self.answerLimit) : nil
        switch ending {
        case .confirmed: (result, isSettled) = (.confirmed, true)
        case .probably: (result, isSettled) = (.probably, true)
        case .unknown(let error): (result, late) = (.unknown(error.failure), nil)
        }
        return [.printed(number, result)] + next(at: now)
    }

    private static func refusal(_ number: Int, _ request: Request, _ error: PrinterError) -> Step {
        switch request {
        case .status: .noStatus(number, error)
        case .print: .printed(number, .failed(error.failure))
        }
    }
}
