import Flow
import Hardware
import Model
import Synchronization

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

    package func print(_ data: PrintData) async -> PrintResult {
        stored.withLock { $0.append(data.bytes) }
        return .confirmed
    }

    /// Does nothing: real-time commands print nothing.
    package func interject(_ command: [UInt8]) async throws(Failure) {}
    package func close() {}
}
