import Flow

/// A ZVT terminal on a serial line or a network, as a pure machine: bytes and time in, steps and a deadline out.
///
/// Steps are taken in order; `record` is durable before the steps behind it are taken. That is what makes the
/// journal an oracle: nothing is said that was not written down before.
package struct SimulatedTerminalMachine: Sendable {
    package enum Step: Equatable, Sendable {
        case record(TerminalJournal.Entry)
        case write([UInt8])
        /// Nil: for good. Tell `lineReturned` when it is back.
        case pullCable(backAfter: Duration?)
        /// Closes the connection of a network: in order, or with a reset.
        case hangUp(abruptly: Bool)
    }

    /// What the terminal is connected by.
    package enum Medium: Hashable, Sendable { case serial, network }

    private let scenario: TerminalScenario
    private let medium: Medium
    private var link: any TerminalLinkLayer
    private var dialogue: TerminalDialogue
    private var steps: [Step] = []
    /// Telegrams so far, for the mishaps of the scenario.
    private var said = 0
    private var heard = 0
    /// How often it has heard each command of the till's, by its control field; a repetition on the line is not heard.
    package private(set) var commands: [UInt16: Int] = [:]
    /// Since when a connection stands on which nothing is said.
    private var idleSince: Uptime?

    /// `journal` is what the terminal did in its earlier lives; its numbers go on from there.
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

    /// When `deadlineReached` wants to be called, if nothing happens before.
    package var deadline: Uptime? { [link.deadline, dialogue.deadline, idleDeadline].compactMap { $0 }.min() }

    private var idleDeadline: Uptime? {
        guard isAtRest, let idleSince, let limit = scenario.network.closesIdleAfter else { return nil }
        return idleSince + limit.duration
    }

    /// At rest: no command under way, nothing to be said.
    package var isAtRest: Bool { !dialogue.isMaster && link.isQuiet }

    /// Switched on; first of all calls.
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

    /// A till has connected over the network.
    package mutating func connected(at moment: TerminalMoment) -> [Step] {
        link.reset()
        idleSince = moment.uptime
        return finish(at: moment)
    }

    /// The till has closed the connection, or the network has lost it. Unlike a serial line, that is noticed.
    package mutating func disconnected(at moment: TerminalMoment) -> [Step] {
        link.reset()
        idleSince = nil
        dialogue.lineFailed(at: moment)
        return finish(at: moment)
    }

    /// The cable is plugged in again. A terminal does not see that: what was under way meanwhile has its timers.
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
        let mishap = scenario.faults.mishap(hearing: heard + 1)
        if mishap == .deaf { dialogue.fallSilent() }
        if mishap == .unheard {
            heard += 1
            return loseLine(at: moment)
        }
        guard dialogue.hears(telegram), link.acknowledge(bytes, at: moment.uptime) else { return }
        heard += 1
        if !telegram.isResponse { commands[UInt16(bytes[0]) << 8 | UInt16(bytes[1]), default: 0] += 1 }
        if mishap == .ignored { dialogue.fallSilent() } else { dialogue.received(telegram, at: moment) }
    }

    private mutating func finish(at moment: TerminalMoment) -> [Step] {
        perform(at: moment)
        defer { steps = [] }
        return steps
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
        guard let mishap = scenario.faults.mishap(saying: said) else { return put(bytes, at: moment) }
        guard dialogue.suffer(mishap, at: telegram, moment) else { return }
        switch mishap {
        case .stray:
            put(.stray, at: moment)
            // A response is not put off.
            if [0x80, 0x84].contains(bytes[0]) { put(bytes, at: moment) }
        case .unreadable: put(bytes.unreadable, at: moment)
        case .lineLost:
            loseLine(at: moment)
            // A terminal on a serial line speaks on, not knowing.
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

    /// Only on a network is that noticed.
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

    /// On a network it is not there until it is up again.
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
