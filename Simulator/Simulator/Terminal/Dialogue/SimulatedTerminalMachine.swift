import Flow

/// A ZVT terminal on a serial line or a network, as a pure machine: bytes and time go in, steps and a deadline come
/// out.
///
/// Steps are performed in order, and `record` is durable before the next step. That makes the journal an oracle:
/// nothing is sent before it is stored.
package struct SimulatedTerminalMachine: Sendable {
    package enum Step: Equatable, Sendable {
        case record(TerminalJournal.Entry)
        case write([UInt8])
        /// Pull the cable, for good when `backAfter` is nil. Call `lineReturned` when the cable is back.
        case pullCable(backAfter: Duration?)
        /// Close the network connection, regularly or with a reset.
        case hangUp(abruptly: Bool)
    }

    /// How the terminal is connected.
    package enum Medium: Hashable, Sendable { case serial, network }

    private let scenario: TerminalScenario
    private let medium: Medium
    private var link: any TerminalLinkLayer
    private var dialogue: TerminalDialogue
    private var steps: [Step] = []
    /// How many telegrams were sent, for the faults of the scenario.
    private var said = 0
    private var heard = 0
    /// How often the terminal has received each command of the till, by control field, without repetitions on the line.
    package private(set) var commands: [UInt16: Int] = [:]
    /// The time since which a connection is idle.
    private var idleSince: Uptime?
    /// Whether a command has been under way since the connection was last closed after one.
    private var hadCommand = false

    /// - Parameter journal: the earlier entries; new entries continue their numbers.
    package init(
        _ scenario: TerminalScenario, journal: TerminalJournal = TerminalJournal(entries: []),
        on medium: Medium = .serial
    ) {
        self.scenario = scenario
        self.medium = medium
        switch medium {
        case .serial: link = TerminalLink(scenario)
        case .network: link = TerminalStreamLink(scenario)
        }
        dialogue = TerminalDialogue(scenario, journal: journal, on: medium)
    }

    /// When to call `deadlineReached`, if nothing happens before.
    package var deadline: Uptime? { [link.deadline, dialogue.deadline, idleDeadline].compactMap { $0 }.min() }

    private var idleDeadline: Uptime? {
        guard isAtRest, let idleSince, let limit = scenario.network.closesIdleAfter else { return nil }
        return idleSince + limit.duration
    }

    /// Whether no command is under way and nothing waits to be sent.
    package var isAtRest: Bool { !dialogue.isMaster && link.isQuiet }

    /// Switches the terminal on. This must be the first call.
    package mutating func started(at moment: TerminalMoment) -> [Step] {
        dialogue.started(at: moment)
        return finish(at: moment)
    }

    package mutating func received(_ bytes: [UInt8], at moment: TerminalMoment) -> [Step] {
        guard scenario.faults.foreignBytes.isEmpty else {
            return [.write(scenario.faults.foreignBytes.map(\.value))]
        }
        if idleSince != nil { idleSince = moment.uptime }
        for byte in bytes {
            guard let event = link.take(byte, at: moment.uptime) else { continue }
            handle(event, at: moment)
        }
        return finish(at: moment)
    }

    package mutating func deadlineReached(at moment: TerminalMoment) -> [Step] {
        if let event = link.deadlineReached(at: moment.uptime) { handle(event, at: moment) }
        if let idleDeadline, idleDeadline <= moment.uptime { hangUp(abruptly: false) }
        dialogue.deadlineReached(at: moment)
        return finish(at: moment)
    }

    /// Handles a till's connection over the network.
    package mutating func connected(at moment: TerminalMoment) -> [Step] {
        link.reset()
        idleSince = moment.uptime
        return finish(at: moment)
    }

    /// Handles the end of the connection, which the till has closed or the network has lost. Unlike on a serial line,
    /// the terminal notices it.
    package mutating func disconnected(at moment: TerminalMoment) -> [Step] {
        link.reset()
        idleSince = nil
        dialogue.lineFailed(at: moment)
        return finish(at: moment)
    }

    /// Handles a cable that is plugged in again. The terminal does not notice this; its timers went on.
    package mutating func lineReturned(at moment: TerminalMoment) -> [Step] { finish(at: moment) }

    private mutating func handle(_ event: TerminalLink.Event, at moment: TerminalMoment) {
        switch event {
        case .delivered: dialogue.delivered(at: moment)
        case .failed: dialogue.lineFailed(at: moment)
        case .telegram(let bytes): hear(bytes, at: moment)
        }
        perform(at: moment)
    }

    private mutating func hear(_ bytes: [UInt8], at moment: TerminalMoment) {
        let telegram = TillTelegramParser.parse(bytes)
        let fault = scenario.faults.fault(hearing: heard + 1)
        if fault == .deaf { dialogue.fallSilent() }
        if fault == .unheard {
            heard += 1
            return loseLine(at: moment)
        }
        guard dialogue.hears(telegram), link.acknowledge(bytes, at: moment.uptime) else { return }
        heard += 1
        if !telegram.isResponse { commands[UInt16(bytes[0]) << 8 | UInt16(bytes[1]), default: 0] += 1 }
        if fault == .ignored { dialogue.fallSilent() } else { dialogue.received(telegram, at: moment) }
    }

    private mutating func finish(at moment: TerminalMoment) -> [Step] {
        perform(at: moment)
        closeAfterCommand()
        defer { steps = [] }
        return steps
    }

    private mutating func closeAfterCommand() {
        guard isAtRest else { return hadCommand = true }
        guard hadCommand, idleSince != nil, scenario.network.closesAfterEach else { return }
        hadCommand = false
        hangUp(abruptly: false)
    }

    private mutating func perform(at moment: TerminalMoment) {
        flush()
        while let step = dialogue.takeStep() {
            switch step {
            case .record(let entry): steps.append(.record(entry))
            case .say(let telegram): say(telegram, at: moment)
            case .ignore: link.forgetLast()
            case .pullCable(let backAfter):
                link.reset()
                steps.append(.pullCable(backAfter: backAfter))
            case .hangUp(let abruptly): hangUp(abruptly: abruptly)
            case .restart: restart()
            }
            flush()
        }
    }

    private mutating func say(_ telegram: TerminalTelegram, at moment: TerminalMoment) {
        said += 1
        let encoder = TerminalEncoder(scenario: scenario, registration: dialogue.registration)
        let bytes = encoder.bytes(telegram)
        guard let fault = scenario.faults.fault(saying: said) else { return put(bytes, at: moment) }
        guard dialogue.suffer(fault, at: telegram, moment) else { return }
        switch fault {
        case .stray:
            put(.stray, at: moment)
            // A response is sent without waiting for an answer to the unknown telegram.
            if [0x80, 0x84].contains(bytes[0]) { put(bytes, at: moment) }
        case .unreadable: put(bytes.unreadable, at: moment)
        case .lineLost:
            loseLine(at: moment)
            // A terminal on a serial line does not notice and goes on sending.
            if medium == .serial { put(bytes, at: moment) }
        case .abort, .refusal, .busy, .omission, .repetition, .contradiction, .restart, .silence, .unheard, .ignored,
            .deaf:
            put(bytes, at: moment)
        }
    }

    private mutating func put(_ telegram: [UInt8], at moment: TerminalMoment) {
        if link.send(telegram, at: moment.uptime) != nil { dialogue.delivered(at: moment) }
        if idleSince != nil { idleSince = moment.uptime }
    }

    /// Loses the line, which the terminal only notices on a network.
    private mutating func loseLine(at moment: TerminalMoment) {
        flush()
        steps.append(.pullCable(backAfter: scenario.faults.outage.duration))
        guard medium == .network else { return }
        link.reset()
        idleSince = nil
        dialogue.lineFailed(at: moment)
    }

    private mutating func hangUp(abruptly: Bool) {
        flush()
        link.reset()
        idleSince = nil
        steps.append(.hangUp(abruptly: abruptly))
    }

    /// Restarts; on a network the terminal is unreachable meanwhile.
    private mutating func restart() {
        link.reset()
        guard medium == .network else { return }
        idleSince = nil
        steps.append(.pullCable(backAfter: scenario.timing.restart.duration))
    }

    private mutating func flush() {
        let bytes = link.takeOutput()
        guard !bytes.isEmpty else { return }
        if case .write(let former) = steps.last {
            steps[steps.count - 1] = .write(former + bytes)
        } else {
            steps.append(.write(bytes))
        }
    }
}
