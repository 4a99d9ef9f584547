import Flow
import Hardware
import Model
import Storage
import Synchronization

/// The storage during one life of a till: a dead till writes nothing.
struct CrashableStorage: StorageManagerType {
    let storage: any StorageManagerType
    let life: TillLife

    func write<T>(_ work: (any StorageTransaction) throws -> T) throws(StorageError) -> T {
        // A cut that the till survives does not affect the disk.
        _ = life.share(of: .commit)
        guard !life.isOver else { throw .busy(nil) }
        guard !life.diskIsFull() else { throw .diskFull }
        let result = try storage.write(work)
        life.committed()
        return result
    }

    func read<T>(_ work: (any StorageReader) throws -> T) throws(StorageError) -> T {
        guard !life.isOver else { throw .busy(nil) }
        return try storage.read(work)
    }

    func checkReady() throws(StorageError) { try storage.checkReady() }

    func archive(_ number: Int) throws(StorageError) -> (any StorageManagerType)? { try storage.archive(number) }
}

extension Environment {
    /// This environment during one life of the till: nothing of a dead till goes on.
    func mortal(with life: TillLife) -> Environment {
        var mortal = self
        mortal.reached = { life.reached($0) }
        // Remains of a dead till draw no random numbers, so that later lives do not depend on them.
        mortal.random = { [random] in life.isOver ? 0 : random() }
        mortal.lane = { [lane] name, limit in CrashableLane(lane: lane(name, limit), life: life) }
        mortal.spawn = { [spawn] name, work in
            let running = spawn(name, work)
            life.atEnd { running.cancel() }
            return running
        }
        return mortal
    }
}

private struct CrashableLane: Lane {
    let lane: any Lane
    let life: TillLife

    func enqueue(_ work: @escaping @Sendable () -> Void) -> Bool {
        lane.enqueue { [life] in if !life.isOver { work() } }
    }

    func schedule(at time: Uptime, _ work: @escaping @Sendable () -> Void) -> any Running {
        lane.schedule(at: time) { [life] in if !life.isOver { work() } }
    }

    func assertOnLane() { lane.assertOnLane() }
}

/// A line that the system closes when the till dies, and that carries nothing more after a cut.
final class CrashableLine: Transport, LineHandler {
    private let line: any Transport
    private let life: TillLife
    private let environment: Environment
    private let state = Mutex<(wire: (any LineHandler)?, isCut: Bool)>((nil, false))

    /// - Parameter environment: the world's environment, which goes on when the till is dead.
    init(_ line: any Transport, _ life: TillLife, _ environment: Environment) {
        self.line = line
        self.life = life
        self.environment = environment
    }

    var address: DeviceAddress { line.address }
    var kind: LineKind { line.kind }

    func open(_ wire: any LineHandler) throws(Failure) {
        guard !life.isOver else { throw .deadTill }
        state.withLock { $0 = (wire, isCut: false) }
        life.atEnd { [self] in dieWithTill() }
        try line.open(self)
    }

    /// The system closes the line. Parts of the dead till that wait for it are told, so that they do not wait for ever; they
    /// can have no effect any more.
    private func dieWithTill() {
        let wire = state.withLock { $0.wire.take() }
        line.close()
        guard let wire else { return }
        _ = environment.lane("closed-line", 1).enqueue { [environment] in
            wire.lost(.disconnected(.deadTill), at: environment.uptime())
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
        if !life.isOver { state.withLock { $0.wire }?.lost(loss, at: now) }
    }

    func hungUp(at now: Uptime) {
        if !life.isOver { state.withLock { $0.wire }?.hungUp(at: now) }
    }

    func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands {
        guard !isSilent else { return LineCommands() }
        switch life.share(of: .receive(bytes)) {
        case .all: return passing { $0.received(bytes, at: now) }
        case .half:
            // The answer to that is ignored.
            if !life.isOver { _ = passing { $0.received(Array(bytes.prefix(bytes.count / 2)), at: now) } }
            fallSilent()
        case .nothing: fallSilent()
        }
        return LineCommands()
    }

    /// Passes the handler's writes, as far as the till's life allows.
    private func passing(_ work: (any LineHandler) -> LineCommands) -> LineCommands {
        guard !isSilent, let wire = state.withLock({ $0.wire }) else { return LineCommands() }
        var orders = work(wire)
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

/// An acquirer that receives nothing from a dead till, and whose answers do not pass a cut.
final class CrashableAcquirer: Acquirer {
    private let acquirer: any Acquirer
    private let life: TillLife

    init(_ acquirer: any Acquirer, _ life: TillLife) {
        self.acquirer = acquirer
        self.life = life
    }

    var terminalID: String { acquirer.terminalID }

    func authorise(_ transaction: AcquirerTransaction, _ card: PresentedCard, answer: @escaping Answer) {
        passing("authorise", answer) { self.acquirer.authorise(transaction, card, answer: $0) }
    }

    func reverse(receipt: Int, as transaction: AcquirerTransaction, answer: @escaping Answer) {
        passing("reverse", answer) { self.acquirer.reverse(receipt: receipt, as: transaction, answer: $0) }
    }

    func void(_ reference: PaymentID, answer: @escaping Answer) {
        passing("void", answer) { self.acquirer.void(reference, answer: $0) }
    }

    func enquire(_ reference: PaymentID, answer: @escaping Answer) {
        passing("enquire", answer) { self.acquirer.enquire(reference, answer: $0) }
    }

    func newest(answer: @escaping Answer) { passing("newest", answer) { self.acquirer.newest(answer: $0) } }

    /// Torn means here that the question leaves and the answer is lost.
    private func passing(_ question: String, _ answer: @escaping Answer, _ ask: (@escaping Answer) -> Void) {
        switch life.share(of: .ask(question)) {
        case .all: ask(answer)
        case .half: ask { _ in }
        case .nothing: break
        }
    }
}

/// A printer whose pages are kept in memory.
package final class MemoryPrinter: ReceiptPrinter {
    package static let address = DeviceAddress(scheme: "memory", path: "printer")

    package let identity = DeviceIdentity(kind: .printer, address: address)
    private let stored = Mutex<[[UInt8]]>([])
    private let roll = Mutex(PrinterStatus.Paper.ok)

    package init() {}

    /// One entry for each print, complete or torn.
    package var paper: [[UInt8]] { stored.withLock { $0 } }
    package func takePaperOut() { roll.withLock { $0 = .out } }

    package func status() async throws(Failure) -> PrinterStatus {
        PrinterStatus(online: true, paper: roll.withLock { $0 }, cover: .closed)
    }

    package func print(_ bytes: [UInt8]) async -> PrintResult {
        stored.withLock { $0.append(bytes) }
        return .confirmed
    }

    /// Does nothing: real-time commands print nothing.
    package func interject(_ command: [UInt8]) async throws(Failure) {}
    package func close() {}
}

/// The printer during one life of the till.
struct CrashablePrinters: ReceiptPrinterService {
    let printer: MemoryPrinter
    let life: TillLife

    func connect(_ address: DeviceAddress) throws(Failure) -> any ReceiptPrinter {
        guard !life.isOver else { throw .deadTill }
        return CrashablePrinter(printer: printer, life: life)
    }
}

private final class CrashablePrinter: ReceiptPrinter {
    let printer: MemoryPrinter
    let life: TillLife
    var identity: DeviceIdentity { printer.identity }

    init(printer: MemoryPrinter, life: TillLife) {
        self.printer = printer
        self.life = life
    }

    func status() async throws(Failure) -> PrinterStatus { try await printer.status() }

    func print(_ bytes: [UInt8]) async -> PrintResult {
        let share = life.share(of: .print)
        if share == .half { _ = await printer.print(Array(bytes.prefix(bytes.count / 2))) }
        guard !life.isOver else { return .failed(.deadTill) }
        return share == .half ? .unknown(.deadTill) : await printer.print(bytes)
    }

    func interject(_ command: [UInt8]) async throws(Failure) {
        guard !life.isOver else { throw .deadTill }
        try await printer.interject(command)
    }
    func close() {}
}
