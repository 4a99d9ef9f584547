import Flow
import Hardware
import Model
import Readers
import Synchronization

/// A line that records its traffic and otherwise behaves like the line itself.
final class RecordedLine: Transport {
    private let line: any Transport
    private let terminal: DeviceAddress
    private let framing: LineFraming
    private let recorder: FlightRecorder
    /// The current session; nil while the line is not open.
    private let session = Mutex<RecordedSession?>(nil)

    init(_ line: any Transport, to terminal: DeviceAddress, _ framing: LineFraming, recorder: FlightRecorder) {
        self.line = line
        self.terminal = terminal
        self.framing = framing
        self.recorder = recorder
    }

    var address: DeviceAddress { line.address }
    var kind: LineKind { line.kind }

    func open(_ handler: any LineHandler) throws(Failure) { try line.open(RecordingLineHandler(handler, on: self)) }

    func perform(_ work: @escaping @Sendable (_ now: Uptime) -> LineCommands) {
        line.perform { [self] now in kept(work(now), at: now) }
    }

    func close() {
        line.close()
        end(.closed, at: recorder.uptime)
    }

    // MARK: On the line's queue

    fileprivate func begin(at now: Uptime) {
        let opened = recorder.open(terminal, framing, at: now)
        session.withLock { $0 = opened }
    }

    fileprivate func heard(_ bytes: [UInt8], at now: Uptime) {
        keep(at: now) { $0.passed(bytes, from: .terminal, at: now) }
    }

    fileprivate func silence(at now: Uptime) { keep(at: now) { $0.silence(at: now) } }

    fileprivate func kept(_ orders: LineCommands, at now: Uptime) -> LineCommands {
        if !orders.write.isEmpty { keep(at: now) { $0.passed(orders.write, from: .till, at: now) } }
        return orders
    }

    fileprivate func end(_ fact: TraceRecord.Fact, at now: Uptime) {
        guard var ended = session.withLock({ $0.take() }) else { return }
        recorder.keep(ended.records { $0.ended(at: now) } + [TraceRecord(ended.id, at: now, fact)])
    }

    private func keep(at now: Uptime, _ listen: (inout LineTap) -> [LinePiece]) {
        let payment = recorder.payment(at: terminal)
        let records = session.withLock { session in
            guard session != nil else { return [TraceRecord]() }
            let served = session?.serve(payment, at: now) ?? []
            return served + (session?.records(listen) ?? [])
        }
        if !records.isEmpty { recorder.keep(records) }
    }
}

/// One use of a line, from opening to closing.
struct RecordedSession: Sendable {
    let id: String
    private var tap: LineTap
    private var payment: PaymentID?

    init(id: String, tap: LineTap, _ payment: PaymentID?) {
        self.id = id
        self.tap = tap
        self.payment = payment
    }

    /// Records which payment the line serves from now on, if that has changed.
    mutating func serve(_ payment: PaymentID?, at now: Uptime) -> [TraceRecord] {
        guard payment != self.payment else { return [] }
        self.payment = payment
        return [TraceRecord(id, at: now, .serving(payment))]
    }

    mutating func records(_ listen: (inout LineTap) -> [LinePiece]) -> [TraceRecord] {
        listen(&tap).map { TraceRecord(id, at: $0.ended, .passed($0)) }
    }
}

/// Passes the line's events to its handler and records them.
private final class RecordingLineHandler: LineHandler {
    private let handler: any LineHandler
    private let line: RecordedLine

    init(_ handler: any LineHandler, on line: RecordedLine) {
        self.handler = handler
        self.line = line
    }

    func opened(at now: Uptime) -> LineCommands {
        line.begin(at: now)
        return line.kept(handler.opened(at: now), at: now)
    }

    func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands {
        line.heard(bytes, at: now)
        return line.kept(handler.received(bytes, at: now), at: now)
    }

    func deadlineReached(at now: Uptime) -> LineCommands {
        line.silence(at: now)
        return line.kept(handler.deadlineReached(at: now), at: now)
    }

    func taken(at now: Uptime) -> LineCommands? { handler.taken(at: now).map { line.kept($0, at: now) } }

    func lost(_ loss: LineLoss, at now: Uptime) {
        line.end(.lost(loss.word), at: now)
        handler.lost(loss, at: now)
    }

    func hungUp(at now: Uptime) {
        line.end(.closed, at: now)
        handler.hungUp(at: now)
    }
}

extension LineLoss {
    /// The loss as a word for a trace, without paths or sentences.
    fileprivate var word: String {
        switch self {
        case .unplugged: "unplugged"
        case .system(let errno, let during): "\(during) failed with system error \(errno)"
        case .disconnected(let failure): failure.code
        }
    }
}
