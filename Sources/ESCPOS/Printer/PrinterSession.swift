import Flow
import Hardware

/// How a printer can be asked for proof, and how fast its line is.
public struct PrinterAbilities: Hashable, Sendable {
    /// Understands `GS ( H` and answers when everything before it is on paper.
    public var tellsWhenPrinted: Bool
    public var bytesPerSecond: Int

    public init(tellsWhenPrinted: Bool = false, bytesPerSecond: Int = 960) {
        self.tellsWhenPrinted = tellsWhenPrinted
        self.bytesPerSecond = max(1, bytesPerSecond)
    }
}

/// The dialogue with one printer, without a line or a clock: requests, bytes and time in, bytes and answers out.
///
/// A job: ask for the state; if nothing stands in the way, send chunk by chunk and ask again after each; then a fence,
/// which the printer answers when it gets there (`GS ( H`, else `GS r 1`), and keep asking until it does. A printer that
/// never answers is sent everything at once and believed. Requests wait in line; each is answered exactly once.
struct PrinterSession: Sendable {
    /// For one real-time question of a printer that is there.
    static let answerLimit: Duration = .milliseconds(600)
    /// How long a printer may be busy before it takes more.
    static let busyLimit: Duration = .seconds(10)
    /// How long the paper may take after the last byte.
    static let fenceLimit: Duration = .seconds(30)
    /// Between two looks at the state while the fence is awaited.
    static let pollPause: Duration = .seconds(1)
    /// What the last bytes may take beyond their time on the line, where nothing answers.
    static let blindMargin: Duration = .seconds(1)
    static let mostWaiting = 16

    enum Request: Sendable, Equatable {
        case status
        case print([UInt8])
    }

    enum Step: Sendable, Equatable {
        case write([UInt8])
        case status(Int, PrinterStatus)
        case noStatus(Int, PrinterError)
        case printed(Int, PrintResult)
    }

    private struct Job {
        let number: Int
        var chunks: ArraySlice<[UInt8]>
    }

    private enum Phase {
        case idle
        case asking(StatusRound, Int, Request)
        case writing(Job, StatusRound)
        /// Nothing ever answered; the line needs this long.
        case writingBlind(Int)
        /// No round under way: pausing.
        case fencing(Int, StatusRound?, until: Uptime)
    }

    private let abilities: PrinterAbilities
    private let lineTellsWhenTaken: Bool
    private var phase = Phase.idle
    private var waiting: [(number: Int, request: Request)] = []
    private var classifier = ReplyClassifier()
    private var processID: UInt32
    /// Has answered on this line: silence now means that it is gone.
    private var hasAnswered = false
    /// Why the line ended; then nothing begins any more.
    private var ended: PrinterError?
    private(set) var deadline: Uptime?
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
        classifier.classify(bytes).flatMap { reply -> [Step] in
            switch reply {
            case .realTime(let byte): answered(byte, at: now)
            case .automatic(let bytes): noticed(PrinterStatus(automatic: bytes), at: now)
            case .block(let block): fenceAnswered(block, at: now)
            case .plain(let byte): fenceAnswered(byte, at: now)
            case .flow: []  // Each chunk waits for an answer anyway.
            }
        }
    }

    mutating func deadlineReached(at now: Uptime) -> [Step] {
        guard let deadline, deadline <= now else { return [] }
        switch phase {
        case .idle: return []
        case .asking(let round, let number, let request): return ask(round, after: number, request, at: now)
        case .writing(let job, let round):
            return round.answers == 0 ? finish(job.number, .unknown(.noAnswer), at: now) : goOn(job, round, at: now)
        case .writingBlind(let number):
            return finish(number, lineTellsWhenTaken ? .unknown(.noAnswer) : .probably, at: now)
        case .fencing(let number, let round, let until): return fenceWaited(number, round, until: until, at: now)
        }
    }

    /// The printer has taken everything that was written; all the proof of one that never answers.
    mutating func taken(at now: Uptime) -> [Step] {
        guard case .writingBlind(let number) = phase else { return [] }
        return finish(number, .probably, at: now)
    }

    /// The line is gone: everything is answered, nothing is under way any more.
    mutating func lost(_ error: PrinterError) -> [Step] {
        var steps: [Step] = []
        switch phase {
        case .idle: break
        case .asking(_, let number, let request): steps.append(Self.refusal(number, request, error))
        case .writing(let job, _): steps.append(.printed(job.number, .unknown(error.failure)))
        case .writingBlind(let number), .fencing(let number, _, _):
            steps.append(.printed(number, .unknown(error.failure)))
        }
        steps += waiting.map { Self.refusal($0.number, $0.request, error) }
        (phase, waiting, deadline, ended) = (.idle, [], nil, ended ?? error)
        return steps
    }

    // MARK: Asking

    private mutating func next(at now: Uptime) -> [Step] {
        (phase, deadline) = (.idle, nil)
        guard !waiting.isEmpty else { return [] }
        let (number, request) = waiting.removeFirst()
        return ask(StatusRound(), after: number, request, at: now)
    }

    private mutating func ask(_ round: StatusRound, after number: Int, _ request: Request, at now: Uptime) -> [Step] {
        var round = round
        // One unanswered question is enough where nothing was ever heard.
        if !round.isUnanswered, let question = round.nextQuestion() {
            phase = .asking(round, number, request)
            deadline = now + Self.answerLimit
            return [.write(question)]
        }
        if round.answers == 0 && hasAnswered { return [Self.refusal(number, request, .noAnswer)] + next(at: now) }
        switch request {
        case .status: return [.status(number, round.status)] + next(at: now)
        case .print(let bytes): return start(number, bytes, round, at: now)
        }
    }

    private mutating func answered(_ byte: UInt8, at now: Uptime) -> [Step] {
        hasAnswered = true
        switch phase {
        case .idle, .writingBlind, .fencing(_, nil, _): return []
        case .asking(var round, let number, let request):
            round.take(byte)
            return ask(round, after: number, request, at: now)
        case .writing(let job, var round):
            round.take(byte)
            return goOn(job, round, at: now)
        case .fencing(let number, .some(var round), let until):
            round.take(byte)
            return goOn(number, round, until: until, at: now)
        }
    }

    /// Automatic status, unasked: a fault ends a job under way.
    private mutating func noticed(_ status: PrinterStatus, at now: Uptime) -> [Step] {
        hasAnswered = true
        guard let obstacle = status.obstacle else { return [] }
        switch phase {
        case .idle, .asking: return []
        case .writing(let job, _): return finish(job.number, .unknown(obstacle), at: now)
        case .writingBlind(let number), .fencing(let number, _, _): return finish(number, .unknown(obstacle), at: now)
        }
    }

    // MARK: Writing

    private mutating func start(_ number: Int, _ bytes: [UInt8], _ round: StatusRound, at now: Uptime) -> [Step] {
        if let obstacle = round.status.obstacle {
            return [.printed(number, .failed(obstacle.failure))] + next(at: now)
        }
        isSettled = false
        if round.answers == 0 {
            phase = .writingBlind(number)
            deadline = now + lineTime(bytes.count) + (lineTellsWhenTaken ? Self.busyLimit : Self.blindMargin)
            return [.write(bytes)]
        }
        return write(Job(number: number, chunks: PrintChunks.split(bytes)[...]), at: now)
    }

    private mutating func write(_ job: Job, at now: Uptime) -> [Step] {
        var job = job
        guard let chunk = job.chunks.popFirst() else { return fence(job.number, at: now) }
        var round = StatusRound()
        let question = round.nextQuestion() ?? []
        phase = .writing(job, round)
        deadline = now + lineTime(chunk.count) + Self.busyLimit
        return [.write(chunk + question)]
    }

    private mutating func goOn(_ job: Job, _ round: StatusRound, at now: Uptime) -> [Step] {
        var round = round
        if let question = round.nextQuestion() {
            phase = .writing(job, round)
            deadline = now + Self.answerLimit
            return [.write(question)]
        }
        if let obstacle = round.status.obstacle { return finish(job.number, .unknown(obstacle), at: now) }
        return write(job, at: now)
    }

    // MARK: The fence

    private mutating func fence(_ number: Int, at now: Uptime) -> [Step] {
        processID &+= 1
        let fence = abilities.tellsWhenPrinted ? [0x1D, 0x28, 0x48, 6, 0, 0x30, 0x30] + processCode : [0x1D, 0x72, 1]
        phase = .fencing(number, nil, until: now + Self.fenceLimit)
        deadline = now + Self.pollPause
        return [.write(fence)]
    }

    /// The four characters of a process id.
    private var processCode: [UInt8] {
        var rest = processID
        return (0..<4).map { _ in
            defer { rest /= 94 }
            return UInt8(0x21 + rest % 94)
        }
    }

    /// `37 22 d1 d2 d3 d4`; another id than ours belongs to an earlier job.
    private mutating func fenceAnswered(_ block: [UInt8], at now: Uptime) -> [Step] {
        guard case .fencing(let number, _, _) = phase, block == [0x37, 0x22] + processCode else { return [] }
        return finish(number, .confirmed, at: now)
    }

    private mutating func fenceAnswered(_ byte: UInt8, at now: Uptime) -> [Step] {
        guard case .fencing(let number, _, _) = phase, !abilities.tellsWhenPrinted, byte & 0x90 == 0 else { return [] }
        return finish(number, PrinterStatus.paper(byte) == .out ? .unknown(.paperOut) : .probably, at: now)
    }

    private mutating func goOn(
        _ number: Int, _ round: StatusRound, until: Uptime, at now: Uptime
    ) -> [Step] {
        var round = round
        if let question = round.nextQuestion() {
            phase = .fencing(number, round, until: until)
            deadline = now + (round.answers == 0 ? Self.busyLimit : Self.answerLimit)
            return [.write(question)]
        }
        if let obstacle = round.status.obstacle { return finish(number, .unknown(obstacle), at: now) }
        phase = .fencing(number, nil, until: until)
        deadline = now + Self.pollPause
        return []
    }

    private mutating func fenceWaited(
        _ number: Int, _ round: StatusRound?, until: Uptime, at now: Uptime
    ) -> [Step] {
        if let round {
            return round.answers == 0
                ? finish(number, .unknown(.noAnswer), at: now) : goOn(number, round, until: until, at: now)
        }
        guard now < until else {
            // Everything was taken and no fault shown; only a printer that should have told is doubted.
            return finish(number, abilities.tellsWhenPrinted ? .unknown(.noAnswer) : .probably, at: now)
        }
        return goOn(number, StatusRound(), until: until, at: now)
    }

    // MARK: Ending

    private enum Ending {
        case confirmed
        case probably
        case unknown(PrinterError)
    }

    private mutating func finish(_ number: Int, _ ending: Ending, at now: Uptime) -> [Step] {
        let result: PrintResult
        switch ending {
        case .confirmed: (result, isSettled) = (.confirmed, true)
        case .probably: (result, isSettled) = (.probably, true)
        case .unknown(let error): result = .unknown(error.failure)
        }
        return [.printed(number, result)] + next(at: now)
    }

    private static func refusal(_ number: Int, _ request: Request, _ error: PrinterError) -> Step {
        switch request {
        case .status: .noStatus(number, error)
        case .print: .printed(number, .failed(error.failure))
        }
    }

    private func lineTime(_ count: Int) -> Duration {
        .nanoseconds(Int64(count) * 1_000_000_000 / Int64(abilities.bytesPerSecond))
    }
}
