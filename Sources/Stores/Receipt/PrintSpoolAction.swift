import Flow
import Model
import Storage

/// What can be asked of the print spool. Works with nobody signed in: a receipt that is due is printed.
public enum PrintSpoolAction: Action {
    /// Serves this printer from now on: what waits for it is printed, in order, and so is what comes later. How it goes
    /// is told by the state (`KnowsThePrints`); answered as soon as it tells of this.
    case serve(printer: DeviceAddress, Reply<Void>)
    /// Serves this printer no more: what waits for it waits on. What is being printed there comes to its end; until then it
    /// is told to be under way, and then how it went.
    case dismiss(printer: DeviceAddress, Reply<Void>)
    /// Serves, from now on, every printer for which something waits, and the one this till remembers.
    case serveAll(Reply<Void>)
    /// Prints a receipt once more. The print bears DUPLICATE n, unless no byte of it has ever left.
    case reprint(ReceiptReference, printer: DeviceAddress, Reply<PrintReport>)
    /// The same so many times, 1 to `mostCopies`, each with its own number. Ends at the first that does not come out.
    case printCopies(ReceiptReference, Int, printer: DeviceAddress, Reply<[PrintReport]>)
    /// Prints a receipt of which nothing was ever printed, unmarked. Any other is refused: `receipt.printedBefore`.
    case print(ReceiptReference, printer: DeviceAddress, Reply<PrintReport>)
    /// Waits no longer for what is printed now: it ends, unknown where a byte of it has left. Answered at once.
    case stopWaiting(Reply<Void>)

    /// A kiosk is no copying machine.
    public static let mostCopies = 20
}

/// How one print went.
public struct PrintReport: Hashable, Codable, Sendable {
    public let receipt: ReceiptID
    public let copy: ReceiptCopy
    public let mark: PrintMark
    public let end: PrintEnd
    /// Where.
    public let printer: DeviceAddress
    /// Why it was not printed where it was to be; nil where it was.
    public let insteadBecause: Failure?
    /// What was sent to paper, as text.
    public let text: String
    /// The very bytes.
    public let bytes: [UInt8]
    /// Characters this printer lacks and what it printed for them.
    public let replaced: [String]

    /// Why there may be no paper; nil when it was printed as far as the printer can tell.
    public var failure: Failure? { end.failure }
}
