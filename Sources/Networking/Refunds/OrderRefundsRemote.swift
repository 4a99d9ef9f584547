import Foundation
import Model

/// The refunds of one order: `wc/v3/orders/ID/refunds`.
package struct OrderRefundsRemote: Sendable {
    private let refunds: ResourceRemote<Refund>

    package init(network: any Network, order: OrderID) {
        refunds = ResourceRemote("wc/v3/orders/\(order)/refunds", network: network)
    }

    package func loadRefund(_ id: Int64) async throws(NetworkError) -> Refund { try await refunds.load(String(id)) }

    package func loadRefunds(page: Int, size: Int) async throws(NetworkError) -> Page<Refund> {
        try await refunds.loadPage(page, size: size)
    }

    /// The refunds with these ids, in as many requests as it takes. Those that do not exist are missing.
    package func loadRefunds(_ ids: [Int64]) async throws(NetworkError) -> Page<Refund> {
        var (found, unreadable): ([Refund], [NetworkError]) = ([], [])
        for start in stride(from: 0, to: ids.count, by: OrdersRemote.longestPage) {
            let part = ids[start..<min(start + OrdersRemote.longestPage, ids.count)]
            let include = part.map(String.init).joined(separator: ",")
            let page = try await refunds.loadPage(query: ["include": include])
            found += page.items
            unreadable += page.unreadable
        }
        return Page(items: found, total: found.count, pages: 1, unreadable: unreadable)
    }

    /// Records money that was given back elsewhere. The shop moves no money and does not restock goods.
    ///
    /// May be repeated: WooCommerce has no idempotency keys, so a refund that already carries the reference is the result,
    /// and nothing is sent. Throws `.refused` when that refund is of another amount, and `.conflict(.refundedTwice)` when the
    /// shop has it more than once, because something on the way has repeated the request.
    ///
    /// - Parameter reference: tells this refund from all others of the order.
    @discardableResult
    package func record(
        _ amount: Money, reason: String, reference: String
    ) async throws(NetworkError) -> Refund {
        let reason = CardData.masked(written: reason)
        if let there = try await find(reference, reason) { return try there.checked(amount) }
        let made: Refund
        do throws(NetworkError) {
            made = try await refunds.create([
                "amount": .string(amount.formatted()), "reason": .string(reason),
                "api_refund": false, "api_restock": false,
                "meta_data": [["key": .string(Self.referenceKey), "value": .string(reference)]],
            ])
        } catch {
            // Something on the way has repeated the request, and the shop refused the second of a whole refund.
            guard case .refused = error, let there = try await find(reference, reason) else { throw error }
            return try there.checked(amount)
        }
        try await SecondLook.after { () throws(NetworkError) in _ = try await find(reference, reason) }
        return made
    }

    /// Deletes what was recorded under this reference. May be repeated: what is not there any more is deleted.
    package func withdraw(reason: String, reference: String) async throws(NetworkError) {
        for refund in try await all(reference, CardData.masked(written: reason)) {
            do throws(NetworkError) { _ = try await refunds.delete(refund.key, force: true) } catch {
                guard case .notFound = error else { throw error }
            }
        }
    }

    /// The name under which the shop keeps the reference of a refund.
    fileprivate static let referenceKey = "_till_refund"

    private func find(_ reference: String, _ reason: String) async throws(NetworkError) -> Refund? {
        let there = try await all(reference, reason)
        guard there.count < 2 else {
            throw .conflict(.refundedTwice(reason: reason, count: there.count))
        }
        return there.first
    }

    private func all(_ reference: String, _ reason: String) async throws(NetworkError) -> [Refund] {
        // A refund that cannot be read may be one of them.
        try await Pages.all(whole: true) { page throws(NetworkError) in try await refunds.loadPage(page) }
            .filter { $0.carries(reference, reason) }
    }
}

extension Refund {
    /// Itself, if it is of this amount.
    fileprivate func checked(_ wanted: Money) throws(NetworkError) -> Refund {
        guard amount == Decimal(string: wanted.formatted()) else {
            throw .refused(
                status: 409, .init(code: "reference_used", message: Sentence("detail.shop.otherRefund").description))
        }
        return self
    }

    /// Whether the refund has the reference in its metadata, or in its reason, which the shop writes first.
    fileprivate func carries(_ reference: String, _ written: String) -> Bool {
        meta.contains { $0.key == OrderRefundsRemote.referenceKey && $0.value == .string(reference) }
            || reason == written && written.contains(reference)
    }
}
