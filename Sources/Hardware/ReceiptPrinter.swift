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

/// The progress of a print, reported whenever it changes.
package enum PrintProgress: Hashable, Sendable {
    /// The print goes on.
    case goesOn(PrinterStatus)
    /// The print waits for this reason and goes on by itself once that is mended.
    case waits(Failure, PrinterStatus)

    package var status: PrinterStatus {
        switch self {
        case .goesOn(let status), .waits(_, let status): status
        }
    }
}

/// What a printer tells about itself. What it does not tell is unknown, never assumed.
package struct PrinterStatus: Hashable, Codable, Sendable {
    /// `nearEnd` prints; `out` does not.
    package enum Paper: String, Hashable, Codable, Sendable { case ok, nearEnd, out, unknown }
    /// An open cover stops the printer.
    package enum Cover: String, Hashable, Codable, Sendable { case closed, open, unknown }
    /// A fault that a person must mend. After `jammed` the printer must be told to go on; it loses nothing that it
    /// holds.
    package enum Fault: String, Hashable, Codable, Sendable { case jammed, other }

    package var online: Bool?
    package var paper: Paper
    package var cover: Cover
    /// A fault of the cutter, the head or another part; nil if none is known.
    package var fault: Fault?

    package init(online: Bool? = nil, paper: Paper = .unknown, cover: Cover = .unknown, fault: Fault? = nil) {
        self.online = online
        self.paper = paper
        self.cover = cover
        self.fault = fault
    }
}

/// How a print ended, as far as this printer can prove it.
package enum PrintResult: Hashable, Sendable {
    /// The printer confirmed after the data that it is printed.
    case confirmed
    /// The printer took everything and reported no fault, but it gives no proof.
    case probably
    /// No byte was sent: the print may be sent again without a mark.
    case failed(Failure)
    /// Some bytes were sent and the end is not known, or the paper ended meanwhile. A further print is a duplicate.
    case unknown(Failure)
}

/// A line that knows the state of the printer at its end by other means than its bytes, and reports to its handler when
/// the printer has `taken` everything.
package protocol PrinterLine: Transport {
    /// Throws if the line is closed or the printer does not tell.
    func printerStatus() async throws(Failure) -> PrinterStatus
}

/// Opens printers by address.
package protocol ReceiptPrinterService: Sendable {
    func connect(_ address: DeviceAddress) throws(Failure) -> any ReceiptPrinter
}
