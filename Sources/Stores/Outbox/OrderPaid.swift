import Flow
import Foundation
import Model
import Storage

/// What the shop must be told of a paid order: an item of the outbox.
struct OrderPaid: Hashable, Codable, Sendable {
    static let kind = "order.paid"

    let site: SiteID
    let order: OrderID
    let payment: PaymentID
    let amount: Money
    let transactionID: String
    let paidAt: Date

    /// Makes a second delivery recognisable: an order is paid by a payment once.
    var id: String { "\(Self.kind)-\(payment)" }

    func enqueue(in transaction: any StorageTransaction, at now: Date) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy = .iso8601
        try transaction.enqueueOutbox(id: id, kind: Self.kind, payload: encoder.encode(self), at: now)
    }
}

extension OrderPaid {
    init(_ item: OutboxItem) throws(Failure) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do { self = try decoder.decode(Self.self, from: item.payload) } catch { throw .unknownItem(item) }
    }
}
