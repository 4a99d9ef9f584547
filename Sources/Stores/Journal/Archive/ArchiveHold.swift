import Foundation
import Model

/// Something that keeps entries in the journal: they cannot be moved into an archive yet.
package struct ArchiveHold: Hashable, Sendable {
    package enum Reason: String, Hashable, Codable, Sendable {
        /// The outcome of the transaction is not known, or the transaction is what an open one gives back.
        case open
        /// A reservation that nothing ends for certain.
        case reserved
        /// It is charged for goods that were not given.
        case goodsOwed = "goods_owed"
        /// A receipt of it waits to be printed or is being printed.
        case notPrinted = "not_printed"
        /// Something about it is not delivered yet: to the shop, or by e-mail.
        case notDelivered = "not_delivered"
        /// Till has not ended the day of its terminal since.
        case openDay = "open_day"
        /// The last end of day of a terminal in use: the next one is compared with it.
        case lastEndOfDay = "last_end_of_day"
        /// An end of day that is not settled.
        case unsettledDay = "unsettled_day"
        /// The newest transactions stay: they are compared before each payment.
        case newest
        /// Entries after that date belong to it.
        case laterEntries = "later_entries"
    }

    package let reason: Reason
    /// The id of a transaction or of an end of day.
    package let id: String
    /// Its first entry, which stays, with all after it.
    package let sequence: Int64

    package func sentence(in tongue: OperatorLanguage) -> String {
        switch reason {
        case .open:
            tongue(
                "\(id) is not resolved, or stands for one that is not.",
                "\(id) ist nicht geklärt, oder steht für etwas, das nicht geklärt ist.")
        case .reserved: tongue("The reservation \(id) stands.", "Die Reservierung \(id) besteht noch.")
        case .goodsOwed: tongue("Goods are owed for \(id).", "Für \(id) ist noch Ware geschuldet.")
        case .notPrinted: tongue("A receipt of \(id) waits to be printed.", "Ein Beleg von \(id) wartet auf den Druck.")
        case .notDelivered:
            tongue("Something about \(id) is not delivered.", "Etwas zu \(id) ist noch nicht zugestellt.")
        case .openDay:
            tongue(
                "The day of the terminal of \(id) was not ended since.",
                "Für das Terminal von \(id) gab es seitdem keinen Kassenschnitt.")
        case .lastEndOfDay:
            tongue(
                "\(id) is the last end of day of a terminal in use.",
                "\(id) ist der letzte Kassenschnitt eines Terminals, das noch benutzt wird.")
        case .unsettledDay:
            tongue("The end of day \(id) is not settled.", "Der Kassenschnitt \(id) ist nicht abgeschlossen.")
        case .newest: tongue("The newest transactions stay, from \(id) on.", "Die neuesten Vorgänge bleiben, ab \(id).")
        case .laterEntries:
            tongue(
                "Entries of that date or later belong to \(id).",
                "Zu \(id) gehören Einträge von diesem Tag oder später.")
        }
    }

    /// What lets the entries go; nil where only time does.
    package func remedy(in tongue: OperatorLanguage) -> String? {
        switch reason {
        case .open: tongue("till why \(id), then till resolve", "till why \(id), dann till resolve")
        case .reserved:
            tongue("till reservations release \(id), or book it", "till reservations release \(id), oder buchen")
        case .goodsOwed: "till why \(id)"
        case .notPrinted: "till receipts print"
        case .notDelivered:
            tongue("till orders list delivers it; see till doctor", "till orders list stellt es zu; siehe till doctor")
        case .openDay:
            tongue(
                "till end-of-day; where the terminal ends its day by itself, or is gone: --with-open-days",
                "till end-of-day; wo das Terminal seinen Tag selbst beendet oder nicht mehr da ist: --with-open-days")
        case .unsettledDay: "till end-of-day"
        case .lastEndOfDay, .newest, .laterEntries: nil
        }
    }
}
