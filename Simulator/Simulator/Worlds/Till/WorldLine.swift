import Failures
import Flow
import Hardware
import Model

/// A line between one life of a till and a lawful terminal, with the faults of lines and of tills while they send.
final class WorldLine: Transport, @unchecked Sendable {  // guards: everything mutable is touched on the terminal's lane
    private let terminal: LawfulTerminal
    private let life: TillLife
    private let choices: Choices
    /// The transaction that the till is performing.
    let asks: @Sendable () -> PaymentID?
    private var handler: (any LineHandler)?
    private var timer: (any Running)?
    /// Counts the openings, so that events of earlier ones are ignored.
    private var number = 0
    /// Whether nothing passes any more, without either side being told.
    private var isMute = false

    init(
        _ terminal: LawfulTerminal, by address: DeviceAddress, _ life: TillLife, _ choices: Choices,
        asks: @escaping @Sendable () -> PaymentID?
    ) {
        self.terminal = terminal
        self.address = address
        self.life = life
        self.choices = choices
        self.asks = asks
    }

    let address: DeviceAddress
    var kind: LineKind { terminal.kind }

    func open(_ handler: any LineHandler) throws(Failure) {
        guard !life.isOver else { throw .deadTill }
        number += 1
        let number = number
        guard terminal.attach(self) else {
            let failure = Failure(
                LineFailure.refused, "Nothing takes connections at \(address).", recovery: .askOperator)
            terminal.onLane { handler.lost(.disconnected(failure), at: self.now) }
            return
        }
        self.handler = handler
        isMute = false
        life.atEnd { [weak self] in self?.dieWithTill() }
        terminal.onLane { [self] in
            terminal.connected(self)
            pass(on: number) { handler.opened(at: $0) }
        }
    }

    func perform(_ work: @escaping @Sendable (_ now: Uptime) -> LineCommands) {
        let number = number
        terminal.onLane { [self] in pass(on: number, work) }
    }

    func close() {
        _ = end()
        terminal.detach(self)
    }

    /// Closes the line as the system does when the till dies. Parts of the dead till that wait for the line are told,
    /// so that they do not wait for ever; nothing they do has an effect any more.
    private func dieWithTill() {
        let handler = end()
        terminal.detach(self)
        guard let handler else { return }
        terminal.onLane { [self] in handler.lost(.disconnected(.deadTill), at: now) }
    }

    private var now: Uptime { terminal.environment.uptime() }

    private func end() -> (any LineHandler)? {
        timer?.cancel()
        timer = nil
        defer { handler = nil }
        return handler
    }

    /// Receives bytes from the terminal.
    func receive(_ bytes: [UInt8], on number: Int) {
        guard !life.isOver, !isMute, number == self.number, let handler else { return }
        switch choices.choose(.receive) {
        case 1:
            terminal.log.note(.world("the till dies before it hears \(TelegramWords.words(of: bytes))"))
            life.end()
        case 2: fallSilent(before: bytes)
        case 3: broken(before: bytes)
        default: pass(on: number) { handler.received(bytes, at: $0) }
        }
    }

    var opening: Int { number }

    private func fallSilent(before bytes: [UInt8]) {
        terminal.log.note(.world("the line falls silent before \(TelegramWords.words(of: bytes))"))
        isMute = true
    }

    private func broken(before bytes: [UInt8]) {
        terminal.log.note(.world("the line breaks before \(TelegramWords.words(of: bytes))"))
        lose()
    }

    /// Loses the line; both sides are told.
    func lose() {
        let handler = end()
        terminal.detach(self)
        let failure = Failure(
            LineFailure.closed, "The connection to \(address) was broken off.", recovery: .askOperator)
        handler?.lost(kind == .raw ? .unplugged(address.path) : .disconnected(failure), at: now)
    }

    /// Calls the handler and performs its commands, unless the opening `number` has ended.
    private func pass(on number: Int, _ work: (_ now: Uptime) -> LineCommands) {
        guard !life.isOver, handler != nil, number == self.number else { return }
        let orders = work(now)
        guard handler != nil, !life.isOver else { return }
        if !orders.write.isEmpty, !isMute, !send(orders.write) { return }
        guard !orders.hangsUp else { return hangUp() }
        timer?.cancel()
        timer = orders.deadline.map { deadline in
            terminal.lane.schedule(at: deadline) { [self] in
                pass(on: number) { [self] in handler?.deadlineReached(at: $0) ?? LineCommands() }
            }
        }
    }

    /// Sends bytes. Returns false when the opening has ended.
    private func send(_ bytes: [UInt8]) -> Bool {
        switch choices.choose(.send) {
        case 1:
            terminal.log.note(.world("the till dies before it says \(TelegramWords.words(of: bytes))"))
            life.end()
            return false
        case 2: fallSilent(before: bytes)
        case 3:
            broken(before: bytes)
            return false
        default: terminal.carry(bytes, from: self)
        }
        return true
    }

    private func hangUp() {
        let handler = end()
        terminal.detach(self)
        handler?.hungUp(at: now)
    }
}
