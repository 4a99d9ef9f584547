import Flow
import Foundation
import Storage
import Payments

/// How long is kept what nobody needs any more. What the journal tells is kept for ever.
package struct Retention: Hashable, Sendable {
    /// Days for which what was delivered stays in the outbox; nil: for ever.
    package var deliveredNews: Int?
    /// Days for which an order stays in the cache after the shop told it last; nil: for ever.
    package var cachedOrders: Int?

    package init(deliveredNews: Int?, cachedOrders: Int?) {
        self.deliveredNews = deliveredNews
        self.cachedOrders = cachedOrders
    }

    /// So many at once: a till that was not tidied for years does not wait for it.
    private static let most = 1_000
    /// Below this it is not worth a fact in the journal.
    private static let fewestNews = 100
    private static let fewestOrders = 100
    /// Whether the shop was told of a refund, or that an order is open again, is asked for as long as a settlement may be
    /// withdrawn: these two stay.
    private static let droppedNews: Set<String> = [OrderPaid.kind, ReceiptMail.kind]

    /// Drops what is older, a part of it at a time. Throws nothing: what stays now is dropped later.
    package func apply(to storage: any StorageManagerType, now: Date) {
        if let days = deliveredNews { try? dropNews(storage, before: now - Self.seconds(days)) }
        if let days = cachedOrders { try? dropOrders(storage, before: now - Self.seconds(days)) }
    }

    private static func seconds(_ days: Int) -> TimeInterval { TimeInterval(days) * 86_400 }

    /// Looks without a lock first, so that a till which has nothing to drop commits nothing.
    private func dropNews(_ storage: any StorageManagerType, before time: Date) throws {
        guard
            try storage.read({ try $0.deliveredCount(Self.droppedNews, before: time, amongOldest: Self.most) })
                >= Self.fewestNews
        else { return }
        try storage.write { transaction in
            let count = try transaction.dropDelivered(Self.droppedNews, before: time, amongOldest: Self.most)
            guard count > 0 else { return }
            try transaction.append(
                kind: DroppedNews.kind, payment: nil, encoding: DroppedNews(deliveredBefore: time, count: count))
        }
    }

    private func dropOrders(_ storage: any StorageManagerType, before time: Date) throws {
        guard try storage.read({ try $0.orderCount(fetchedBefore: time, amongOldest: Self.most) }) >= Self.fewestOrders
        else { return }
        try storage.write { _ = try $0.dropOrders(fetchedBefore: time, amongOldest: Self.most) }
    }
}
