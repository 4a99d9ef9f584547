import Flow
import Model
import Networking

/// Requests for the refunds that the shop has of its orders. None of them moves money: the till refunds with
/// `CardPresentPaymentsAction`, and tells the shop of it through the outbox.
package enum RefundAction: Action {
    /// One refund of an order, with its lines.
    /// - Endpoint: GET wc/v3/orders/{order}/refunds/{id}
    /// - Offline: the kept refund, with its time
    /// - Test: RefundStoreTests
    case retrieveRefund(OrderID, Int64, Reply<Cached<Refund>>)
    /// The refunds with these ids. Only those that are not kept are asked for, as the shop never changes a refund.
    /// - Endpoint: GET wc/v3/orders/{order}/refunds?include
    /// - Offline: fails, unless all are kept
    /// - Test: RefundStoreTests
    case retrieveRefunds(OrderID, [Int64], Reply<Listing<Refund>>)
    /// A page of an order's refunds, the newest first.
    /// - Endpoint: GET wc/v3/orders/{order}/refunds
    /// - Offline: the kept page, with its time
    /// - Test: RefundStoreTests
    case synchronizeRefunds(OrderID, page: Int, size: Int, Reply<Cached<Listing<Refund>>>)
    /// Records money that was given back elsewhere: the shop moves none and restocks nothing. A refund that carries the
    /// reference already is the result, so it may be repeated after a lost answer.
    /// - Endpoint: GET wc/v3/orders/{order}/refunds, POST wc/v3/orders/{order}/refunds
    /// - Offline: fails
    /// - Test: RefundStoreTests
    case createRefund(OrderID, Money, reason: String, reference: String, Reply<Refund>)
    /// Forgets all kept refunds of the shop. The shop keeps them.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: RefundStoreTests
    case resetStoredRefunds(Reply<Void>)
}
