import Foundation
import Model
import Networking

extension Output {
    /// Something that happened in the shop.
    package struct Notification: Encodable {
        /// By which commands name it: `storeOrder-1042`.
        let notification: String
        /// `storeOrder` or `review`.
        let kind: String
        /// The order's or the review's id in the shop.
        let subject: Int64
        let at: Date
        let isRead: Bool
        /// The order's number, and its total as the shop writes it; null for a review.
        let order: String?
        let total: String?
        let currency: String?
        /// The state of the order or of the review.
        let status: String?
        /// The review's stars, 1 to 5; null for an order.
        let rating: Int?
        let product: String?
        let text: String?

        package init(_ note: ShopNotification) {
            let isOrder = note.kind == .storeOrder
            (notification, kind, subject) = (note.key, note.kind.rawValue, note.subjectID)
            (at, isRead) = (note.time, note.isRead)
            order = isOrder ? note.plain("number") ?? String(note.subjectID) : nil
            (total, currency) = isOrder ? (note.plain("total"), note.plain("currency")) : (nil, nil)
            status = note.plain("status")
            rating = isOrder ? nil : note.plain("rating").flatMap { Int($0) }
            (product, text) = isOrder ? (nil, nil) : (note.plain("product_name"), note.plain("review"))
        }
    }
}

extension ShopNotification {
    /// A text of the order or the review, for people: without HTML and card numbers. Nil if there is none.
    package func plain(_ name: String) -> String? {
        guard let text = subject[name]?.looseText, !text.isEmpty else { return nil }
        return PlainText.from(html: text)
    }

    /// The name of the customer or the reviewer; nil if there is none.
    package var person: String? {
        if kind == .review { return plain("reviewer") }
        let names = ["first_name", "last_name"].compactMap { subject["billing"]?[$0]?.looseText }
        let name = PlainText.from(html: names.filter { !$0.isEmpty }.joined(separator: " "))
        return name.isEmpty ? nil : name
    }
}
