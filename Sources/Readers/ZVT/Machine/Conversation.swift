import Flow
import Hardware
import Model

/// A whole ZVT conversation on any kind of line: the link and the dialogue combined. Pure: bytes and times go in, steps come
/// out; `deadline` says when to call `timeout`.
package struct Conversation: Sendable {
    private var link: any TelegramLink
    private var machine: DialogueMachine
    private let isTraced: Bool

    /// - Parameter isTraced: whether steps report each telegram that passed.
    package init(
        link: any TelegramLink = SerialLink(), machine: DialogueMachine = DialogueMachine(), isTraced: Bool = true
    ) {
        self.link = link
        self.machine = machine
        self.isTraced = isTraced
    }

    /// The time at which `timeout` must be called; nil for never. While a telegram is arriving, the terminal is not silent.
    package var deadline: Uptime? {
        link.deadline.earlier(link.isReceiving ? machine.lastMoment : machine.deadline)
    }

    /// Whether a request runs.
    package var isBusy: Bool { machine.isBusy }

    /// What went wrong on the line since the last call and was dealt with.
    package mutating func takeErrors() -> [ProtocolError] { link.takeErrors() }

    package mutating func opened(at now: Uptime) -> [ConversationStep] { perform(link.open(at: now), at: now) }

    package mutating func received(_ bytes: [UInt8], at now: Uptime) -> [ConversationStep] {
        // Each telegram is answered before the next one is read, however many arrived at once.
        var rest = bytes[...]
        var done = perform(machine.heard(bytes.count), at: now)
        while !rest.isEmpty {
            done += perform(link.received(&rest, at: now), at: now)
            done += perform(link.proceed(at: now), at: now)
        }
        return done
    }

    package mutating func timeout(at now: Uptime) -> [ConversationStep] {
        let done = perform(link.timeout(at: now), at: now)
        return done + perform(link.isReceiving ? machine.overrun(at: now) : machine.timeout(at: now), at: now)
    }

    /// Starts a request. Traps while another runs.
    package mutating func start(_ request: TerminalRequest, at now: Uptime) -> [ConversationStep] {
        perform(machine.start(request, at: now), at: now)
    }

    /// Sets the character set until a registration agrees on another; nil for CP437.
    mutating func expectTexts(in characterSet: TerminalProfile.CharacterSet?) {
        machine.encoding = characterSet.flatMap { TextEncoding(tag14: $0.tag14) } ?? .cp437
    }

    package mutating func answer(
        _ record: TerminalRecordID, _ verdict: StorageVerdict, at now: Uptime
    ) -> [ConversationStep] {
        perform(machine.answer(record, verdict, at: now), at: now)
    }

    package mutating func cancel(at now: Uptime) -> [ConversationStep] { perform(machine.cancel(at: now), at: now) }

    /// The line was lost and the running request with it. It can be `opened` again only on a new connection.
    package mutating func lost(_ loss: LineLoss) -> [ConversationStep] { Self.events(machine.lineLost(loss)) }

    /// The till closed the line.
    package mutating func closed() -> [ConversationStep] { Self.events(machine.closed()) }

    private static func events(_ steps: [DialogueStep]) -> [ConversationStep] {
        steps.compactMap { if case .event(let event) = $0 { .event(event) } else { nil } }
    }

    private mutating func perform(_ steps: [LinkStep], at now: Uptime) -> [ConversationStep] {
        var done: [ConversationStep] = []
        for step in steps {
            switch step {
            case .write(let bytes): done.append(.write(bytes))
            case .received(let bytes):
                let decoded = DecodedTelegram(bytes)
                done += passed(.received, decoded.redacted, at: now)
                done += perform(machine.received(decoded, at: now), at: now)
            case .delivered(let telegram): done += perform(machine.delivered(telegram, at: now), at: now)
            case .withdrawn(let telegram): done += perform(machine.withdrawn(telegram, at: now), at: now)
            case .failed(let failure): done += perform(machine.linkFailed(failure), at: now)
            }
        }
        return done
    }

    private func passed(
        _ direction: TracedTelegram.Direction, _ redacted: @autoclosure () -> [UInt8], at now: Uptime
    ) -> [ConversationStep] {
        isTraced ? [.passed(TracedTelegram(direction: direction, redacted: redacted(), time: now))] : []
    }

    private mutating func perform(_ steps: [DialogueStep], at now: Uptime) -> [ConversationStep] {
        var done: [ConversationStep] = []
        for step in steps {
            switch step {
            case .send(let telegram):
                let bytes = telegram.bytes
                done += passed(.sent, DecodedTelegram(bytes).redacted, at: now)
                done += perform(link.send(bytes, at: now), at: now)
            case .withdraw: done += perform(link.withdrawCommands(at: now), at: now)
            case .event(let event): done.append(.event(event))
            }
        }
        return done
    }
}
