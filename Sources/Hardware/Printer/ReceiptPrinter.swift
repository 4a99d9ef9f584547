import Flow
import Model

/// A printer that takes finished bytes. It prints one job at a time; the spool keeps the queue.
package protocol ReceiptPrinter: AnyObject, Sendable {
    var identity: DeviceIdentity { get }
    /// Asks for the printer's status. Parts that the printer does not tell are `.unknown`, which is no reason to refuse
    /// a print.
    func status() async throws(Failure) -> PrinterStatus
    /// Asks for the status of a printer that may be inside an interrupted command. If nothing else prevents it, these
    /// bytes are sent first to bring it back.
    func status(after recovery: [UInt8]) async throws(Failure) -> PrinterStatus
    /// Sends one job and waits until it is printed, as far as this printer can tell.
    ///
    /// `failed` promises that no byte was sent. Anything after the first byte is `unknown` or better, so that a later
    /// print is marked as a duplicate.
    func print(_ data: PrintData) async -> PrintResult
    /// Sends one job and waits for paper, a closed cover or an answer while the printer holds what it has. Nothing is
    /// sent twice.
    ///
    /// - Parameters:
    ///   - patience: the longest of each such wait. After it the print is `unknown`.
    ///   - told: called with what the printer tells meanwhile. It must not block.
    func print(
        _ data: PrintData, patience: Duration, told: @escaping @Sendable (PrintProgress) -> Void
    ) async -> PrintResult
    /// Sends a command that a printer obeys at once in any state, even in the middle of a job. Throws if it is known
    /// that the printer did not receive it.
    func interject(_ command: [UInt8]) async throws(Failure)
    func close()
}

extension ReceiptPrinter {
    /// Ignores the recovery bytes, for printers that obey no commands.
    package func status(after recovery: [UInt8]) async throws(Failure) -> PrinterStatus { try await status() }

    /// Reports no progress, for printers that tell nothing while they print.
    package func print(
        _ data: PrintData, patience: Duration, told: @escaping @Sendable (PrintProgress) -> Void
    ) async -> PrintResult {
        await print(data)
    }
}
