import ESCPOS
import Flow
import Foundation
import Hardware
import Model
import Networking
import Readers
import Receipts
import Storage
import StorageInMemory
import Payments
import Stores

/// A till's print spool in virtual time: the real spool and driver, simulated lines and printers. The till can be cut
/// off before each of its deeds and started again; paper, printers and disk outlive it.
package final class VirtualPrintRoom: Sendable {
    package let lines: [SimulatedPrinterLine]
    private let counter: VirtualCounter
    private let proof: PrinterCapabilities
    private let renderer: ReceiptRenderer

    /// - Parameters:
    ///   - printers: the printers; the later ones stand in for the first one.
    ///   - proof: the printers' capabilities to prove a print, as the till believes them to be.
    ///   - losesLineInTheDark: whether a printer that loses its power also loses its line, as on USB.
    ///   - bytesPerSecond: the speed of the lines to the printers; nil for no delay.
    ///   - renderer: the layout and encoding of receipts.
    package init(
        _ printers: [VirtualPrinter], proof: PrinterCapabilities, losesLineInTheDark: Bool = true,
        bytesPerSecond: Int? = nil, seed: UInt64 = 1,
        renderer: ReceiptRenderer = ReceiptRenderer { _ in ESCPOSEncoder(profile: .generic80, typesetter: .ofSimulation)
        }
    ) throws {
        counter = try VirtualCounter(seed: seed, orders: []) { world throws(StorageError) in
            MemoryStorage { world.now }
        }
        let environment = counter.world.environment
        lines = printers.enumerated().map { index, printer in
            SimulatedPrinterLine(
                Self.address(index), printer: printer, losesLineInTheDark: losesLineInTheDark,
                bytesPerSecond: bytesPerSecond, environment: environment)
        }
        self.proof = proof
        self.renderer = renderer
    }

    package static func address(_ index: Int) -> DeviceAddress {
        DeviceAddress(scheme: "line", path: "printer-\(index)")
    }

    package var world: VirtualWorld { counter.world }
    package var storage: any StorageManagerType { counter.disk.storage }

    /// Adds a receipt that waits for the first printer.
    @discardableResult
    package func enqueue(_ receipt: Receipt) throws(StorageError) -> PrintJobID {
        try storage.write { transaction in
            try transaction.insert(receipt, createdAt: world.now)
            return try transaction.enqueuePrint(
                receipt: receipt.id, printer: Self.address(0).description, at: world.now
            ).id
        }
    }

    package func startTill(_ life: TillLife = TillLife(), patience: Duration) throws(Failure) -> VirtualTill {
        let (lines, proof) = (lines, proof)
        return try counter.startTill(
            life, at: DeviceAddress(scheme: "line", path: "reader"),
            readers: ZVTReaderService(
                candidates: { [] }, transport: { (_) throws(Failure) in throw .deadTill },
                settings: { _ in TerminalSettings() }),
            locks: ProcessDeviceLocks(), rights: OperatorRights(), endOfDay: .manual,
            printers: PrintersOnLines(
                lines: lines, proof: proof, life: life, world: world.environment),
            printing: PrintPolicy(patience: patience) { printer in
                printer == Self.address(0) ? lines.dropFirst().map(\.address) : []
            }, renderer: renderer)
    }
}

/// Simulated printers on lines during one life of the till, with the driver of real printers.
private struct PrintersOnLines: ReceiptPrinterService {
    let lines: [SimulatedPrinterLine]
    let proof: PrinterCapabilities
    let life: TillLife
    let world: Environment

    func connect(_ address: DeviceAddress) throws(Failure) -> any ReceiptPrinter {
        guard !life.isOver, let line = lines.first(where: { $0.address == address }) else { throw .deadTill }
        return try ESCPOSPrinter(
            on: CrashableLine(line, life, world), capabilities: proof, environment: world.mortal(with: life))
    }
}
