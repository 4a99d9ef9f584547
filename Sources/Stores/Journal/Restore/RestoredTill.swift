import Failures
import Flow
import Foundation
import Payments
import Storage

/// Marks in a restored till what is not certain any more, because the till went on after the backup was made.
package enum RestoredTill {
    /// Throws `.corrupt` if the tables that say which payments exist and which orders are paid differ from the journal: what
    /// they hide would be charged again. `till journal verify` tells other differences.
    package static func check(_ reader: any StorageReader) throws {
        let deciding: Set = [DerivedTable.payments.rawValue, DerivedTable.paidOrders.rawValue]
        let differences = JournalVerification.differences(in: reader)
        // More may differ than is told.
        let mayHideMore = differences.count >= JournalAudit.mostTold
        if let difference = differences.first(where: { mayHideMore || deciding.contains($0.table ?? "") }) {
            throw StorageError.corrupt(reason: difference.said)
        }
    }

    /// Call it in the transaction that records the restore.
    ///
    /// Open payments are not judged by the terminal's last transaction any more, and terminals must be compared before the
    /// next payment. E-mails that waited may have been sent, and are not sent again. Receipts may have been printed: what was
    /// begun before the restore is printed with the mark of a duplicate from now on (`RestoredPrint`). Messages to shops are
    /// delivered again, since shops recognise them; a note that cannot be recognised is only written if the shop has none that
    /// says the same.
    package static func mark(
        _ transaction: any StorageTransaction, _ restoration: JournalRestoration, at now: Date
    ) throws {
        try RestoredPayments.mark(in: transaction)
        try RestoredJournal.begin(
            madeAt: restoration.madeAt, through: restoration.through, at: now, in: transaction)
        for item in try transaction.pendingOutbox(limit: .max, .only(ReceiptMail.kind)) {
            guard var mail = try? ReceiptMail(item), case .waiting = mail.state else { continue }
            mail.state = .handing
            try mail.revise(MailID(rawValue: item.id), in: transaction)
        }
        for item in try transaction.pendingOutbox(limit: .max, .only(NoteAdded.kind)) {
            guard let note = try? NoteAdded(item).restored else { continue }
            try transaction.reviseOutbox(id: item.id, payload: try note.payload)
        }
    }
}
