import Failures
import Flow
import Hardware
import Model
import Payments
import Storage

/// Receipts of which no paper has come.
extension PrintSpool {
    /// Gives up the prints of a receipt of which no byte was sent, also those that were asked for and wait for their turn at a
    /// printer: whether a print has begun is decided by its claim (`claimPrint`), and by nothing else.
    ///
    /// Throws `receipt.beingPrinted` while one is being printed, which nobody can take back, and `receipt.notWaiting` if there
    /// is none.
    func waive(_ receipt: StoredReceipt, by requester: Requester?) async throws(Failure) {
        try await endCutOffPrints(of: receipt)
        let waived = try storage.writing { transaction in
            let all = try transaction.printJobs(receipt: receipt.id)
            guard !all.contains(where: { $0.state == .printing }) else { throw Failure.beingPrinted(receipt.id) }
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

    /// A print that was begun by a process that died is not being printed any more. Throws `receipt.beingPrinted` if its
    /// printer is in use.
    private func endCutOffPrints(of receipt: StoredReceipt) async throws(Failure) {
        let begun = try storage.reading { try $0.printJobs(receipt: receipt.id).filter { $0.state == .printing } }
        for case let printer? in begun.map(\.printer).map(DeviceAddress.init) {
            do throws(Failure) { try await forgetInterrupted(at: printer) } catch {
                guard error == .printerInUse else { throw error }
                throw .beingPrinted(receipt.id)
            }
        }
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
    static func beingPrinted(_ receipt: ReceiptID) -> Failure {
        Failure(
            ReceiptFailure.beingPrinted, Sentence("failure.receipt.beingPrinted", ["receipt": receipt]),
            remedy: Sentence("remedy.receipt.beingPrinted"), recovery: .retry)
    }

    static func waived(_ receipt: ReceiptID) -> Failure {
        Failure(
            ReceiptFailure.waived, Sentence("failure.receipt.waived", ["receipt": receipt]),
            remedy: Sentence("remedy.receipt.waived", ["receipt": receipt]), recovery: .giveUp)
    }

    static func notWaiting(_ receipt: ReceiptID) -> Failure {
        Failure(
            ReceiptFailure.notWaiting, Sentence("failure.receipt.notWaiting", ["receipt": receipt]),
            remedy: Sentence("remedy.receipt.notWaiting", ["receipt": receipt]), recovery: .giveUp)
    }
}
