import Foundation
import Model

/// A reason why entries cannot be moved from the journal to an archive yet.
package struct ArchiveHold: Hashable, Sendable {
    package enum Reason: String, Hashable, Codable, Sendable {
        /// The transaction's outcome is not known, or an open transaction gives it back.
        case open
        /// A reservation that has not certainly ended.
        case reserved
        /// A payment that was charged for goods that were not given.
        case goodsOwed = "goods_owed"
        /// A receipt waits to be printed or is being printed.
        case notPrinted = "not_printed"
        /// A message to the shop or an e-mail is not delivered yet.
        case notDelivered = "not_delivered"
        /// The terminal's day has not been ended since.
        case openDay = "open_day"
        /// The last end of day of a terminal in use; the next one is compared with it.
        case lastEndOfDay = "last_end_of_day"
        /// An end of day that is not settled.
        case unsettledDay = "unsettled_day"
        /// The newest transactions, which are compared before each payment.
        case newest
        /// A transaction with entries after the date.
        case laterEntries = "later_entries"
    }

    package let reason: Reason
    /// The id of a transaction or of an end of day.
    package let id: String
    /// The first entry of the transaction or end of day. This entry and all after it stay in the journal.
    package let sequence: Int64

    package var sentence: Sentence {
        switch reason {
        case .open:
            Sentence("hold.open", ["id": id])
        case .reserved: Sentence("hold.reserved", ["id": id])
        case .goodsOwed: Sentence("hold.goodsOwed", ["id": id])
        case .notPrinted: Sentence("hold.notPrinted", ["id": id])
        case .notDelivered:
            Sentence("hold.notDelivered", ["id": id])
        case .openDay:
            Sentence("hold.openDay", ["id": id])
        case .lastEndOfDay:
            Sentence("hold.lastEndOfDay", ["id": id])
        case .unsettledDay:
            Sentence("hold.unsettledDay", ["id": id])
        case .newest: Sentence("hold.newest", ["id": id])
        case .laterEntries:
            Sentence("hold.laterEntries", ["id": id])
        }
    }

    /// What must be done so that the entries can be archived; nil if only time helps.
    package var remedy: Sentence? {
        switch reason {
        case .open: Sentence("hold.do.open", ["id": id])
        case .reserved:
            Sentence("hold.do.reserved", ["id": id])
        case .goodsOwed: Sentence(stored: "till why \(id)")
        case .notPrinted: Sentence(stored: "till receipts print")
        case .notDelivered:
            Sentence("hold.do.notDelivered")
        case .openDay:
            Sentence("hold.do.openDay")
        case .unsettledDay: Sentence(stored: "till end-of-day")
        case .lastEndOfDay, .newest, .laterEntries: nil
        }
    }

    /// `sentence` in a language.
    package func sentence(in language: OperatorLanguage) -> String { sentence.text(in: language) }

    /// `remedy` in a language.
    package func remedy(in language: OperatorLanguage) -> String? { remedy?.text(in: language) }
}
