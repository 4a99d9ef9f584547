import Flow
import Hardware
import Model

/// One job from its first byte to its end: a pure part of `PrinterSession`.
///
/// Chunks are sent so far ahead that the printer never runs dry. Each is followed by a question, which is answered when the
/// printer has received both; the last by a fence, which is answered when it is processed (`GS ( H`, else `GS r 1`). When
/// the printer stops, nothing more is written, and nothing is written twice: it is asked until it goes on or the patience
/// ends.
///
/// Answers look alike and come in order. When one is missing and a later one has come, the printer has lost its buffer. So a
/// printer that owes answers is asked again: if it answers these questions and still owes as many answers as before, they
/// are lost, and perhaps a part of the print.
struct PrintRun: Sendable {
    /// The most bytes that may be under way: the smallest buffer of a printer, without the fence. Only a single longer
    /// command may exceed it.
    static let mostAhead = 4_064
    /// How long a printer may be busy before it accepts more.
    static let busyLimit: Duration = .seconds(10)
    /// How long printing may take after the last byte, while the printer reports no obstacle.
    static let fenceLimit: Duration = .seconds(30)
    /// How long printing may take at a printer that may not answer the fence, for which a longer wait is useless.
    static let unprovenLimit: Duration = .seconds(5)
    /// The pause between two status queries.
    static let pollPause: Duration = .milliseconds(500)
    /// The pause between two questions to a printer that owes answers.
    static let askAgainPause: Duration = .seconds(5)
    /// Give up after this many polls without a new answer.
    static let mostLosses = 2

    enum Step: Sendable, Equatable {
        case write([UInt8])
        case tell(PrintProgress)
        case end(Ending)
    }

    enum Ending: Sendable, Equatable {
        case confirmed
        case probably
        case unknown(PrinterError)
    }

    private enum Question {
        /// The question behind a chunk, with the bytes of both.
        case mark(Int)
        case status
        /// A repeated question to a printer that owes answers.
        case again
    }

    private struct Hold {
        var why: PrinterError
        let until: Uptime
    }

    /// How many answers were owed when it was asked again, and how often that number had stayed.
    private struct Arrears {
        let owed: Int
        let losses: Int
    }

    private let capabilities: PrinterCapabilities
    private let patience: Duration
    /// The status questions that this printer answers; the first one follows each chunk.
    private let questions: [UInt8]
    private let processCode: [UInt8]
    private var chunks: ArraySlice<[UInt8]>
    private var asked: [Question] = []
    private var ahead = 0
    private var round: StatusRound?
    private var status: PrinterStatus
    private var hold: Hold?
    /// The owed answers of a printer that was asked again, until it owes none.
    private var arrears: Arrears?
    /// The answer to the fence, which counts once no answer is owed.
    private var proof: Ending?
    /// How long XOFF is believed of a printer that reports to be on line.
    private var pausedUntil: Uptime?
    /// Whether the cover was opened while the printer stood still.
    private var wasOpened = false
    /// When an answer counts as missing.
    private var missed = Uptime(nanoseconds: 0)
    private var nextPoll = Uptime(nanoseconds: 0)
    /// When the fence must be answered; nil until it was written.
    private var fence: Uptime?
    /// When the patience ends, counted over all waits since the printer last accepted bytes: a printer that stops again and
    /// again makes no progress.
    private var patienceEnds: Uptime?

    /// - Parameters:
    ///   - before: the status before the job, at least partly answered.
    ///   - processCode: the four characters of the job's process id.
    init(
        _ data: PrintData, _ before: StatusRound, patience: Duration, capabilities: PrinterCapabilities,
        processCode: [UInt8]
    ) {
        chunks = PrintChunks.split(data, wish: capabilities.tellsChanges ? [0x1D, 0x61, 0xFF] : [])[...]
        questions = before.answered
        status = before.status
        self.patience = patience
        self.capabilities = capabilities
        self.processCode = processCode
    }

    // MARK: Events

    mutating func begin(at now: Uptime) -> [Step] { goOn(at: now) }

    /// Handles an answer to `DLE EOT`.
    mutating func answered(_ byte: UInt8, at now: Uptime) -> [Step] {
        guard !asked.isEmpty else { return [] }
        let question = asked.removeFirst()
        if case .mark(let count) = question {
            ahead -= count
            patienceEnds = nil
        }
        if asked.isEmpty {
            arrears = nil
            if let proof { return [.end(proof)] }
        }
        expectAnswer(within: arrears == nil ? Self.busyLimit : Self.askAgainPause, at: now)
        switch question {
        case .mark, .again:
            // A complete status query tells more than this one answer.
            if byte & 0x08 != 0 { return look(at: now) }
            guard let hold else { return goOn(at: now) }
            if hold.why == .noAnswer { return asked.isEmpty ? release(at: now) : [] }
            return look(at: now)
        case .status:
            round?.take(byte)
            return askOn(at: now)
        }
    }

    /// Handles automatic status (`GS a`).
    mutating func noticed(_ status: PrinterStatus, at now: Uptime) -> [Step] { become(status, at: now) }

    /// `37 22 d1 d2 d3 d4`: a process id; another one than ours belongs to an earlier job.
    mutating func heard(block: [UInt8]) -> [Step] {
        guard fence != nil, block == [0x37, 0x22] + processCode else { return [] }
        return end(.confirmed)
    }

    /// Handles a byte that may be the answer to `GS r 1`.
    mutating func heard(plain byte: UInt8, at now: Uptime) -> [Step] {
        guard fence != nil, !capabilities.tellsWhenPrinted, capabilities.answersInOrder, byte & 0x90 == 0 else {
            return []
        }
        guard hasForgotten || PrinterStatus.paper(byte) != .out else {
            // The answer proves something only if there was paper; otherwise the fence is written again later.
            fence = nil
            return stop(.paperOut, at: now)
        }
        return end(.probably)
    }

    /// Handles XON and XOFF. Questions are still sent; a printer that is on line and has received everything needs no XON.
    mutating func heard(resume: Bool, at now: Uptime) -> [Step] {
        guard !resume else { return unpause(at: now) }
        pausedUntil = now + Self.busyLimit
        nextPoll = now + Self.pollPause
        return []
    }

    mutating func deadlineReached(at now: Uptime) -> [Step] {
        if let hold, hold.until <= now { return [.end(.unknown(hold.why))] }
        if !asked.isEmpty { return missed <= now ? miss(at: now) : [] }
        if hold == nil, let due = pausedUntil ?? fence, due <= now {
            if pausedUntil != nil { return unpause(at: now) }
            return [.end(capabilities.mustProve ? .unknown(.noProof) : .probably)]
        }
        return mayLook && nextPoll <= now ? look(at: now) : []
    }

    /// When `deadlineReached` must be called.
    var deadline: Uptime? {
        if let hold { return min(hold.until, asked.isEmpty ? nextPoll : missed) }
        if !asked.isEmpty { return missed }
        return (pausedUntil ?? fence).map { min($0, nextPoll) }
    }

    /// The number of unanswered questions.
    var owed: Int { asked.count }

    /// Ends the job. The fence is answered last, so nothing before it may still be owed.
    private mutating func end(_ proof: Ending) -> [Step] {
        if hasForgotten { return [.end(.unknown(.restarted))] }
        guard arrears == nil else {
            self.proof = proof
            return []
        }
        return [.end(proof)]
    }

    // MARK: Writing

    private mutating func goOn(at now: Uptime) -> [Step] {
        guard hold == nil, round == nil, pausedUntil == nil else { return [] }
        let question = StatusRound.question(questions[0])
        var bytes: [UInt8] = []
        while let next = chunks.first.map({ $0 + question }), ahead == 0 || ahead + next.count <= Self.mostAhead {
            chunks.removeFirst()
            bytes += next
            asked.append(.mark(next.count))
            ahead += next.count
        }
        if chunks.isEmpty, fence == nil {
            bytes += fenceBytes
            fence = now + fenceTime
            nextPoll = now + Self.pollPause
        }
        guard !bytes.isEmpty else { return [] }
        expectAnswer(at: now)
        return [.write(bytes)]
    }

    private mutating func unpause(at now: Uptime) -> [Step] {
        guard pausedUntil != nil else { return [] }
        pausedUntil = nil
        if fence != nil { fence = now + fenceTime }
        return goOn(at: now)
    }

    /// The fence; empty for a printer that is known not to answer one, since it would print it.
    private var fenceBytes: [UInt8] {
        if capabilities.tellsWhenPrinted { return [0x1D, 0x28, 0x48, 6, 0, 0x30, 0x30] + processCode }
        return capabilities.answersInOrder ? [0x1D, 0x72, 1] : []
    }

    private var fenceTime: Duration { capabilities.mustProve ? Self.fenceLimit : Self.unprovenLimit }

    private var hasForgotten: Bool {
        asked.contains { question in if case .mark = question { true } else { false } }
    }

    /// Expects an answer after the time that the bytes under way need on the line.
    private mutating func expectAnswer(within limit: Duration = busyLimit, at now: Uptime) {
        missed = now + capabilities.lineTime(ahead) + limit
    }

    // MARK: Status queries

    /// Whether to query the status: only without open questions, because a printer that reads nothing would get them all at
    /// once.
    private var mayLook: Bool { asked.isEmpty && round == nil }

    private mutating func look(at now: Uptime) -> [Step] {
        guard round == nil else { return [] }
        round = StatusRound(questions, tellsFaults: capabilities.tellsFaults)
        return askOn(at: now)
    }

    private mutating func askOn(at now: Uptime) -> [Step] {
        if let question = round?.nextQuestion() {
            asked.append(.status)
            expectAnswer(at: now)
            return [.write(question)]
        }
        guard let said = round?.status else { return [] }
        round = nil
        return become(said, at: now)
    }

    private mutating func become(_ said: PrinterStatus, at now: Uptime) -> [Step] {
        nextPoll = now + Self.pollPause
        let isNews = said != status
        status = said
        if let obstacle = said.obstacle { return recover(from: obstacle) + stop(obstacle, at: now) }
        guard hold == nil else { return arrears == nil ? release(at: now) : [] }
        return (isNews ? [.tell(.goesOn(status))] : []) + goOn(at: now)
    }

    // MARK: Missing answers

    /// Handles a question without an answer in time.
    private mutating func miss(at now: Uptime) -> [Step] {
        // The fault question is also sent to printers that may not answer it.
        if round?.asksForFault == true, !capabilities.tellsChanges, asked.count == 1 {
            asked = []
            return askOn(at: now)
        }
        guard hold == nil else { return askAgain(at: now) }
        missed = now + Self.askAgainPause
        return stop(.noAnswer, at: now)
    }

    private mutating func askAgain(at now: Uptime) -> [Step] {
        let losses = arrears.map { $0.owed == asked.count ? $0.losses + 1 : 0 } ?? 0
        if losses == Self.mostLosses { return [.end(.unknown(.restarted))] }
        arrears = Arrears(owed: asked.count, losses: losses)
        var question = questions[0]
        // Either question may be the answered one; the effect is the same.
        if case .status = asked.first, let open = round?.openQuestion { question = open }
        asked.append(.again)
        expectAnswer(within: Self.askAgainPause, at: now)
        return [.write(StatusRound.question(question))]
    }

    // MARK: Waiting

    private mutating func stop(_ why: PrinterError, at now: Uptime) -> [Step] {
        guard patience > .zero else { return [.end(.unknown(why))] }
        nextPoll = now + Self.pollPause
        guard hold?.why != why else { return [] }
        let end = patienceEnds ?? now + patience
        patienceEnds = end
        hold = Hold(why: why, until: hold?.until ?? end)
        return [.tell(.waits(why.failure, status))]
    }

    /// Lets the blade move only after someone has cleared the jam by hand, and once per jam. The printer keeps its buffer
    /// and goes on at the line where it stopped (`DLE ENQ 1`).
    private mutating func recover(from obstacle: PrinterError) -> [Step] {
        if status.cover == .open { wasOpened = true }
        guard obstacle == .jammed, wasOpened else { return [] }
        wasOpened = false
        return [.write([0x10, 0x05, 1])]
    }

    private mutating func release(at now: Uptime) -> [Step] {
        (hold, wasOpened) = (nil, false)
        if fence != nil { fence = now + fenceTime }
        expectAnswer(at: now)
        return [.tell(.goesOn(status))] + goOn(at: now)
    }
}
