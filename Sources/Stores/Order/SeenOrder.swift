import Crypto
import Foundation
import Model
import Networking
import Payments
import Storage

/// An order as it was seen before it was changed at this till, so that what somebody else changed meanwhile is told from what
/// this till itself told the shop.
struct SeenOrder: Hashable, Codable, Sendable {
    /// A digest of everything but how the order is paid, and what changes by itself.
    let content: String
    /// A digest of how it is paid.
    let payment: String
    /// The payment of a till that had paid it then; nil if none had.
    let paidBy: String?
    /// The payments that this till had taken for it.
    let own: [String]

    init(_ record: OrderRecord, own: [PaymentID]) {
        (content, payment) = (Self.content(record), Self.payment(record))
        paidBy = record.paidBy
        self.own = own.map(\.rawValue)
    }

    /// Whether nobody but this till has changed the order since.
    func isStill(_ record: OrderRecord) -> Bool {
        guard Self.content(record) == content else { return false }
        if Self.payment(record) == payment { return true }
        guard let paidBy = record.paidBy, paidBy != self.paidBy else { return false }
        return own.contains(paidBy)
    }

    private static let passing: Set = [
        "date_modified", "date_modified_gmt", "_links", "needs_payment", "needs_processing", "is_editable",
        "payment_url", "meta_data",
    ]
    private static let paying: Set = [
        "status", "date_paid", "date_paid_gmt", "date_completed", "date_completed_gmt", "transaction_id",
        "payment_method", "payment_method_title", "refunds",
    ]

    private static func content(_ record: OrderRecord) -> String {
        var members = (record.json.members ?? [:]).filter { !passing.contains($0.key) && !paying.contains($0.key) }
        let others = record.meta.filter { !$0.key.hasPrefix("_till_") }.sorted { ($0.key, $0.id) < ($1.key, $1.id) }
        members["meta_data"] = .array(others.map { [.string($0.key), $0.value] })
        return digest(members)
    }

    private static func payment(_ record: OrderRecord) -> String {
        digest((record.json.members ?? [:]).filter { paying.contains($0.key) })
    }

    private static func digest(_ members: [String: JSONValue]) -> String {
        Hexadecimal.text(Data(SHA256.hash(data: JSONValue.object(members).data)))
    }
}

extension OrderRecord {
    /// The payment of a till that has paid it, or that was taken back if nothing has paid it since.
    fileprivate var paidBy: String? {
        guard let state = paymentState else { return nil }
        return state.payment ?? (state.transactionID.isEmpty ? state.reopened : nil)
    }
}
