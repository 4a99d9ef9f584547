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

    init(of history: PaymentHistory) {
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
        try transaction.append(kind: PrintFact.kind, payment: payment, encoding: PrintFact(job, end: end))
    }
}

extension Failure {
    /// - Parameter printer: as the caller named it.
    package static func terminalPrints(_ terminal: DeviceAddress, named printer: String) -> Failure {
        Failure(
            PrinterFailure.terminalPrints,
            Sentence("failure.printer.terminalPrints", ["reader": terminal, "printer": printer]),
            remedy: Sentence("remedy.printer.terminalPrints"), recovery: .giveUp)
    }

    /// The line to the terminal broke, so that nobody knows whether it has printed.
    fileprivate static let terminalPrint = Failure(
        PrinterFailure.terminalPrint, Sentence("failure.printer.terminalPrint"),
        remedy: Sentence("remedy.printer.terminalPrint"), recovery: .askOperator)
}
