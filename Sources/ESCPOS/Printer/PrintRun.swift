import Flow
import Hardware

/// One job from its first byte to its end: a part of `PrinterSession`, as pure as that.
///
/// Chunks go out so far ahead that the printer never runs dry, each with a question behind it that is answered when the
/// printer has taken both; then a fence, answered when it gets there (`GS ( H`, else `GS r 1`). Where it stands still
/// nothing more is written and nothing is written twice: it is asked until it goes on, or until patience is over.
///
/// Answers look alike and come in order. One that is missing when a later one has come says that the printer has
/// forgotten what it held. So one that owes answers is asked again: where each of these questions has its answer and as
/// many stay owed as before, they are lost, and perhaps a part of the print.
struct PrintRun: Sendable {
    /// How much may be on its way to the printer: what the smallest of them hold, but for the fence. Only a longer command
    /// may be more, and then nothing else is.
    static let mostAhead = 4_064
    /// How long a printer may be busy before it takes more.
    static let busyLimit: Duration = .seconds(10)
    /// How long the paper may take after the last byte, while the printer says that nothing is wrong.
    static let fenceLimit: Duration = .seconds(30)
    /// The same of a printer that need not say at the end that it got there: nothing comes of a longer wait.
    static let unprovenLimit: Duration = .seconds(5)
    /// Between two looks at its state.
    static let pollPause: Duration = .milliseconds(500)
    /// Between two questions to one that owes answers.
    static let askAgainPause: Duration = .seconds(5)
    /// So often must as many answers stay owed as before.
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
        /// Behind a chunk, so many bytes together.
        case mark(Int)
        case status
        /// Of one that owes answers.
        case again
    }

    private struct Hold {
        var why: PrinterError
        let until: Uptime
    }

    /// How many answers were owed when it was asked again, and how often it had stayed at that.
    private struct Arrears {
        let owed: Int
        let losses: Int
    }

    private let abilities: PrinterAbilities
    private let patience: Duration
    /// What of its state this printer answers, the first of it behind each chunk.
    private let questions: [UInt8]
    private let processCode: [UInt8]
    private var chunks: ArraySlice<[UInt8]>
    private var asked: [Question] = []
    private var ahead = 0
    private var round: StatusRound?
    private var status: PrinterStatus
    private var hold: Hold?
    /// Of a printer that was asked again, until it owes nothing.
    private var arrears: Arrears?
    /// Its answer to the fence, which counts once it owes nothing.
    private var proof: Ending?
    /// Until when XOFF is believed of a printer that says that it is on line.
    private var pausedUntil: Uptime?
    /// Somebody has had the cover open while it stood still.
    private var wasOpened = false
    /// When an answer is missed.
    private var missed = Uptime(nanoseconds: 0)
    private var nextPoll = Uptime(nanoseconds: 0)
    /// Until when it must be answered; nil until it was written.
    private var fence: Uptime?
    /// When patience is over, for all that was waited for since the printer last took something: one that stops and goes
    /// on for ever gets nowhere.
    private var patienceEnds: Uptime?

    /// - Parameters:
    ///   - before: the state it said before; something of it was answered.
    ///   - processCode: the four characters by which it tells this job.
    init(
        _ bytes: [UInt8], _ before: StatusRound, patience: Duration, abilities: PrinterAbilities, processCode: [UInt8]
    ) {
        chunks = PrintChunks.split(bytes, wish: abilities.tellsChanges ? [0x1D, 0x61, 0xFF] : [])[...]
        questions = before.answered
        status = before.status
        self.patience = patience
        self.abilities = abilities
        self.processCode = processCode
    }

    // MARK: What happens

    mutating func begin(at now: Uptime) -> [Step] { goOn(at: now) }

    /// An answer to `DLE EOT`.
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
            // Whatever the state is, a whole round tells it better.
            if byte & 0x08 != 0 { return look(at: now) }
            guard let hold else { return goOn(at: now) }
            if hold.why == .noAnswer { return asked.isEmpty ? release(at: now) : [] }
            return look(at: now)
        case .status:
            round?.take(byte)
            return askOn(at: now)
        }
    }

    /// Automatic status (`GS a`), unasked.
    mutating func noticed(_ status: PrinterStatus, at now: Uptime) -> [Step] { become(status, at: now) }

    /// `37 22 d1 d2 d3 d4`; another id than ours belongs to an earlier job.
    mutating func heard(block: [UInt8]) -> [Step] {
        guard fence != nil, block == [0x37, 0x22] + processCode else { return [] }
        return end(.confirmed)
    }

    /// Perhaps the answer to `GS r 1`.
    mutating func heard(plain byte: UInt8, at now: Uptime) -> [Step] {
        guard fence != nil, !abilities.tellsWhenPrinted, abilities.answersInOrder, byte & 0x90 == 0 else { return [] }
        guard hasForgotten || PrinterStatus.paper(byte) != .out else {
            // It counts for what was before it only where there was paper: written anew when there is.
            fence = nil
            return stop(.paperOut, at: now)
        }
        return end(.probably)
    }

    /// XON, XOFF. Questions are still asked; a printer that is on line and has taken everything needs no XON.
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
            return [.end(abilities.mustProve ? .unknown(.noProof) : .probably)]
        }
        return mayLook && nextPoll <= now ? look(at: now) : []
    }

    /// When `deadlineReached` is due.
    var deadline: Uptime? {
        if let hold { return min(hold.until, asked.isEmpty ? nextPoll : missed) }
        if !asked.isEmpty { return missed }
        return (pausedUntil ?? fence).map { min($0, nextPoll) }
    }

    /// Questions that have no answer yet.
    var owed: Int { asked.count }

    /// What was before the fence was taken before it: all of that has its answer by then.
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

    /// None for a printer that is known not to answer one: it would print it.
    private var fenceBytes: [UInt8] {
        if abilities.tellsWhenPrinted { return [0x1D, 0x28, 0x48, 6, 0, 0x30, 0x30] + processCode }
        return abilities.answersInOrder ? [0x1D, 0x72, 1] : []
    }

    private var fenceTime: Duration { abilities.mustProve ? Self.fenceLimit : Self.unprovenLimit }

    private var hasForgotten: Bool {
        asked.contains { question in if case .mark = question { true } else { false } }
    }

    /// Not before what is on its way is through the line.
    private mutating func expectAnswer(within limit: Duration = busyLimit, at now: Uptime) {
        missed = now + abilities.lineTime(ahead) + limit
    }

    // MARK: Looking

    /// Only where no question is out: a printer that takes nothing would get them all at once.
    private var mayLook: Bool { asked.isEmpty && round == nil }

    private mutating func look(at now: Uptime) -> [Step] {
        guard round == nil else { return [] }
        round = StatusRound(questions, tellsFaults: abilities.tellsFaults)
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

    // MARK: Missing

    /// A question that has no answer in time.
    private mutating func miss(at now: Uptime) -> [Step] {
        // That one is asked of printers too that are not known to answer it.
        if round?.asksForFault == true, !abilities.tellsChanges, asked.count == 1 {
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
        // Whichever of the two it answers, it is the same.
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

    /// A blade moves only once somebody has had his hand in the printer and has taken it out, and once for each time. What
    /// the printer holds is kept: it goes on at the line where it stopped (`DLE ENQ 1`).
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
