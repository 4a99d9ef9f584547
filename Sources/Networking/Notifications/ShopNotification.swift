import Foundation
import Model

/// Something that happened in a shop: an order that is new or has changed, or a review. Whether it was read is known to this
/// till only.
package struct ShopNotification: ShopEntity {
    package enum Kind: String, Hashable, Sendable { case storeOrder, review }

    package static var resource: ShopResource { .order }
    package static var cachedAs: String { "notification" }

    package let kind: Kind
    /// The order's or the review's.
    package let subjectID: Int64
    /// A text that differs when the order, review or product of the notification has changed.
    package let hash: String
    /// When it happened, by the shop's clock.
    package let time: Date
    /// What the shop said, with the members that are asked for.
    package let subject: JSONValue
    package var isRead = false
    /// Whether somebody is deleting it: it is not listed.
    package var isDeleted = false

    /// Reads what `json` has written.
    package init(_ object: ShopObject) throws(NetworkError) {
        guard let kind = Kind(rawValue: try object.text("kind")), let subject = object.object("subject") else {
            throw .malformed(field: object.path("kind"), reason: Sentence("detail.json.otherType"))
        }
        switch kind {
        case .storeOrder: try self.init(order: subject)
        case .review: try self.init(review: subject)
        }
        isRead = object.flag("read")
        isDeleted = object.flag("deleted")
    }

    package init(order: ShopObject) throws(NetworkError) {
        let mark = try OrderMark(order)
        self.init(
            kind: .storeOrder, subjectID: mark.id, hash: mark.hash, time: mark.modified, subject: Self.kept(of: order))
    }

    /// The members of an order that are asked for and kept. A delivery has all of them, up to a megabyte.
    static let orderMembers = "\(OrderMark.fields),number,currency,customer_id,billing"

    private static func kept(of order: ShopObject) -> JSONValue {
        let names = Set(orderMembers.split(separator: ",").map(String.init) + ["date_created", "date_modified"])
        var members = order.members.filter { names.contains($0.key) }
        // Of the customer the name is shown, and nothing else.
        members["billing"] = order.object("billing").map { billing in
            .object(billing.members.filter { ["first_name", "last_name"].contains($0.key) })
        }
        return .object(members)
    }

    package init(review: ShopObject) throws(NetworkError) {
        guard let time = review.time("date_created") else {
            throw .malformed(field: review.path("date_created_gmt"), reason: Sentence("detail.json.noTime"))
        }
        // The text is compared as it is kept: without card numbers.
        let parts = ["status", "rating", "review"].map { review.members[$0]?.withoutCardData.looseText ?? "" }
        self.init(
            kind: .review, subjectID: try review.integer("id"), hash: parts.joined(separator: "\n"), time: time,
            subject: review.json)
    }

    private init(kind: Kind, subjectID: Int64, hash: String, time: Date, subject: JSONValue) {
        self.kind = kind
        self.subjectID = subjectID
        self.hash = hash
        self.time = time
        self.subject = subject
    }

    package var key: String { "\(kind.rawValue)-\(subjectID)" }
    package var json: JSONValue {
        [
            "kind": .string(kind.rawValue), "subject": subject, "read": .bool(isRead), "deleted": .bool(isDeleted),
        ]
    }
}
