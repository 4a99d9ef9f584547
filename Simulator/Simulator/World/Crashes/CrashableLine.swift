import Flow
import Hardware
import Model
import Synchronization

/// A line that the system closes when the till dies, and that carries nothing more after a cut.
final class CrashableLine: Transport, LineHandler {
    private let line: any Transport
    private let life: TillLife
    private let environment: Environment
    private let state = Mutex<(handler: (any LineHandler)?, isCut: Bool)>((nil, false))

    /// - Parameter environment: the world's environment, which goes on when the till is dead.
    init(_ line: any Transport, _ life: TillLife, _ environment: Environment) {
        self.line = line
        self.life = life
        self.environment = environment
    }

    var address: DeviceAddress { line.address }
    var kind: LineKind { line.kind }

    func open(_ handler: any LineHandler) throws(Failure) {
        guard !life.isOver else { throw .deadTill }
        state.withLock { $0 = (handler, isCut: false) }
        life.atEnd { [self] in dieWithTill() }
        try line.open(self)
    }

    /// Closes the line as the system does when the till dies. Parts of the dead till that wait for the line are told,
    /// so that they do not wait for ever; nothing they do has an effect any more.
    private func dieWithTill() {
        let handler = state.withLock { $0.handler.take() }
        line.close()
        guard let handler else { return }
        _ = environment.lane("closed-line", 1).enqueue { [environment] in
            handler.lost(.disconnected(.deadTill), at: environment.uptime())
        }
    }

    func perform(_ work: @escaping @Sendable (Uptime) -> LineCommands) {
        guard !life.isOver else { return }
        line.perform { [weak self] now in self?.passing { _ in work(now) } ?? LineCommands() }
    }

    func close() { line.close() }

    func opened(at now: Uptime) -> LineCommands { passing { $0.opened(at: now) } }
    func deadlineReached(at now: Uptime) -> LineCommands { passing { $0.deadlineReached(at: now) } }

    func lost(_ loss: LineLoss, at now: Uptime) {
        if !life.isOver { state.withLock { $0.handler }?.lost(loss, at: now) }
    }

    func hungUp(at now: Uptime) {
        if !life.isOver { state.withLock { $0.handler }?.hungUp(at: now) }
    }

    func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands {
        guard !isSilent else { return LineCommands() }
        switch life.share(of: .receive(bytes)) {
        case .all: return passing { $0.received(bytes, at: now) }
        case .half:
            // The handler's answer to half of the bytes is ignored.
            if !life.isOver { _ = passing { $0.received(Array(bytes.prefix(bytes.count / 2)), at: now) } }
            fallSilent()
        case .nothing: fallSilent()
        }
        return LineCommands()
    }

    /// Calls the handler and sends what it writes, as far as the till's life allows.
    private func passing(_ work: (any LineHandler) -> LineCommands) -> LineCommands {
        guard !isSilent, let handler = state.withLock({ $0.handler }) else { return LineCommands() }
        var orders = work(handler)
        guard !orders.write.isEmpty else { return orders }
        guard !isSilent else { return LineCommands() }
        switch life.share(of: .send(orders.write)) {
        case .all: break
        case .half:
            orders.write = Array(orders.write.prefix(orders.write.count / 2))
            fallSilent()
        case .nothing:
            orders.write = []
            fallSilent()
        }
        return orders
    }

    private var isSilent: Bool { life.isOver || state.withLock { $0.isCut } }
    private func fallSilent() { state.withLock { $0.isCut = true } }
}
