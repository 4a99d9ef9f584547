import Storage
import Payments

/// The result of `till journal verify`.
package struct JournalVerification: Hashable, Sendable {
    /// The chain of the journal's entries.
    package let chain: JournalVerdict
    /// The first differences, at most `JournalAudit.mostTold`.
    package let differences: [JournalDifference]
    /// The number of all differences.
    package let count: Int
    /// Who signed the head, if the signature is valid.
    package let signature: JournalSignature?
    /// Set if a key was to have signed the journal and the journal names none. One of the differences says so.
    package var unsigned: UnsignedJournal?
    /// The archives that the journal continues, oldest first.
    package var archives: [ArchiveState] = []

    /// What was done to the journal as far as it shows, without repetitions.
    package var forgeries: [JournalForgery] {
        var found: [JournalForgery] = []
        if case .broken(_, _, let forgery?) = chain { found.append(forgery) }
        for forgery in differences.compactMap(\.forgery) where !found.contains(forgery) { found.append(forgery) }
        return found
    }

    /// The differences between the tables and the journal, without the chain and the file: at most
    /// `JournalAudit.mostTold`.
    package static func differences(in reader: any StorageReader) -> [JournalDifference] {
        var audit = JournalAudit(reader)
        audit.compareAll()
        return audit.differences
    }

    /// The number of differences that contradict the journal, or how Till makes its data.
    package var contradictions: Int { count - (unsigned == nil ? 0 : 1) }

    /// Whether the chain is valid, nothing differs, and the journal is signed if a key was to have signed it.
    package var isIntact: Bool {
        guard case .intact = chain else { return false }
        return count == 0
    }
}

extension PaymentHistory {
    /// Whether the transaction pays this order, judged by its own facts alone.
    func paysOrder(_ number: Int64?) -> Bool {
        guard case .settled(.approved) = stage, intent.order?.rawValue == number, intent.purpose.kind.takesMoney else {
            return false
        }
        return suffices
    }
}
