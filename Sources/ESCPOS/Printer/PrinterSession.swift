import Flow
import Hardware

/// What a printer says of itself, and how fast its line is.
package struct PrinterAbilities: Hashable, Sendable {
    /// Understands `GS ( H` and answers when everything before it is on paper.
    package var tellsWhenPrinted: Bool
    /// Understands `GS a` and says by itself when its state changes.
    package var tellsChanges: Bool
    /// Understands `DLE EOT 3` and `DLE ENQ`.
    package var tellsFaults: Bool
    /// Is known to answer `DLE EOT`: one that does not is switched off or stuck. Others that do not are believed.
    package var mustAnswer: Bool
    /// Is not known to leave `GS r` unanswered.
    package var answersInOrder: Bool
    /// Is known to answer `GS r` when it gets there.
    package var mustAnswerInOrder: Bool
    package var bytesPerSecond: Int

    /// - Parameter tellsFaults: as it tells changes, unless told otherwise.
    package init(
        tellsWhenPrinted: Bool = false, tellsChanges: Bool = false, tellsFaults: Bool? = nil, mustAnswer: Bool = false,
        answersInOrder: Bool = true, mustAnswerInOrder: Bool = false, bytesPerSecond: Int = 960
    ) {
        self.tellsWhenPrinted = tellsWhenPrinted
        self.tellsChanges = tellsChanges
        self.tellsFaults = tellsFaults ?? tellsChanges
        self.mustAnswer = mustAnswer
        self.answersInOrder = answersInOrder
        self.mustAnswerInOrder = mustAnswerInOrder
        self.bytesPerSecond = max(1, bytesPerSecond)
    }

    /// Whether a print of which it says nothing at its end is in doubt.
    var mustProve: Bool { tellsWhenPrinted || mustAnswerInOrder }

    /// How long so many bytes are on the line.
    func lineTime(_ count: Int) -> Duration {
        .nanoseconds(Int64(count) * 1_000_000_000 / Int64(bytesPerSecond))
    }
}

/// The dialogue with one printer, without a line or a clock: requests, bytes and time in, bytes and answers out.
///
/// A job: ask for the state; if nothing stands in the way, the job runs (`PrintRun`). A printer that never answers, and need
/// not, is sent everything at once and believed. Requests wait in line; each is answered exactly once.
struct PrinterSession: Sendable {
    /// For one real-time question of a printer that is there and idle.
    static let answerLimit: Duration = .milliseconds(600)
    /// What the last bytes may take beyond their time on the line, where nothing answers.
    static let blindMargin: Duration = .seconds(1)
    /// A job that comes so soon behind a look at the printer needs no other.
    static let freshness: Duration = .milliseconds(500)
    static let mostWaiting = 16
    /// A printer that is asked for its state may still have the end of an earlier job to tell, which is shorter.
    static let mostStrays = 16

    enum Request: Sendable, Equatable {
        /// Behind what brings the printer back, where it may be inside a command.
        case status(after: [UInt8] = [])
        case print([UInt8], patience: Duration = .zero)
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
        /// Nothing ever answered; the line needs this long.
        case printingBlind(Int, until: Uptime)
    }

    private let abilities: PrinterAbilities
    private let lineTellsWhenTaken: Bool
    private var phase = Phase.idle
    private var waiting: [(number: Int, request: Request)] = []
    private var classifier = ReplyClassifier()
    private var processID: UInt32
    /// The last look at it, while nothing has been heard or written since.
    private var seen: (round: StatusRound, at: Uptime)?
    /// Bytes that answer nothing, since the request under way was first asked for.
    private var strays = 0
    /// Has answered on this line: silence now means that it is gone.
    private var hasAnswered = false
    /// Answers that a print was still owed at its good end. They are on their way, and say nothing of the next one.
    private var late: (answers: Int, until: Uptime)?
    /// Why the line ended; then nothing begins any more.
    private(set) var ended: PrinterError?
    /// Whether every job on this line has its end. One that was given up is not to come out of the printer later, beside
    /// the print that is marked as its duplicate.
    private(set) var isSettled = true

    /// - Parameter firstProcessID: any number; so that an answer to an earlier life of the program is not taken for ours.
    init(_ abilities: PrinterAbilities, lineTellsWhenTaken: Bool = false, firstProcessID: UInt32) {
        self.abilities = abilities
        self.lineTellsWhenTaken = lineTellsWhenTaken
        processID = firstProcessID
    }

    // MARK: What happens

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

    /// Text has bytes that look like answers: it is told by the others.
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

    /// The printer has taken everything that was written; all the proof of one that never answers.
    mutating func taken(at now: Uptime) -> [Step] {
        guard case .printingBlind(let number, _) = phase else { return [] }
        return finish(number, abilities.mustAnswer ? .unknown(.noAnswer) : .probably, at: now)
    }

    /// The line is gone: everything is answered, nothing is under way any more.
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
        if case .print(let bytes, let patience) = request, let seen, now <= seen.at + Self.freshness {
            return start(number, bytes, patience, seen.round, at: now)
        }
        return ask(StatusRound(tellsFaults: abilities.tellsFaults), for: number, request, at: now)
    }

    /// - Parameter recovery: what goes before the question.
    private mutating func ask(
        _ round: StatusRound, for number: Int, _ request: Request, after recovery: [UInt8] = [], at now: Uptime
    ) -> [Step] {
        var round = round
        // One unanswered question is enough where nothing was ever heard.
        if !round.isUnanswered, let question = round.nextQuestion() {
            let taking = recovery.isEmpty ? .zero : abilities.lineTime(recovery.count) + PrintRun.busyLimit
            phase = .asking(round, number, request, until: now + taking + Self.answerLimit)
            return [.write(recovery + question)]
        }
        // One that says that it stands still would only have its buffer filled, and hear nothing any more.
        if case .status(let recovery) = request, !recovery.isEmpty, round.status.obstacle == nil {
            let again = StatusRound(tellsFaults: abilities.tellsFaults)
            return ask(again, for: number, .status(), after: recovery, at: now)
        }
        if round.answered.isEmpty && isMissed { return [Self.refusal(number, request, .noAnswer)] + next(at: now) }
        switch request {
        case .status:
            seen = round.answered.isEmpty ? nil : (round, now)
            return [.status(number, round.status)] + next(at: now)
        case .print(let bytes, let patience): return start(number, bytes, patience, round, at: now)
        }
    }

    /// A line that tells when the printer has taken everything is proof enough that it is there.
    private var isMissed: Bool { hasAnswered || abilities.mustAnswer && !lineTellsWhenTaken }

    // MARK: Printing

    private mutating func start(
        _ number: Int, _ bytes: [UInt8], _ patience: Duration, _ round: StatusRound, at now: Uptime
    ) -> [Step] {
        if let obstacle = round.status.obstacle {
            return [.printed(number, .failed(obstacle.failure))] + next(at: now)
        }
        (isSettled, seen) = (false, nil)
        if round.answered.isEmpty {
            let margin = lineTellsWhenTaken ? PrintRun.busyLimit : Self.blindMargin
            phase = .printingBlind(number, until: now + abilities.lineTime(bytes.count) + margin)
            return [.write(bytes)]
        }
        processID &+= 1
        phase = .printing(
            number,
            PrintRun(bytes, round, patience: patience, abilities: abilities, processCode: Self.code(of: processID)))
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

    /// What the job under way makes of it; nothing where there is none.
    private mutating func run(at now: Uptime, _ work: (inout PrintRun) -> [PrintRun.Step]) -> [Step] {
        guard case .printing(let number, var run) = phase else { return [] }
        // Never two owners of the chunks.
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
