import Flow

/// A ZVT terminal on a serial line, as a pure machine: bytes and time in, steps and a deadline out.
///
/// Steps are taken in order; `record` is durable before the steps behind it are taken. That is what makes the
/// journal an oracle: nothing is said that was not written down before.
public struct SimulatedTerminalMachine: Sendable {
    public enum Step: Equatable, Sendable {
        case record(TerminalJournal.Entry)
        case write([UInt8])
        /// Nil: for good. Tell `lineReturned` when it is back.
        case pullCable(backAfter: Duration?)
    }

    private let scenario: TerminalScenario
    private var link: TerminalLink
    private var dialogue: TerminalDialogue
    private var steps: [Step] = []

    /// `journal` is what the terminal did in its earlier lives; its numbers go on from there.
    public init(_ scenario: TerminalScenario, journal: TerminalJournal = TerminalJournal(entries: [])) {
        self.scenario = scenario
        link = TerminalLink(scenario)
        dialogue = TerminalDialogue(scenario, journal: journal)
    }

    /// When `deadlineReached` wants to be called, if nothing happens before.
    public var deadline: Uptime? { [link.deadline, dialogue.deadline].compactMap { $0 }.min() }

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
        for byte in bytes {
            guard let event = link.take(byte, at: moment.uptime) else { continue }
            handle(event, at: moment)
        }
        return finish(at: moment)
    }

    public mutating func deadlineReached(at moment: TerminalMoment) -> [Step] {
        if let event = link.deadlineReached(at: moment.uptime) { handle(event, at: moment) }
        dialogue.deadlineReached(at: moment)
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
                link.send(encoder.bytes(telegram), at: moment.uptime)
            case .ignore: link.forgetLast()
            case .pullCable(let backAfter):
                link.reset()
                steps.append(.pullCable(backAfter: backAfter))
            case .restart: link.reset()
            }
            flush()
        }
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
