import Flow
import Hardware
import Model

/// A terminal that may do anything the specifications allow: wherever they leave a choice, it asks. Its book records
/// what it has really done.
///
/// While a command is under way it works through a plan of acts; the till's answers, and missing ones, replace the rest
/// of the plan. Work that continues after the line is gone is scheduled separately.
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

    /// The progress of the running transaction.
    enum Phase { case none, awaitingCard, card, booked, confirmed }

    /// The longest card phase without the till: T4 and the removal of the card.
    static let longestCardPhase = Duration.seconds(240)

    package let address: DeviceAddress
    package let kind: LineKind
    let environment: Environment
    let lane: any Lane
    let choices: Choices
    let log: WorldLog
    let habits: TerminalHabits
    private let shared: SharedBook
    /// What all terminals of this world have done.
    package internal(set) var book: HonestBook {
        get { shared.book }
        _modify { yield &shared.book }
    }
    var memory: TerminalMemory
    /// The id with which the terminal was made.
    private let firstID: String
    /// The terminal's memory before the last booking, for a restored backup.
    var earlier: TerminalMemory
    var link: any TerminalLinkLayer
    /// The line that is connected.
    var line: WorldLine?
    /// The line that has opened the terminal, even if it is not connected.
    private var owner: WorldLine?
    var registration = TerminalRegistration.loggedOff
    var plan: [Act] = []
    var waiting = Waiting.nothing
    var phase = Phase.none
    var request = TransactionRequest()
    /// The transaction that the till is asking for.
    var asking: PaymentID?
    /// The booking that waits for the till's answer.
    var booking: Int?
    /// The booking that the till has acknowledged in the running transaction.
    var acknowledged: Int?
    /// How often the till has answered that the goods are still pending.
    var asked = 0
    /// The last telegram that the terminal sent.
    var lastSaid: [UInt8] = []
    /// The entries that were lost when the terminal was restored from a backup; no till can know them.
    var forgotten: Set<Int> = []
    /// The number of entries in the book when each transaction was requested.
    var askedAt: [PaymentID: Int] = [:]
    /// The entry that the terminal repeated when each transaction was requested; none if it repeats nothing.
    var shownAt: [PaymentID: HonestBook.Entry] = [:]
    /// Whether the terminal still repeats the transaction before an unsettled one.
    var isStale = false
    /// The time until which the terminal is busy with a card, a reversal or a host, while no till is connected.
    var busyUntil: Uptime?
    /// The time since which the terminal waits for its host, in a card phase that continues by itself; nil without a
    /// card.
    var hostSince: Uptime?
    /// How often the terminal was exchanged.
    var exchanges = 0
    /// The entry that the terminal reported as the result of a transaction that it did not book.
    var toldInstead: [PaymentID: Int] = [:]
    /// The number of the last work that the terminal began by itself. Work with an older number does nothing.
    var ownWork = 0
    var lastHeard: Uptime
    var lastAmount: Int64 = 1150
    /// Cancels the payment like a cashier.
    var cancel: (@Sendable () -> Void)?
    private var timer: (any Running)?

    /// Chooses its habits, and books an earlier payment unless it is new. A twin has the habits and the book of the
    /// first terminal.
    ///
    /// - Parameter first: the other terminal of the world, if this one is its twin.
    init(
        on kind: LineKind, choices: Choices, log: WorldLog, environment: Environment, isAnonymous: Bool = false,
        twinOf first: LawfulTerminal? = nil
    ) {
        let name = first == nil ? "lawful-terminal" : "twin-terminal"
        address = DeviceAddress(scheme: "memory", path: name)
        self.kind = kind
        self.choices = choices
        self.log = log
        self.environment = environment
        lane = environment.lane(name, 4096)
        habits = first?.habits ?? TerminalHabits(choices, isAnonymous: isAnonymous)
        shared = first?.shared ?? SharedBook()
        memory = TerminalMemory()
        if first != nil { memory.terminalID = "29005678" }
        firstID = memory.terminalID
        earlier = memory
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
    var hasRestarted: Bool { memory.hasRestarted || memory.terminalID != firstID }
    var isAtHost: Bool { hostSince.map { $0 <= now } ?? true }

    /// The newest entry that a person reads: in the terminal's journal, or in the acquirer's list, which still has what a
    /// restored terminal has forgotten. Of a terminal that has forgotten all, only that list is there. A reservation that
    /// lapsed at the host is in neither, and has no number.
    func newestEntry(ofAcquirer: Bool = false) -> HonestBook.Entry? {
        let its = book.entries.filter { $0.terminalID == memory.terminalID && $0.receipt > 0 }
        return (ofAcquirer ? nil : its.last { !forgotten.contains($0.serial) }) ?? its.last
    }

    func onLane(_ work: @escaping @Sendable () -> Void) {
        guard lane.enqueue(work) else { preconditionFailure("more waits at a terminal than a world has under way") }
    }

    // MARK: The line

    /// Connects a line. Returns false when another line has the terminal.
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

    /// Disconnects a line; bytes sent before still arrive.
    func detach(_ line: WorldLine) {
        if owner === line { owner = nil }
        onLane { [self] in
            guard self.line === line else { return }
            self.line = nil
            link.reset()
            lineFailed()
        }
    }

    /// The terminal closes the connection.
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

    /// Sends waiting telegrams and sets the timer.
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

    // MARK: Sending

    func say(_ bytes: [UInt8]) {
        log.note(.terminal(bytes))
        lastSaid = bytes
        _ = link.send(bytes, at: now)
        // Flushing now makes telegrams that are sent one after the other arrive one after the other.
        flush()
    }

    func begin(_ acts: [Act]) {
        say(Self.yes)
        plan = acts
        advance()
    }

    static let yes: [UInt8] = [0x80, 0x00, 0x00]
    static func no(_ code: UInt8) -> [UInt8] { [0x84, code, 0x00] }

    /// Performs acts until one has to wait.
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

/// What a terminal has stored. When a terminal is exchanged or restored, another or an earlier memory replaces it.
struct TerminalMemory: Sendable {
    var terminalID = "29001234"
    var nextReceipt = 8
    var nextTrace = 8
    var nextTurnover = 8
    /// The entries of the book that `06 20` and `06 30` know, oldest first.
    var stored: [Int] = []
    /// The stored entries that can still be reversed.
    var today: [Int] = []

    /// Whether the numbers have restarted since the memory was made.
    var hasRestarted = false

    mutating func restartNumbers() {
        hasRestarted = true
        (nextReceipt, nextTrace, nextTurnover) = (1, 1, 1)
    }
}
