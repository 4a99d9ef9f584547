import Failures
import Flow
import Hardware
import Model
import Synchronization

/// A simulated terminal with lines in memory (`SimulatedLine`), on one lane of an environment. In a virtual world a
/// minute of card and host takes no time, and every run is the same.
package final class SimulatedTerminalInMemory: Sendable {
    /// Called with each entry before anything that follows is sent, on the terminal's lane.
    package typealias Recorder = @Sendable (TerminalJournal.Entry) -> Void

    package let address: DeviceAddress
    let kind: LineKind
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
        /// On a network: the line that holds the terminal, also between two connections.
        var owner: SimulatedLine?
        /// When the cable is plugged in again.
        var cableReturns: Uptime?
        var cableIsGone = false
        var isOff = false
        /// How often the cable was pulled or the power failed; bytes under way at that time are lost.
        var interruptions = 0
        /// When the last byte of each direction has passed.
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

    package init(
        _ scenario: TerminalScenario, journal: TerminalJournal = TerminalJournal(entries: []), environment: Environment,
        baud: Int = 9600, path: String = "terminal", kind: LineKind = .raw, record: @escaping Recorder = { _ in }
    ) {
        address = DeviceAddress(scheme: "memory", path: path)
        self.kind = kind
        self.environment = environment
        self.record = record
        byteTime = Pacer(baud: baud).byteTime
        lane = environment.lane("simulated-terminal", Self.laneLimit)
        let machine = SimulatedTerminalMachine(scenario, journal: journal, on: Self.medium(kind))
        state = Mutex(State(scenario: scenario, machine: machine, entries: journal.entries))
    }

    private static let laneLimit = 1024

    private static func medium(_ kind: LineKind) -> SimulatedTerminalMachine.Medium {
        kind == .raw ? .serial : .network
    }

    private var isOnNetwork: Bool { kind != .raw }

    /// A new transport to this terminal. Only one can be open at a time, as with a real port.
    package func line() -> SimulatedLine { SimulatedLine(self) }

    /// All entries of the terminal.
    package var journal: TerminalJournal { TerminalJournal(entries: state.withLock { $0.entries }) }

    /// Whether the terminal has power and its cable is plugged in.
    package var isPluggedIn: Bool {
        let now = environment.uptime()
        return state.withLock { $0.isReachable(at: now) }
    }

    /// Whether no command is under way and nothing waits to be sent.
    package var isAtRest: Bool { state.withLock { $0.machine.isAtRest } }

    /// How often the terminal has received each command since it was switched on, by control field.
    package var commands: [UInt16: Int] { state.withLock { $0.machine.commands } }

    private func moment() -> TerminalMoment { TerminalMoment(environment.uptime(), date: environment.now()) }
}

// MARK: - The cable

extension SimulatedTerminalInMemory {
    /// Connects a line and returns when it is connected; nil when the terminal cannot be reached over a network. Throws
    /// when a terminal without a network cannot be reached, or when another line has it.
    func attach(_ line: SimulatedLine) throws(Failure) -> Uptime? {
        let now = environment.uptime()
        let (isFree, isReachable, start) = state.withLock { state in
            let isFree = state.line == nil && (state.owner == nil || state.owner === line)
            let isReachable = state.isReachable(at: now)
            if isFree, isReachable { state.line = line }
            if isFree, isOnNetwork { state.owner = line }
            // Bytes of an earlier connection arrive first.
            return (isFree, isReachable, isOnNetwork ? max(now, state.incomingFree) : now)
        }
        guard isReachable || isOnNetwork else {
            throw Failure(LineFailure.notFound, "There is no \(address).", recovery: .askOperator)
        }
        guard isFree else { throw Failure(LineFailure.busy, "\(address) is in use.", recovery: .askOperator) }
        guard isReachable else { return nil }
        _ = lane.schedule(at: start) { [self] in
            run { $0.hasStarted ? [] : $0.start(at: $1) }
            if isOnNetwork { run { $0.machine.connected(at: $1) } }
        }
        return start
    }

    /// Releases the terminal from a line.
    func release(_ line: SimulatedLine) {
        detach(line)
        state.withLock { state in
            if state.owner === line { state.owner = nil }
        }
    }

    /// Disconnects a line. A terminal on a network notices this after all bytes under way.
    func detach(_ line: SimulatedLine) {
        let (wasAttached, arrival, interruptions) = state.withLock { state in
            let wasAttached = state.line === line
            if wasAttached { state.line = nil }
            return (wasAttached, max(environment.uptime(), state.incomingFree), state.interruptions)
        }
        guard wasAttached, isOnNetwork else { return }
        _ = lane.schedule(at: arrival) { [self] in
            guard state.withLock({ $0.interruptions == interruptions }) else { return }
            run { $0.machine.disconnected(at: $1) }
        }
    }

    /// Transmits the till's bytes; the terminal receives them when the last one has passed.
    func carry(_ bytes: [UInt8], from line: SimulatedLine) {
        guard !bytes.isEmpty, !isOnNetwork || state.withLock({ $0.line === line }) else { return }
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

// MARK: - Cable and power

extension SimulatedTerminalInMemory {
    /// Pulls the cable, as soon as the lane gets to it. The terminal notices only missing answers; on a network it
    /// notices at once.
    ///
    /// - Parameter backAfter: how long until the cable is plugged in again; nil for not before `plugIn`.
    package func pullCable(backAfter: Duration?) {
        onLane { [self] in
            pull(backAfter, at: environment.uptime())
            if isOnNetwork { run { $0.machine.disconnected(at: $1) } }
        }
    }

    package func plugIn() {
        onLane { [self] in
            state.withLock { ($0.cableReturns, $0.cableIsGone) = (nil, false) }
            run { $0.machine.lineReturned(at: $1) }
        }
    }

    /// Switches the terminal off; it forgets everything but its journal.
    package func switchOff() {
        onLane { [self] in
            state.withLock { $0.isOff = true }
            interrupt()
            setTimer()
        }
    }

    /// Switches the terminal on, optionally with another scenario. `past` replaces the earlier entries in its memory,
    /// for a terminal that was set up anew or exchanged; `journal` still shows the original entries.
    package func switchOn(_ other: TerminalScenario? = nil, past: TerminalJournal? = nil) {
        onLane { [self] in
            state.withLock { state in
                state.scenario = other ?? state.scenario
                let journal = past ?? TerminalJournal(entries: state.entries)
                state.machine = SimulatedTerminalMachine(
                    state.scenario, journal: journal, on: Self.medium(kind))
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
            case .hangUp(let abruptly): hangUp(abruptly: abruptly)
            }
        }
        setTimer()
    }

    /// Ends the connection. Sent bytes still arrive, unless a reset overtakes them; the till's further bytes do not.
    private func hangUp(abruptly: Bool) {
        let (line, end) = state.withLock { state in
            state.interruptions += 1
            defer { state.line = nil }
            return (state.line, abruptly ? environment.uptime() : max(environment.uptime(), state.outgoingFree))
        }
        guard let line else { return }
        let number = line.number
        let failure = Failure(
            LineFailure.closed, "The terminal at \(address) closed the connection.", recovery: .askOperator)
        _ = lane.schedule(at: end) { line.lose(.disconnected(failure), on: number) }
    }

    private func deliver(_ bytes: [UInt8]) {
        let (line, arrival) = state.withLock { ($0.line, pass(bytes, &$0.outgoingFree)) }
        guard let line else { return }
        let number = line.number
        _ = lane.schedule(at: arrival) { line.receive(bytes, on: number) }
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
        guard let line else { return }
        let failure = Failure(
            LineFailure.closed, "The connection to \(address) was broken off.", recovery: .askOperator)
        line.lose(isOnNetwork ? .disconnected(failure) : .unplugged(address.path), on: line.number)
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
