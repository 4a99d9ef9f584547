import Failures
import Flow
import Model
import Storage

// A payment whose facts and receipts were moved to an archive. Its row stays, with its key, its amount and its outcome.

extension StorageManagerType {
    /// Reads in the archive that has the facts of that payment. Returns nil if the facts are in the journal, or if the
    /// archive's file is missing.
    package func readingArchive<T>(
        of payment: PaymentID, _ work: (any StorageReader) throws -> T?
    ) throws(Failure) -> T? {
        guard let number = try reading({ try $0.payment(id: payment)?.archive }) else { return nil }
        return try openArchive(number)?.reading(work)
    }

    /// What the journal or one of its archives knows of a payment; nil if neither knows it.
    package func history(of payment: PaymentID) throws(Failure) -> PaymentHistory? {
        if let found = try reading({ try StoredLedger.history(payment, in: $0) }) { return found }
        return try readingArchive(of: payment) { try StoredLedger.history(payment, in: $0) }
    }

    /// Searches the archives, newest first, until one has an answer.
    package func searchArchives<T>(_ work: (any StorageReader) throws -> T?) throws(Failure) -> (T, JournalArchive)? {
        for archive in try reading({ try $0.archives() }).reversed() {
            if let found = try openArchive(archive.number)?.reading(work) { return (found, archive) }
        }
        return nil
    }

    private func openArchive(_ number: Int) throws(Failure) -> (any StorageManagerType)? {
        try asFailure { () throws(StorageError) in try archive(number) }
    }

    /// Why nothing can be done with that payment: its facts are in an archive, or it does not exist.
    package func absence(of payment: PaymentID) -> Failure {
        let found = try? reading { reader -> (record: PaymentRecord, file: String)? in
            guard let record = try reader.payment(id: payment), let file = try reader.archivedIn(payment) else {
                return nil
            }
            return (record, file)
        }
        guard let (record, file) = found, let number = record.archive else { return .noPayment(payment.rawValue) }
        return (try? openArchive(number)) == nil ? .archiveAway(record, in: file) : .paymentArchived(payment, in: file)
    }
}

extension StorageReader {
    /// The archive file that has the facts of that payment; nil if they are in the journal.
    package func archivedIn(_ payment: PaymentID) throws(StorageError) -> String? {
        guard let number = try self.payment(id: payment)?.archive else { return nil }
        return try archives().first { $0.number == number }?.file ?? "\(number)"
    }

    /// Throws `payment.archived` if the facts of that payment are in an archive.
    func checkIsInJournal(_ payment: PaymentID) throws(StorageError) {
        if let file = try archivedIn(payment) { throw .refused(.paymentArchived(payment, in: file)) }
    }
}

extension PaymentReport {
    /// What the row tells of an archived payment; nil for kinds of which it tells too little.
    init?(archived record: PaymentRecord, orderNumber: String?, paysOrder: Bool) {
        let purpose: TransactionPurpose
        switch record.kind {
        case .payment: purpose = .payment
        case .reservation: purpose = .reservation
        case .refund: purpose = .refund(of: record.original)
        case .reversal, .booking, .release: return nil
        }
        self.init(
            payment: record.id, purpose: purpose, orderNumber: orderNumber, amount: record.amount,
            outcome: record.outcome ?? .inDoubt(reason: Sentence("reason.notKnown")), wasKnown: true,
            suffices: paysOrder, tip: record.tip)
    }
}

extension Failure {
    static func paymentArchived(_ payment: PaymentID, in file: String) -> Failure {
        Failure(
            PaymentFailure.archived, Sentence("failure.payment.archived", ["payment": payment, "file": file]),
            remedy: Sentence("remedy.payment.archived", ["payment": payment]), recovery: .giveUp)
    }

    /// The archive's file is missing. What the row tells is said, so that nobody takes a payment for one that was not made.
    static func archiveAway(_ record: PaymentRecord, in file: String) -> Failure {
        let outcome = record.outcome ?? .inDoubt(reason: Sentence("reason.notKnown"))
        return Failure(
            PaymentFailure.archived,
            Sentence(
                "failure.payment.archived.away",
                ["payment": record.id, "amount": record.amount, "outcome": outcome.name, "file": file]),
            remedy: Sentence("remedy.payment.archived.away", ["payment": record.id]), recovery: .giveUp)
    }

    package static func receiptArchived(_ reference: String, in file: String) -> Failure {
        Failure(
            ReceiptFailure.archived, Sentence("failure.receipt.archived", ["reference": reference, "file": file]),
            remedy: Sentence("remedy.receipt.archived", ["reference": reference]), recovery: .giveUp)
    }
}
