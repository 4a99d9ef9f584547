import Flow

/// A ZVT terminal on a serial line or a network, as a pure machine: bytes and time in, steps and a deadline out.
///
/// Steps are taken in order; `record` is durable before the steps behind it are taken. That is what makes the
/// journal an oracle: nothing is said that was not written down before.
public struct SimulatedTerminalMachine: Sendable {
    public enum Step: Equatable, Sendable {
        case record(TerminalJournal.Entry)
        case write([UInt8])
        /// Nil: for good. Tell `lineReturned` when it is back.
        case pullCable(backAfter: Duration?)
        /// Closes the connection of a network: in order, or with a reset.
        case hangUp(abruptly: Bool)
    }

    /// What the terminal is connected by.
    public enum Medium: Hashable, Sendable { case serial, network }

    private let scenario: TerminalScenario
    private let medium: Medium
    private var link: any TerminalLinkLayer
    private var dialogue: TerminalDialogue
    private var steps: [Step] = []
    /// Since when a connection stands on which nothing is said.
    private var idleSince: Uptime?

    /// `journal` is what the terminal did in its earlier lives; its numbers go on from there.
    public init(
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
    public var deadline: Uptime? { [link.deadline, dialogue.deadline, idleDeadline].compactMap { $0 }.min() }

    private var idleDeadline: Uptime? {
        guard isAtRest, let idleSince, let limit = scenario.network.closesIdleAfter else { return nil }
        return idleSince + limit.duration
    }

    /// At rest: no command under way, nothing to be said.
    public var isAtRest: Bool { !dialogue.isMaster && link.isQuiet }

    /// Switched on; first of all calls.
    public mutating func started(at moment: TerminalMoment) -> [Step] {
        dialogue.started(at: moment)
        return finish(at: moment)
    }

    public mutating func received(_ bytes: [UInt8], at moment: TerminalMoment) -> [Step] {
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

    public mutating func deadlineReached(at moment: TerminalMoment) -> [Step] {
        if let event = link.deadlineReached(at: moment.uptime) { handle(event, at: moment) }
        if let idleDeadline, idleDeadline <= moment.uptime { hangUp(abruptly: false) }
        dialogue.deadlineReached(at: moment)
        return finish(at: moment)
    }

    /// A till has connected over the network.
    public mutating func connected(at moment: TerminalMoment) -> [Step] {
        link.reset()
        idleSince = moment.uptime
        return finish(at: moment)
    }

    /// The till has closed the connection, or the network has lost it. Unlike a serial line, that is noticed.
    public mutating func disconnected(at moment: TerminalMoment) -> [Step] {
        link.reset()
        idleSince = nil
        dialogue.lineFailed(at: moment)
        return finish(at: moment)
    }

    /// The cable is plugged in again. A terminal does not see that: what was under way meanwhile has its timers.
    public mutating func lineReturned(at moment: TerminalMoment) -> [Step] { finish(at: moment) }

    private mutating func handle(_ event: TerminalLink.Event, at moment: TerminalMoment) {
        switch event {
        case .delivered: dialogue.delivered(at: moment)
        case .failed: dialogue.lineFailed(at: moment)
        case .telegram(let bytes):
            let telegram = TillTelegramParser.parse(bytes)
            guard dialogue.hears(telegram), link.acknowledge(bytes, at: moment.uptime) else { break }
            dialogue.received(telegram, at: moment)
        }
        perform(at: moment)
    }

    private mutating func finish(at moment: TerminalMoment) -> [Step] {
        perform(at: moment)
        defer { steps = [] }
        return steps
    }

    private mutating func perform(at moment: TerminalMoment) {
        flush()
        for step in dialogue.takeSteps() {
            switch step {
            case .record(let entry): steps.append(.record(entry))
            case .say(let telegram):
                let encoder = TerminalEncoder(scenario: scenario, registration: dialogue.registration)
                if link.send(encoder.bytes(telegram), at: moment.uptime) != nil { dialogue.delivered(at: moment) }
                if idleSince != nil { idleSince = moment.uptime }
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
