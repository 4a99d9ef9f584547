import Flow
import Model

/// A printer that takes finished bytes. One job at a time; the queue before it is the spool's.
package protocol ReceiptPrinter: AnyObject, Sendable {
    var identity: DeviceIdentity { get }
    /// Asks the printer. `.unknown` parts where it gives no status: that is no reason to refuse.
    func status() async throws(Failure) -> PrinterStatus
    /// The same of a printer that may be inside a command that was cut off: where nothing else stands in the way it is
    /// sent these bytes first, which bring it back.
    func status(after recovery: [UInt8]) async throws(Failure) -> PrinterStatus
    /// Sends one job and waits until it is printed, as far as this printer can tell.
    ///
    /// `failed` promises that no byte left; anything after the first byte is `unknown` or better, so that a later
    /// print is marked.
    func print(_ bytes: [UInt8]) async -> PrintResult
    /// The same, and waits for paper, a closed cover or an answer while the printer holds what it has: nothing is sent
    /// twice.
    ///
    /// - Parameters:
    ///   - patience: for each such wait. When it is over the print is `unknown`.
    ///   - told: what the printer says meanwhile. Must not wait.
    func print(
        _ bytes: [UInt8], patience: Duration, told: @escaping @Sendable (PrintProgress) -> Void
    ) async -> PrintResult
    /// Sends a command that a printer obeys at once, whatever its state, even in the middle of a job. Throws where the
    /// printer is known not to have heard it.
    func interject(_ command: [UInt8]) async throws(Failure)
    func close()
}

extension ReceiptPrinter {
    /// For printers that obey no commands.
    package func status(after recovery: [UInt8]) async throws(Failure) -> PrinterStatus { try await status() }

    /// For printers that say nothing while they print.
    package func print(
        _ bytes: [UInt8], patience: Duration, told: @escaping @Sendable (PrintProgress) -> Void
    ) async -> PrintResult {
        await print(bytes)
    }
}

/// What is told of a print under way, whenever it changes.
package enum PrintProgress: Hashable, Sendable {
    /// It goes on.
    case goesOn(PrinterStatus)
    /// It stands still because of this, and goes on by itself once that is mended.
    case waits(Failure, PrinterStatus)

    package var status: PrinterStatus {
        switch self {
        case .goesOn(let status), .waits(_, let status): status
        }
    }
}

/// What a printer says of itself. What it does not say is unknown, never assumed.
package struct PrinterStatus: Hashable, Codable, Sendable {
    /// `nearEnd` prints; `out` does not.
    package enum Paper: String, Hashable, Codable, Sendable { case ok, nearEnd, out, unknown }
    /// An open cover stops the printer.
    package enum Cover: String, Hashable, Codable, Sendable { case closed, open, unknown }
    /// What needs a hand. After `jammed` the printer has to be told to go on; nothing that it holds is lost by it.
    package enum Fault: String, Hashable, Codable, Sendable { case jammed, other }

    package var online: Bool?
    package var paper: Paper
    package var cover: Cover
    /// Of cutter, head or another part; nil where none is known of.
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
    /// The printer said, after the data, that it is printed.
    case confirmed
    /// Everything was taken and no fault shown, but this printer gives no proof.
    case probably
    /// No byte left: it may be sent again, unmarked.
    case failed(Failure)
    /// Some bytes left and the end is not known, or paper ended on the way. A further print is a duplicate.
    case unknown(Failure)
}

/// A line that knows of the printer at its end whatever that says in its bytes, and tells the wire when all is `taken`.
package protocol PrinterLine: Transport {
    /// Throws where the line is closed, or the printer does not tell.
    func printerStatus() async throws(Failure) -> PrinterStatus
}

/// Opens printers by address.
package protocol ReceiptPrinterService: Sendable {
    func connect(_ address: DeviceAddress) throws(Failure) -> any ReceiptPrinter
}
