import Flow
import Hardware
import Model
import Synchronization

/// A simulated terminal without any pty: its lines are `SimulatedLine`s, and all of it runs on one lane of an
/// environment. In a virtual world a minute of card and host takes no time and every run is the same.
public final class SimulatedTerminalInMemory: Sendable {
    /// Told of each entry before anything that follows from it leaves the terminal, on the terminal's lane.
    public typealias Recorder = @Sendable (TerminalJournal.Entry) -> Void

    public let address: DeviceAddress
    let environment: Environment
    let lane: any Lane
    private let byteTime: Int64
    private let record: Recorder
    private let state: Mutex<State>

    private struct State {
        var scenario: TerminalScenario
        var machine: SimulatedTerminalMachine
        var entries: [TerminalJournal.Entry]
        var hasStarted = false
        var timer: (any Running)?
        var line: SimulatedLine?
        /// The cable is out until then.
        var cableReturns: Uptime?
        var cableIsGone = false
        var isOff = false
        /// Counts the times that the cable was pulled or the power failed: what was on the wire then is lost.
        var interruptions = 0
        /// When the last byte each way has passed.
        var incomingFree = Uptime(nanoseconds: .min / 2)
        var outgoingFree = Uptime(nanoseconds: .min / 2)

        func isReachable(at now: Uptime) -> Bool {
            !isOff && !cableIsGone && (cableReturns.map { $0 <= now } ?? true)
        }

        mutating func start(at moment: TerminalMoment) -> [SimulatedTerminalMachine.Step] {
            hasStarted = true
            return machine.started(at: moment)
        }
    }

    public init(
        _ scenario: TerminalScenario, journal: TerminalJournal = TerminalJournal(entries: []), environment: Environment,
        baud: Int = 9600, path: String = "terminal", record: @escaping Recorder = { _ in }
    ) {
        address = DeviceAddress(scheme: "memory", path: path)
        self.environment = environment
        self.record = record
        byteTime = Pacer(baud: baud).byteTime
        lane = environment.lane("simulated-terminal", Self.laneLimit)
        let machine = SimulatedTerminalMachine(scenario, journal: journal)
        state = Mutex(State(scenario: scenario, machine: machine, entries: journal.entries))
    }

    private static let laneLimit = 1024

    /// A new transport to this terminal. One at a time can be open, as with a real port.
    public func line() -> SimulatedLine { SimulatedLine(self) }

    /// All that the terminal has written down.
    public var journal: TerminalJournal { TerminalJournal(entries: state.withLock { $0.entries }) }

    /// Whether there is power and a cable.
    public var isPluggedIn: Bool {
        let now = environment.uptime()
        return state.withLock { $0.isReachable(at: now) }
    }

    /// At rest: no command under way and nothing to be said.
    public var isAtRest: Bool { state.withLock { $0.machine.isAtRest } }

    private func moment() -> TerminalMoment { TerminalMoment(environment.uptime(), date: environment.now()) }
}

// MARK: - The cable

extension SimulatedTerminalInMemory {
    func attach(_ line: SimulatedLine) throws(Failure) {
        let now = environment.uptime()
        let refusal = state.withLock { state -> Failure? in
            guard state.isReachable(at: now) else {
                return Failure("line.notFound", "There is no \(address).", recovery: .askOperator)
            }
            guard state.line == nil else {
                return Failure("line.busy", "\(address) is in use.", recovery: .askOperator)
            }
            state.line = line
            return nil
        }
        if let refusal { throw refusal }
        _ = lane.schedule(at: now) { [self] in run { $0.hasStarted ? [] : $0.start(at: $1) } }
    }

    func detach(_ line: SimulatedLine) {
        state.withLock { state in
            if state.line === line { state.line = nil }
        }
    }

    /// Bytes that the till has put on the wire; the terminal has them when the last one has passed.
    func carry(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        let (arrival, interruptions) = state.withLock { (pass(bytes, &$0.incomingFree), $0.interruptions) }
        _ = lane.schedule(at: arrival) { [self] in
            guard state.withLock({ $0.interruptions == interruptions }) else { return }
            run { $0.machine.received(bytes, at: $1) }
        }
    }

    private func pass(_ bytes: [UInt8], _ free: inout Uptime) -> Uptime {
        let begin = max(free, environment.uptime())
        free = Uptime(nanoseconds: begin.nanoseconds + Int64(bytes.count) * byteTime)
        return free
    }
}

// MARK: - What a hand or the power company does

extension SimulatedTerminalInMemory {
    /// Pulls the cable, as soon as the lane gets to it. The terminal finds out by what does not come.
    /// - Parameter backAfter: nil: it stays out until `plugIn`.
    public func pullCable(backAfter: Duration?) {
        onLane { [self] in pull(backAfter, at: environment.uptime()) }
    }

    public func plugIn() {
        onLane { [self] in
            state.withLock { ($0.cableReturns, $0.cableIsGone) = (nil, false) }
            run { $0.machine.lineReturned(at: $1) }
        }
    }

    /// All it knew is gone but its journal.
    public func switchOff() {
        onLane { [self] in
            state.withLock { $0.isOff = true }
            interrupt()
            setTimer()
        }
    }

    /// Switches it on, playing another scenario where one is given. Where it was installed anew or exchanged, it has
    /// another past; its `journal` here still tells of the first one.
    public func switchOn(_ other: TerminalScenario? = nil, past: TerminalJournal? = nil) {
        onLane { [self] in
            state.withLock { state in
                state.scenario = other ?? state.scenario
                let journal = past ?? TerminalJournal(entries: state.entries)
                state.machine = SimulatedTerminalMachine(state.scenario, journal: journal)
                state.isOff = false
            }
            run { $0.start(at: $1) }
        }
    }

    private func onLane(_ work: @escaping @Sendable () -> Void) {
        _ = lane.schedule(at: environment.uptime(), work)
    }
}

// MARK: - The machine, on the lane

extension SimulatedTerminalInMemory {
    private func run(_ input: (inout State, TerminalMoment) -> [SimulatedTerminalMachine.Step]) {
        lane.assertOnLane()
        guard !state.withLock({ $0.isOff }) else { return }
        let moment = moment()
        for step in state.withLock({ input(&$0, moment) }) {
            switch step {
            case .record(let entry):
                state.withLock { $0.entries.append(entry) }
                record(entry)
            case .write(let bytes): deliver(bytes)
            case .pullCable(let backAfter): pull(backAfter, at: moment.uptime)
            }
        }
        setTimer()
    }

    private func deliver(_ bytes: [UInt8]) {
        let (line, arrival) = state.withLock { ($0.line, pass(bytes, &$0.outgoingFree)) }
        guard let line else { return }
        _ = lane.schedule(at: arrival) { line.receive(bytes) }
    }

    private func pull(_ backAfter: Duration?, at now: Uptime) {
        state.withLock { state in
            state.cableReturns = backAfter.map { now + $0 }
            state.cableIsGone = backAfter == nil
        }
        interrupt()
        guard let backAfter else { return }
        _ = lane.schedule(at: now + backAfter) { [self] in run { $0.machine.lineReturned(at: $1) } }
    }

    private func interrupt() {
        let line = state.withLock { state -> SimulatedLine? in
            state.interruptions += 1
            defer { state.line = nil }
            return state.line
        }
        line?.lose()
    }

    private func setTimer() {
        state.withLock { state in
            state.timer?.cancel()
            state.timer = nil
            guard !state.isOff else { return }
            state.timer = state.machine.deadline.map { deadline in
                lane.schedule(at: deadline) { [self] in run { $0.machine.deadlineReached(at: $1) } }
            }
        }
    }
}

/// A line to a simulated terminal in memory. A `Transport` like every other: one open, one wire, one close.
public final class SimulatedLine: Transport {
    private let terminal: SimulatedTerminalInMemory
    private let state = Mutex(State())

    private struct State {
        var wire: (any Wire)?
        var timer: (any Running)?
    }

    init(_ terminal: SimulatedTerminalInMemory) { self.terminal = terminal }

    public var address: DeviceAddress { terminal.address }

    public func open(_ wire: any Wire) throws(Failure) {
        try terminal.attach(self)
        state.withLock { $0.wire = wire }
        perform { wire.opened(at: $0) }
    }

    public func perform(_ work: @escaping @Sendable (_ now: Uptime) -> WireOrders) {
        _ = terminal.lane.schedule(at: terminal.environment.uptime()) { [self] in
            guard wire != nil else { return }
            obey(work(terminal.environment.uptime()))
        }
    }

    public func close() {
        _ = end()
        terminal.detach(self)
    }

    private var wire: (any Wire)? { state.withLock { $0.wire } }

    private func end() -> (any Wire)? {
        state.withLock { state in
            state.timer?.cancel()
            state.timer = nil
            defer { state.wire = nil }
            return state.wire
        }
    }

    fileprivate func receive(_ bytes: [UInt8]) {
        guard let wire else { return }
        obey(wire.received(bytes, at: terminal.environment.uptime()))
    }

    fileprivate func lose() {
        guard let wire = end() else { return }
        wire.lost(.unplugged(address.path), at: terminal.environment.uptime())
    }

    private func obey(_ orders: WireOrders) {
        terminal.carry(orders.write)
        state.withLock { state in
            state.timer?.cancel()
            guard state.wire != nil else { return }
            state.timer = orders.deadline.map { deadline in
                terminal.lane.schedule(at: deadline) { [self] in
                    guard let wire else { return }
                    obey(wire.deadlineReached(at: terminal.environment.uptime()))
                }
            }
        }
    }
}
