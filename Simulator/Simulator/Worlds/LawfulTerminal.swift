import Flow
import Hardware
import Model

/// A terminal that may do anything the documents allow: wherever they leave it a choice, it asks. What it has really done
/// stands in its book.
///
/// While a command is under way it works through a plan of acts, one after the other; what the till answers, and what does
/// not come, replaces the rest of it. What goes on inside of it when the line is gone is scheduled by itself.
package final class LawfulTerminal: @unchecked Sendable {  // guards: touched on its lane, or at rest
    enum Awaited { case answer, commit }

    enum Act {
        case say([UInt8], Awaited)
        case pause(Duration)
        case perform((LawfulTerminal) -> Void)
    }

    enum Waiting {
        case nothing
        case pause(Uptime)
        case answer(Awaited, until: Uptime)
    }

    /// How far the running transaction has come.
    enum Phase { case none, awaitingCard, card, booked, confirmed }

    /// The longest that a card phase goes on without the till: T4 and the removal of the card.
    static let longestCardPhase = Duration.seconds(240)

    package let address: DeviceAddress
    package let kind: LineKind
    let environment: Environment
    let lane: any Lane
    let choices: Choices
    let log: WorldLog
    let habits: TerminalHabits
    package internal(set) var book = HonestBook()
    var memory = TerminalMemory()
    /// What it knew before its last booking: a backup restored.
    var earlier = TerminalMemory()
    var link: any TerminalLinkLayer
    /// Where it hears and speaks.
    var line: WorldLine?
    /// Who has it open.
    private var owner: WorldLine?
    var registration = TerminalRegistration.loggedOff
    var plan: [Act] = []
    var waiting = Waiting.nothing
    var phase = Phase.none
    var request = TransactionRequest()
    /// Which transaction of the till asks.
    var asking: PaymentID?
    /// Booked, and the till's word on it still open.
    var booking: Int?
    /// What the till has acknowledged in the running transaction.
    var acknowledged: Int?
    /// How often it was told to wait for what becomes of the goods.
    var asked = 0
    /// What it said last.
    var lastSaid: [UInt8] = []
    /// What it knew nothing of any more once it was restored from an earlier state: no till can know it.
    var forgotten: Set<Int> = []
    /// How much stood in the book when that transaction was asked for.
    var askedAt: [PaymentID: Int] = [:]
    /// Whether it still repeats the one before what is not settled.
    var isStale = false
    /// With a card, a reversal or a host, while nobody listens.
    var busyUntil: Uptime?
    /// Since when it is with its host, in a card phase that goes on by itself; nil where there is no card.
    var hostSince: Uptime?
    /// How often another one was put in its place.
    var exchanges = 0
    /// Which entry it told as the result of a transaction that it did not book.
    var toldInstead: [PaymentID: Int] = [:]
    /// Counts what goes on by itself, so that an abort ends it.
    var ownWork = 0
    var lastHeard: Uptime
    var lastAmount: Int64 = 1150
    /// What the cashier does.
    var cancel: (@Sendable () -> Void)?
    private var timer: (any Running)?

    init(on kind: LineKind, choices: Choices, log: WorldLog, environment: Environment) {
        address = DeviceAddress(scheme: "memory", path: "lawful-terminal")
        self.kind = kind
        self.choices = choices
        self.log = log
        self.environment = environment
        lane = environment.lane("lawful-terminal", 4096)
        habits = TerminalHabits(choices)
        link = kind == .raw ? TerminalLink(TerminalScenario()) : TerminalStreamLink(TerminalScenario())
        lastHeard = environment.uptime()
        if habits.isNew { memory.restartNumbers() } else { bookEarlierPayment() }
        earlier = memory
    }

    var now: Uptime { environment.uptime() }
    var time: TerminalTime { TerminalMoment(now, date: environment.now()).time }
    var isOnNetwork: Bool { kind != .raw }
    var isMaster: Bool {
        if case .nothing = waiting { return !plan.isEmpty }
        return true
    }
    var isBusyByItself: Bool { busyUntil.map { now < $0 } ?? false }
    var hasRestarted: Bool { memory.hasRestarted || memory.terminalID != TerminalMemory().terminalID }
    var isAtHost: Bool { hostSince.map { $0 <= now } ?? true }

    /// What its journal begins with.
    var newestEntry: HonestBook.Entry? { book.entries.last { $0.terminalID == memory.terminalID } }
    var newestReceipt: Int { newestEntry?.receipt ?? 0 }

    func onLane(_ work: @escaping @Sendable () -> Void) {
        guard lane.enqueue(work) else { preconditionFailure("more waits at a terminal than a world has under way") }
    }

    // MARK: The line

    /// False when another has it.
    func attach(_ line: WorldLine) -> Bool {
        guard owner == nil || owner === line else { return false }
        owner = line
        return true
    }

    func connected(_ line: WorldLine) {
        if self.line != nil { lineFailed() }
        self.line = line
        if isOnNetwork { link.reset() }
    }

    /// What was sent before arrives.
    func detach(_ line: WorldLine) {
        if owner === line { owner = nil }
        onLane { [self] in
            guard self.line === line else { return }
            self.line = nil
            link.reset()
            lineFailed()
        }
    }

    /// This end closes it.
    func hangUp() {
        guard let line else { return }
        (self.line, owner) = (nil, nil)
        link.reset()
        line.lose()
    }

    func carry(_ bytes: [UInt8], from line: WorldLine) {
        onLane { [self] in
            guard self.line === line else { return }
            let now = now
            for byte in bytes {
                guard let event = link.take(byte, at: now) else { continue }
                handle(event)
            }
            finish()
        }
    }

    private func handle(_ event: TerminalLink.Event) {
        switch event {
        case .delivered: break
        case .failed: lineFailed()
        case .telegram(let bytes):
            guard link.acknowledge(bytes, at: now) else { return }
            log.note(.till(bytes))
            lastHeard = now
            hear(TillTelegramParser.parse(bytes))
        }
    }

    /// Sends what is to be sent, and waits for what comes next.
    func finish() {
        flush()
        let own: Uptime? =
            switch waiting {
            case .nothing: nil
            case .pause(let until), .answer(_, let until): until
            }
        timer?.cancel()
        timer = own.earlier(link.deadline).map { deadline in
            lane.schedule(at: deadline) { [self] in deadlineReached() }
        }
    }

    private func flush() {
        let bytes = link.takeOutput()
        guard !bytes.isEmpty, let line else { return }
        let opening = line.opening
        onLane { line.receive(bytes, on: opening) }
    }

    private func deadlineReached() {
        if let event = link.deadlineReached(at: now) { handle(event) }
        switch waiting {
        case .pause(let until) where until <= now:
            waiting = .nothing
            advance()
        case .answer(_, let until) where until <= now:
            waiting = .nothing
            if isOnNetwork { hangUp() }
            lineFailed()
        case .nothing, .pause, .answer: break
        }
        finish()
    }

    // MARK: Saying

    func say(_ bytes: [UInt8]) {
        log.note(.terminal(bytes))
        lastSaid = bytes
        _ = link.send(bytes, at: now)
        // Telegrams said one after the other come one after the other.
        flush()
    }

    func begin(_ acts: [Act]) {
        say(Self.yes)
        plan = acts
        advance()
    }

    static let yes: [UInt8] = [0x80, 0x00, 0x00]
    static func no(_ code: UInt8) -> [UInt8] { [0x84, code, 0x00] }

    /// Acts until something has to be waited for.
    func advance() {
        while case .nothing = waiting, !plan.isEmpty {
            switch plan.removeFirst() {
            case .say(let bytes, let awaited):
                say(bytes)
                waiting = .answer(awaited, until: now + (awaited == .commit ? .seconds(30) : .seconds(10)))
            case .pause(let span): waiting = .pause(now + span)
            case .perform(let work): work(self)
            }
        }
        if !isMaster { phase = .none }
    }
}

/// What a terminal has stored; another one, or an earlier one, may be put in its place.
struct TerminalMemory: Sendable {
    var terminalID = "29001234"
    var nextReceipt = 8
    var nextTrace = 8
    var nextTurnover = 8
    /// Entries of the book that `06 20` and `06 30` know of, oldest first.
    var stored: [Int] = []
    /// Of those, what can still be reversed.
    var today: [Int] = []

    /// Whether its numbers began anew since it was made.
    var hasRestarted = false

    mutating func restartNumbers() {
        hasRestarted = true
        (nextReceipt, nextTrace, nextTurnover) = (1, 1, 1)
    }
}
