import Flow
import Model
import Networking

/// Requests for orders. Each reply tells since when its content is known, and why nothing newer could be loaded.
package enum OrderAction: Action {
    /// What payments and receipts need of an order. One that the shop says is gone is forgotten.
    /// - Endpoint: GET wc/v3/orders/{id}
    /// - Offline: the kept order, with its time
    /// - Test: LookupTests, GoneOrderTests
    case retrieveOrder(OrderID, Reply<Cached<Order>>)
    /// The order with this number, as it is typed or scanned: the shop's number, or `L5` for an order that the shop has not been
    /// told of.
    /// - Endpoint: GET wc/v3/orders/{id}, GET wc/v3/orders?search
    /// - Offline: the kept order, with its time
    /// - Test: OrderActionTests
    case lookUpOrder(String, Reply<Cached<Order>>)
    /// The id of the order with this number. A number that the till has seen before is not asked for.
    /// - Endpoint: GET wc/v3/orders/{id}, GET wc/v3/orders?search
    /// - Offline: the kept order's id
    /// - Test: OrderNumberTests
    case identifyOrder(OrderNumber, Reply<OrderID>)
    /// Everything that the shop has about an order.
    /// - Endpoint: GET wc/v3/orders/{id}
    /// - Offline: the kept order, with its time
    /// - Test: OrderActionTests
    case retrieveOrderRecord(OrderID, Reply<Cached<OrderRecord>>)
    /// The newest orders of the shop, with one status if one is given.
    /// - Endpoint: GET wc/v3/orders
    /// - Offline: the newest kept orders; never known to be all
    /// - Test: LookupTests
    case synchronizeOrders(status: OrderStatus?, limit: Int, Reply<Cached<Listing<Order>>>)
    /// A page of the orders that a filter lets through.
    /// - Endpoint: GET wc/v3/orders
    /// - Offline: the kept page, with its time
    /// - Test: OrderActionTests
    case fetchFilteredOrders(OrderFilter, page: Int, size: Int, Reply<Cached<Listing<OrderRecord>>>)
    /// Loads all orders that were changed since this was done last; all orders the first time. Forgets those that came into
    /// the shop's bin, but none for which this till holds money.
    /// - Endpoint: GET wc/v3/orders?modified_after, GET wc/v3/orders?status=trash
    /// - Offline: fails; what is kept stays
    /// - Test: OrderActionTests, GoneOrderTests
    case synchronizeModifiedOrders(Reply<OrderSync.Report>)
    /// Orders whose number or customer contains the text.
    /// - Endpoint: GET wc/v3/orders?search
    /// - Offline: the kept orders that contain the text; never known to be all
    /// - Test: LookupTests
    case searchOrders(String, limit: Int, Reply<Cached<Listing<Order>>>)
    /// Makes an order. If the shop cannot be asked, the till makes it, and tells the shop when it is back. A request that is repeated
    /// with the same `key` makes no second order; one with another content is refused (`order.keyConflict`).
    /// - Endpoint: GET wc/v3/orders, POST wc/v3/orders
    /// - Offline: an order with a local number, priced from the kept products
    /// - Test: OrderActionTests
    case createOrder(OrderChanges, key: String? = nil, Reply<Cached<Order>>)
    /// Makes an order of an amount, without goods.
    /// - Endpoint: POST wc/v3/orders
    /// - Offline: an order with a local number
    /// - Test: OrderActionTests
    case createSimplePaymentsOrder(Money, name: String, isTaxable: Bool, Reply<Cached<Order>>)
    /// Changes an order.
    /// - Endpoint: PUT wc/v3/orders/{id}
    /// - Offline: the change waits; if the order was changed meanwhile, an operator decides
    /// - Test: OwnChangeTests
    case updateOrder(OrderID, OrderChanges, Reply<Cached<Order>>)
    /// Sets the status of an order.
    /// - Endpoint: PUT wc/v3/orders/{id}
    /// - Offline: as a change of an order
    /// - Test: OrderActionTests
    case updateOrderStatus(OrderID, OrderStatus, Reply<Cached<Order>>)
    /// Moves an order to the shop's bin, or deletes it for good. Refused for an order that this till has paid or is paying.
    /// - Endpoint: DELETE wc/v3/orders/{id}
    /// - Offline: fails
    /// - Test: OrderActionTests
    case deleteOrder(OrderID, permanently: Bool, Reply<Void>)
    /// The orders that were made at this till and that the shop does not have yet, the newest first: with one status and with a
    /// text in the number or customer, if these are given.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: OrderActionTests
    case loadLocalOrders(status: OrderStatus?, containing: String?, limit: Int, Reply<[Order]>)
    /// Whether the shop has any order.
    /// - Endpoint: GET wc/v3/orders?per_page=1
    /// - Offline: yes if one is kept, else fails
    /// - Test: OrderActionTests
    case checkIfStoreHasOrders(Reply<Bool>)
    /// Forgets the kept orders of the shop. What this till has paid stays known.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: OrderActionTests
    case resetStoredOrders(Reply<Void>)
}
