import Flow
import Hardware
import Model
import Synchronization

/// A ZVT terminal on a line: a `Conversation` driven by a `Transport`.
///
/// Events come on the line's own queue, in order; after the line is lost or closed, on the thread that noticed. What a
/// request still owes is settled then: it ends as disturbed, and so does every request started later.
public final class ZVTTerminal: PaymentTerminal, Wire {
    public typealias Events = @Sendable (TerminalEvent) -> Void

    public let identity: DeviceIdentity
    private let transport: any Transport
    private let trace: (@Sendable (TracedTelegram) -> Void)?
    private let session: Mutex<Session>

    private struct Session {
        var conversation: Conversation
        var listener: Events?
        /// Started, and not yet seen by the line's queue.
        var waiting: TerminalRequest?
        /// Set for good when the line is gone.
        var end: Failure?
    }

    /// `trace` is told of every telegram in its redacted form, on the line's queue; it must not block.
    public init(
        identity: DeviceIdentity, transport: any Transport, settings: TerminalSettings = TerminalSettings(),
        trace: (@Sendable (TracedTelegram) -> Void)? = nil
    ) {
        self.identity = identity
        self.transport = transport
        self.trace = trace
        session = Mutex(Session(conversation: Conversation(machine: DialogueMachine(settings: settings))))
    }

    /// Takes the line and begins to listen. Nothing is sent. Throws what stands in the way.
    public func open() throws(Failure) { try transport.open(self) }
}

// MARK: - PaymentTerminal

extension ZVTTerminal {
    /// Traps while another request runs.
    public func start(_ request: TerminalRequest, events: @escaping Events) {
        let refusal = session.withLock { session -> Failure? in
            if let end = session.end { return end }
            precondition(session.listener == nil, "one request at a time")
            session.listener = events
            session.waiting = request
            return nil
        }
        if let refusal { return events(.finished(.disturbed(refusal))) }
        drive { session, now in
            guard let request = session.waiting else { return [] }
            session.waiting = nil
            return session.conversation.start(request, at: now)
        }
    }

    public func answer(_ record: TerminalRecordID, _ verdict: StorageVerdict) {
        drive { $0.conversation.answer(record, verdict, at: $1) }
    }

    public func cancel() { drive { $0.conversation.cancel(at: $1) } }

    public func close() {
        transport.close()
        end(with: Trouble.closed.failure) { $0.closed() }
    }
}

// MARK: - Wire

extension ZVTTerminal {
    public func opened(at now: Uptime) -> WireOrders { step(at: now) { $0.conversation.opened(at: now) } }

    public func received(_ bytes: [UInt8], at now: Uptime) -> WireOrders {
        step(at: now) { $0.conversation.received(bytes, at: now) }
    }

    public func deadlineReached(at now: Uptime) -> WireOrders { step(at: now) { $0.conversation.timeout(at: now) } }

    public func lost(_ loss: LineLoss, at now: Uptime) { end(with: loss.failure) { $0.lost(loss) } }
}

// MARK: - Driving the conversation

extension ZVTTerminal {
    private func drive(_ work: @escaping @Sendable (inout Session, Uptime) -> [ConversationStep]) {
        transport.perform { [weak self] now in
            self?.step(at: now) { work(&$0, now) } ?? WireOrders()
        }
    }

    /// Only the line's queue steps the conversation, so the lock is free unless the line is just being closed.
    private func step(at now: Uptime, _ work: (inout Session) -> [ConversationStep]) -> WireOrders {
        let (steps, deadline, listener) = session.withLock { session in
            let steps = work(&session)
            let listener = session.listener
            if session.waiting == nil, !session.conversation.isBusy { session.listener = nil }
            return (steps, session.conversation.deadline, listener)
        }
        var orders = WireOrders(deadline: deadline)
        for step in steps {
            switch step {
            case .write(let bytes): orders.write += bytes
            case .event(let event): listener?(event)
            case .passed(let telegram): trace?(telegram)
            }
        }
        return orders
    }

    private func end(with failure: Failure, _ work: (inout Conversation) -> [ConversationStep]) {
        let (steps, listener) = session.withLock { session -> ([ConversationStep], Events?) in
            guard session.end == nil else { return ([], nil) }
            session.end = failure
            let isUnseen = session.waiting != nil
            session.waiting = nil
            defer { session.listener = nil }
            let steps = work(&session.conversation)
            return (isUnseen ? [.event(.finished(.disturbed(failure)))] : steps, session.listener)
        }
        for case .event(let event) in steps { listener?(event) }
    }
}
