import Flow
import Model
import Storage

/// What can be asked of the print spool. Works with nobody signed in: a receipt that is due is printed.
package enum PrintSpoolAction: Action {
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
    package static let mostCopies = 20
}

/// How one print went.
package struct PrintReport: Hashable, Codable, Sendable {
    package let receipt: ReceiptID
    package let copy: ReceiptCopy
    package let mark: PrintMark
    package let end: PrintEnd
    /// Where.
    package let printer: DeviceAddress
    /// Why it was not printed where it was to be; nil where it was.
    package let insteadBecause: Failure?
    /// What was sent to paper, as text.
    package let text: String
    /// The very bytes.
    package let bytes: [UInt8]
    /// Characters this printer lacks and what it printed for them.
    package let replaced: [String]

    /// Why there may be no paper; nil when it was printed as far as the printer can tell.
    package var failure: Failure? { end.failure }
}
