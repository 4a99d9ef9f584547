import Flow
import Foundation
import Hardware
import Model
import Networking
import Storage
import Synchronization

/// A storage that a dead till can no longer write to.
struct MortalStorage: StorageManagerType {
    let storage: StorageManager
    let life: Life

    init(_ storage: StorageManager, _ life: Life) {
        self.storage = storage
        self.life = life
    }

    func write<T>(_ work: (any StorageTransaction) throws -> T) throws(StorageError) -> T {
        guard !life.isOver else { throw .busy }
        guard !life.diskIsFull() else { throw .diskFull }
        return try storage.write(work)
    }

    func read<T>(_ work: (any StorageReader) throws -> T) throws(StorageError) -> T {
        guard !life.isOver else { throw .busy }
        return try storage.read(work)
    }

    func checkReady() throws(StorageError) { try storage.checkReady() }
}

/// A line that falls silent when the till dies, as a port does that the system closes.
final class MortalLine: Transport {
    private let line: any Transport
    private let life: Life

    init(_ line: any Transport, _ life: Life) {
        self.line = line
        self.life = life
    }

    var address: DeviceAddress { line.address }

    func open(_ wire: any Wire) throws(Failure) {
        guard !life.isOver else { throw Failure("test.dead", "The till is dead.", recovery: .giveUp) }
        try line.open(wire)
        life.whenOver { [line] in line.close() }
    }

    func perform(_ work: @escaping @Sendable (Uptime) -> WireOrders) {
        if !life.isOver { line.perform(work) }
    }

    func close() { line.close() }
}

/// A printer whose paper is an array.
final class MemoryPrinter: ReceiptPrinter {
    let identity = DeviceIdentity(kind: .printer, address: DeviceAddress(scheme: "memory", path: "printer"))
    private let stored = Mutex<[[UInt8]]>([])
    private let roll = Mutex(PrinterStatus.Paper.ok)

    var paper: [[UInt8]] { stored.withLock { $0 } }
    func takePaperOut() { roll.withLock { $0 = .out } }

    func status() async throws(Failure) -> PrinterStatus {
        PrinterStatus(online: true, paper: roll.withLock { $0 }, cover: .closed)
    }

    func print(_ bytes: [UInt8]) async -> PrintResult {
        stored.withLock { $0.append(bytes) }
        return .confirmed
    }

    func close() {}
}

/// The printer as one life of the till reaches it.
struct MemoryPrinters: ReceiptPrinterService {
    let printer: MemoryPrinter
    let life: Life

    func connect(_ address: DeviceAddress) throws(Failure) -> any ReceiptPrinter {
        guard !life.isOver else { throw Failure("test.dead", "The till is dead.", recovery: .giveUp) }
        return MortalPrinter(printer: printer, life: life)
    }
}

private final class MortalPrinter: ReceiptPrinter {
    let printer: MemoryPrinter
    let life: Life
    var identity: DeviceIdentity { printer.identity }

    init(printer: MemoryPrinter, life: Life) {
        self.printer = printer
        self.life = life
    }

    func status() async throws(Failure) -> PrinterStatus { try await printer.status() }

    func print(_ bytes: [UInt8]) async -> PrintResult {
        guard !life.isOver else { return .failed(Failure("test.dead", "The till is dead.", recovery: .giveUp)) }
        return await printer.print(bytes)
    }

    func close() {}
}

/// The embedded shop's orders in memory; what this till has collected lies over them.
final class MemoryShop: EmbeddedShopDatabase {
    private let stored: Mutex<[OrderID: EmbeddedOrder]>

    init(placedAt time: Date) {
        let orders = DemoShop.embeddedOrders(placedAt: time).map { ($0.id, $0) }
        stored = Mutex(Dictionary(uniqueKeysWithValues: orders))
    }

    func order(id: OrderID) async throws(Failure) -> EmbeddedOrder? { stored.withLock { $0[id] } }
    func orders() async throws(Failure) -> [EmbeddedOrder] { stored.withLock { Array($0.values) } }

    func change(
        _ id: OrderID, _ change: @escaping @Sendable (EmbeddedOrder) throws(Failure) -> EmbeddedOrder
    ) async throws(Failure) -> EmbeddedOrder? {
        guard let order = stored.withLock({ $0[id] }) else { return nil }
        let changed = try change(order)
        stored.withLock { $0[id] = changed }
        return changed
    }
}
