import Failures
import Flow
import Foundation
import Model
import Storage

/// A print that the terminal makes by itself, on its own printer. No terminal tells how it ended. It counts as begun, so that
/// whatever the till prints of the same receipt is marked as a duplicate.
struct TerminalPrint {
    private let terminal: DeviceAddress
    private let end: PrintEnd

    /// Nil unless the outcome is an approval: terminals differ in whether they print that nothing was charged, and of a request that was
    /// refused they print nothing.
    init?(of history: PaymentHistory, _ outcome: PaymentOutcome) {
        guard case .approved = outcome else { return nil }
        terminal = history.intent.terminal
        let wentThrough = !history.wasDisturbed && !history.wasSettledByOperator
        end = wentThrough ? .probably : .unknown(.terminalPrint)
    }

    /// Notes the print as made, in the transaction that stores the receipt.
    func note(_ receipt: ReceiptID, in transaction: any StorageTransaction, at now: Date) throws {
        let waiting = try transaction.enqueuePrint(receipt: receipt, printer: terminal.description, at: now)
        let job = try transaction.claimPrint(id: waiting.id, at: now)
        try transaction.finishPrint(id: job.id, as: end, at: now)
        let payment = try transaction.receipt(id: receipt)?.payment
        try transaction.append(
            kind: PrintFact.kind, payment: payment, encoding: PrintFact(job, end: end, isByTerminal: true))
    }
}

extension Failure {
    /// Refuses a printer for a payment at a terminal that prints by itself.
    ///
    /// - Parameters:
    ///   - terminal: its name, or its address.
    ///   - printer: as the caller named it.
    package static func terminalPrints(_ terminal: String, named printer: String) -> Failure {
        Failure(
            PrinterFailure.terminalPrints,
            Sentence("failure.printer.terminalPrints", ["reader": terminal, "printer": printer]),
            remedy: Sentence("remedy.printer.terminalPrints"), recovery: .giveUp)
    }

    /// The line to the terminal broke, or a person said what became of the payment.
    fileprivate static let terminalPrint = Failure(
        PrinterFailure.terminalPrint, Sentence("failure.printer.terminalPrint"),
        remedy: Sentence("remedy.printer.terminalPrint"), recovery: .askOperator)
}
