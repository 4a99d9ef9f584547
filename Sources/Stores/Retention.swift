import Flow
import Foundation
import Model
import Storage
import Payments

/// How long data that nobody needs any more is stored. What the journal tells is stored permanently.
package struct Retention: Hashable, Sendable {
    /// For how many days delivered messages stay in the outbox; nil for permanently.
    package var deliveredNews: Int?
    /// For how many days an order stays in the cache after the shop last told it; nil for permanently.
    package var cachedOrders: Int?
    /// For how many days anything else of a shop stays in the cache after the shop last told it; nil for permanently.
    package var cachedDocuments: Int?

    /// For how many days receipts and their prints stay after they were made; nil for permanently.
    package var receipts: Int?

    package init(deliveredNews: Int?, cachedOrders: Int?, cachedDocuments: Int? = nil, receipts: Int? = nil) {
        self.receipts = receipts
        self.deliveredNews = deliveredNews
        self.cachedOrders = cachedOrders
        self.cachedDocuments = cachedDocuments
    }

    /// The most that is dropped at a time, so that a till that was not tidied for years does not wait for it.
    private static let most = 1_000
    /// The fewest messages that are worth a fact in the journal.
    private static let fewestNews = 100
    private static let fewestOrders = 100
    private static let fewestDocuments = 100
    /// The fewest owners of receipts for which a deletion is worth a fact in the journal.
    var fewestReceiptOwners = 100
    /// How many of the newest receipts stay whatever their dates say: a clock that once was wrong must not delete what was
    /// just printed.
    var newestReceipts = 1_000
    /// The fewest days for which receipts stay. For about a year a payment may be disputed, or given back on its card.
    package static let fewestReceiptDays = 400
    /// The kinds that are dropped. Messages of refunds and reopened orders stay, because they are looked up as long as
    /// a settlement may be withdrawn; those of new orders and notes stay, because a repeated request is known by them.
    private static let droppedNews: Set<String> = [OrderPaid.kind, OrderChanged.kind, ReceiptMail.kind]

    /// Drops what is too old, a part of it at a time. Errors are ignored: what stays now is dropped later.
    package func apply(to storage: any StorageManagerType, now: Date) {
        if let days = deliveredNews { try? dropNews(storage, before: now - Self.seconds(days)) }
        if let days = cachedOrders { try? dropOrders(storage, before: now - Self.seconds(days)) }
        if let days = receipts {
            try? dropReceipts(storage, before: now - Self.seconds(max(days, Self.fewestReceiptDays)))
        }
        if let days = cachedDocuments { try? dropDocuments(storage, before: now - Self.seconds(days)) }
    }

    private static func seconds(_ days: Int) -> TimeInterval { TimeInterval(days) * 86_400 }

    /// Looks without a lock first, so that a till with nothing to drop commits nothing.
    private func dropNews(_ storage: any StorageManagerType, before time: Date) throws {
        guard
            try storage.read({ try $0.deliveredCount(Self.droppedNews, before: time, amongOldest: Self.most) })
                >= Self.fewestNews
        else { return }
        try storage.write { transaction in
            let count = try transaction.dropDelivered(Self.droppedNews, before: time, amongOldest: Self.most)
            guard count > 0 else { return }
            try transaction.append(
                kind: DroppedMessages.kind, payment: nil, encoding: DroppedMessages(deliveredBefore: time, count: count)
            )
        }
    }

    /// Looks without a lock first, and once more in the transaction: a print may have been asked for meanwhile.
    private func dropReceipts(_ storage: any StorageManagerType, before time: Date) throws {
        guard try storage.read({ try agedReceipts(in: $0, before: time) }).count >= fewestReceiptOwners else {
            return
        }
        try storage.write { transaction in
            let owners = try agedReceipts(in: transaction, before: time)
            let count = try transaction.dropReceipts(of: owners)
            guard count > 0 else { return }
            try DroppedReceipts(madeBefore: time, count: count).append(in: transaction)
        }
    }

    /// The owners of receipts that nobody needs any more. Not among them are payments whose outcome is not known, and those
    /// of which an e-mail waits.
    private func agedReceipts(
        in reader: any StorageReader, before time: Date
    ) throws(StorageError) -> [PaymentID] {
        var needed: Set<PaymentID> = []
        for item in try reader.pendingOutbox(limit: .max) {
            guard let mail = try? ReceiptMail(item), let receipt = try reader.receipt(id: mail.receipt) else {
                continue
            }
            needed.insert(receipt.payment)
        }
        var owners: [PaymentID] = []
        for owner in try reader.agedReceiptOwners(before: time, keepingNewest: newestReceipts, limit: Self.most / 2) {
            let isOpen = try reader.payment(id: owner)?.isOpen ?? false
            if !isOpen, !needed.contains(owner) { owners.append(owner) }
        }
        return owners
    }

    private func dropOrders(_ storage: any StorageManagerType, before time: Date) throws {
        guard try storage.read({ try $0.orderCount(fetchedBefore: time, amongOldest: Self.most) }) >= Self.fewestOrders
        else { return }
        try storage.write { _ = try $0.dropOrders(fetchedBefore: time, amongOldest: Self.most) }
    }

    private func dropDocuments(_ storage: any StorageManagerType, before time: Date) throws {
        guard
            try storage.read({ try $0.cachedCount(fetchedBefore: time, amongOldest: Self.most) })
                >= Self.fewestDocuments
        else { return }
        try storage.write { _ = try $0.dropCache(fetchedBefore: time, amongOldest: Self.most) }
    }
}
