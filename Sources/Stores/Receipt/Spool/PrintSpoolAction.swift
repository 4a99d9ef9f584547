import Flow
import Model

/// Requests for the print spool. They work without a signed-in operator: due receipts are printed.
/// - Shop: none
package enum PrintSpoolAction: Action {
    /// Serves this printer from now on: its waiting and later prints are made, in order. The state (`KnowsThePrints`)
    /// tells the progress; the reply comes as soon as the state contains the request.
    case serve(printer: DeviceAddress, Reply<Void>)
    /// Stops serving this printer: its waiting prints go on waiting. The current print is finished; the state shows it
    /// as running until then, and afterwards how it ended.
    case dismiss(printer: DeviceAddress, Reply<Void>)
    /// Serves, from now on, every printer with waiting prints, and the one that this till remembers.
    case serveAll(Reply<Void>)
    /// Prints a receipt once more. The print is marked DUPLICATE n, unless no byte of the receipt was ever sent.
    case reprint(ReceiptReference, printer: DeviceAddress, by: Requester? = nil, Reply<PrintReport>)
    /// Prints a receipt this many times, 1 to `mostCopies`, each with its own number. It ends at the first print that
    /// fails.
    case printCopies(ReceiptReference, Int, printer: DeviceAddress, by: Requester? = nil, Reply<[PrintReport]>)
    /// Prints a receipt that was never printed, without a mark. Any other is refused: `receipt.printedBefore`.
    case print(ReceiptReference, printer: DeviceAddress, by: Requester? = nil, Reply<PrintReport>)
    /// Gives up the prints of a receipt that wait or have failed, because somebody does without the paper. A print that was asked
    /// for before and has not begun fails with `receipt.waived`. The journal keeps who. Fails with `receipt.beingPrinted` while
    /// one is being printed, and with `receipt.notWaiting` if there is none.
    case waive(ReceiptReference, by: Requester? = nil, Reply<Void>)
    /// Stores that a receipt could not be printed when it was wanted, so that it is among the unprinted ones
    /// (`ReceiptAction.listUnprinted`) until it is printed or waived. Nothing is stored if it was printed before, or waits.
    case noteUnprinted(ReceiptReference, printer: DeviceAddress, because: Failure, Reply<Void>)
    /// Stops waiting for the current prints: they end, as unknown if a byte was sent. The reply comes at once.
    case stopWaiting(Reply<Void>)

    /// The most copies at once: a kiosk is no copying machine.
    package static let mostCopies = 20
}
