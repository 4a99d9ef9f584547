import Flow
import Model

/// Requests for the outbox. They work without a signed-in operator.
/// - Shop: GET and POST of wc/v3/orders, GET and PUT of wc/v3/orders/{id}, GET and POST of its notes, GET, POST and DELETE of its
///   refunds; offline the messages wait
package enum OutboxAction: Action {
    /// Delivers waiting messages to their shops from now on. The state (`KnowsTheOutbox`) tells the progress; the reply
    /// comes as soon as the state contains the request.
    case deliver(Reply<Void>)
    /// Loads all messages that have not reached their shop, oldest first.
    case list(Reply<[UndeliveredMessage]>)
    /// What a shop knows of these orders: their ids there, and of which it is still to be told something.
    case findOrders([OrderID], SiteID, Reply<OrdersAtShop>)
    /// Delivers a message again that its shop refused.
    /// - Parameter anyway: whether the shop is to be told whatever state the order is in there.
    case retry(id: String, anyway: Bool = false, by: Requester? = nil, Reply<Void>)
    /// Ends the delivery of a message because an operator has seen to it in the shop. The journal keeps what the operator
    /// says.
    case finish(id: String, evidence: String, by: Requester? = nil, Reply<Void>)
}
