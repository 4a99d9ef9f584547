import Flow
import Hardware
import Model
import Storage

/// The storage during one life of a till: a dead till writes nothing.
struct CrashableStorage: StorageManagerType {
    let storage: any StorageManagerType
    let life: TillLife

    func write<T>(
        _ sync: CommitSync, _ work: (any StorageTransaction) throws -> T
    ) throws(StorageError) -> T {
        // A cut that the till survives does not affect the disk.
        _ = life.share(of: .commit)
        guard !life.isOver else { throw .busy(nil) }
        guard !life.diskIsFull() else { throw .diskFull }
        let result = try storage.write(sync, work)
        life.committed()
        return result
    }

    /// A till that is cut off before a sync is cut off before its next deed as well, so this is no deed of its own.
    func sync() throws(StorageError) {
        guard !life.isOver else { throw .busy(nil) }
        try storage.sync()
    }

    func read<T>(_ work: (any StorageReader) throws -> T) throws(StorageError) -> T {
        guard !life.isOver else { throw .busy(nil) }
        return try storage.read(work)
    }

    func checkReady() throws(StorageError) { try storage.checkReady() }

    func archive(_ number: Int) throws(StorageError) -> (any StorageManagerType)? { try storage.archive(number) }
}

extension Environment {
    /// Returns this environment for one life of the till: no work of a dead till continues.
    func mortal(with life: TillLife) -> Environment {
        var mortal = self
        mortal.reached = { life.reached($0) }
        // A dead till draws no random numbers, so that later lives do not depend on its unfinished work.
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

    /// Asks the acquirer, as far as the till's life allows. In a torn deed the question leaves and the answer is lost.
    private func passing(_ question: String, _ answer: @escaping Answer, _ ask: (@escaping Answer) -> Void) {
        switch life.share(of: .ask(question)) {
        case .all: ask(answer)
        case .half: ask { _ in }
        case .nothing: break
        }
    }
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

    func print(_ data: PrintData) async -> PrintResult {
        let share = life.share(of: .print)
        if share == .half { _ = await printer.print(data.prefix(data.bytes.count / 2)) }
        guard !life.isOver else { return .failed(.deadTill) }
        return share == .half ? .unknown(.deadTill) : await printer.print(data)
    }

    func interject(_ command: [UInt8]) async throws(Failure) {
        guard !life.isOver else { throw .deadTill }
        try await printer.interject(command)
    }
    func close() {}
}
