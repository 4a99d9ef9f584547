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
    /// Its first entry. This one and all after it stay.
    package let sequence: Int64

    package func sentence(in language: OperatorLanguage) -> String {
        switch reason {
        case .open:
            language.text("hold.open", ["id": id])
        case .reserved: language.text("hold.reserved", ["id": id])
        case .goodsOwed: language.text("hold.goodsOwed", ["id": id])
        case .notPrinted: language.text("hold.notPrinted", ["id": id])
        case .notDelivered:
            language.text("hold.notDelivered", ["id": id])
        case .openDay:
            language.text("hold.openDay", ["id": id])
        case .lastEndOfDay:
            language.text("hold.lastEndOfDay", ["id": id])
        case .unsettledDay:
            language.text("hold.unsettledDay", ["id": id])
        case .newest: language.text("hold.newest", ["id": id])
        case .laterEntries:
            language.text("hold.laterEntries", ["id": id])
        }
    }

    /// What releases the entries; nil if only time does.
    package func remedy(in language: OperatorLanguage) -> String? {
        switch reason {
        case .open: language.text("hold.do.open", ["id": id])
        case .reserved:
            language.text("hold.do.reserved", ["id": id])
        case .goodsOwed: "till why \(id)"
        case .notPrinted: "till receipts print"
        case .notDelivered:
            language.text("hold.do.notDelivered")
        case .openDay:
            language.text("hold.do.openDay")
        case .unsettledDay: "till end-of-day"
        case .lastEndOfDay, .newest, .laterEntries: nil
        }
    }
}
