import Failures
import Flow
import Hardware
import Model
import Payments
import Storage

/// Receipts of which no paper has come.
extension PrintSpool {
    /// Gives up the prints of a receipt of which no byte was sent. Throws `receipt.notWaiting` if there is none.
    func waive(_ receipt: StoredReceipt, by requester: Requester?) throws(Failure) {
        let waived = try storage.writing { transaction in
            let prints = try transaction.waivePrints(receipt: receipt.id)
            if !prints.isEmpty {
                try transaction.append(
                    kind: WaiverFact.kind, payment: receipt.payment,
                    encoding: WaiverFact(receipt, prints: prints, by: requester))
            }
            return prints
        }
        if waived.isEmpty { throw .notWaiting(receipt.id) }
    }

    /// Stores a print that could not begin, as one that failed. Nothing is stored if another print of the receipt was begun,
    /// waits, or has failed already.
    func note(_ failure: Failure, of receipt: StoredReceipt, on printer: DeviceAddress) throws(Failure) {
        let now = environment.now()
        try storage.writing { transaction in
            guard try transaction.printJobs(receipt: receipt.id).allSatisfy({ $0.state == .voided }) else { return }
            let job = try transaction.enqueuePrint(receipt: receipt.id, printer: printer.description, at: now)
            let claimed = try transaction.claimPrint(id: job.id, at: now)
            try transaction.finishPrint(id: job.id, as: .failed(failure), at: now)
            try transaction.append(
                kind: PrintFact.kind, payment: receipt.payment, encoding: PrintFact(claimed, end: .failed(failure)))
        }
    }
}

extension Failure {
    static func notWaiting(_ receipt: ReceiptID) -> Failure {
        Failure(
            ReceiptFailure.notWaiting, Sentence("failure.receipt.notWaiting", ["receipt": receipt]),
            remedy: Sentence("remedy.receipt.notWaiting", ["receipt": receipt]), recovery: .giveUp)
    }
}
