import Flow
import Hardware
import Model
import Synchronization

/// A line whose queue is the test: work runs when told, time passes when told. A stream is connected when told.
final class ManualTransport: Transport {
    private struct Line {
        var handler: (any LineHandler)?
        var work: [@Sendable (Uptime) -> LineCommands] = []
        var written: [UInt8] = []
        var deadline: Uptime?
        var now = Uptime(nanoseconds: 0)
        var openings = 0
        var isSettled = false
    }

    let address: DeviceAddress
    let kind: LineKind
    private let line = Mutex(Line())

    init(address: DeviceAddress, kind: LineKind = .raw) {
        self.address = address
        self.kind = kind
    }

    var isOpen: Bool { line.withLock { $0.handler != nil } }
    /// How often it was opened.
    var openings: Int { line.withLock { $0.openings } }

    /// Whether what is on its way may arrive after the line is closed.
    var isSettled: Bool { line.withLock { $0.isSettled } }

    func open(_ handler: any LineHandler) throws(Failure) {
        line.withLock { line in
            line.handler = handler
            line.openings += 1
        }
        if kind == .raw { connect() }
    }

    /// The connection stands.
    func connect() {
        if let handler = line.withLock({ $0.handler }) { obey(handler.opened(at: now)) }
        run()
    }

    func perform(_ work: @escaping @Sendable (Uptime) -> LineCommands) {
        line.withLock { line in
            if line.handler != nil { line.work.append(work) }
        }
    }

    func close() { line.withLock { $0.handler = nil } }

    /// Runs what waits, and what that leads to.
    func run() {
        while let work = line.withLock({ $0.work.isEmpty ? nil : $0.work.removeFirst() }) { obey(work(now)) }
    }

    func receive(_ bytes: [UInt8]) {
        if let handler = line.withLock({ $0.handler }) { obey(handler.received(bytes, at: now)) }
        run()
    }

    func wake(after span: Duration) {
        line.withLock { $0.now = $0.now + span }
        if let handler = line.withLock({ $0.handler }) { obey(handler.deadlineReached(at: now)) }
    }

    func lose(_ loss: LineLoss) {
        let handler = line.withLock { line in
            defer { line.handler = nil }
            return line.handler
        }
        handler?.lost(loss, at: now)
    }

    func takeWritten() -> [UInt8] {
        line.withLock { line in
            defer { line.written = [] }
            return line.written
        }
    }

    private var now: Uptime { line.withLock { $0.now } }

    private func obey(_ orders: LineCommands) {
        line.withLock { line in
            line.written += orders.write
            line.deadline = orders.deadline
            line.isSettled = orders.isSettled
        }
        guard orders.hangsUp else { return }
        let handler = line.withLock { line in
            defer { line.handler = nil }
            return line.handler
        }
        handler?.hungUp(at: now)
    }
}
