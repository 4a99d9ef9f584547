import Flow
import Model
import Networking
import Storage

/// Order lookup: always from the shop, with what this till has collected laid over it.
public final class OrderStore: Store {
    public typealias Handled = OrderAction

    private let orders: ShopOrders
    private let environment: Environment

    init(orders: ShopOrders, environment: Environment) {
        self.orders = orders
        self.environment = environment
    }

    public func onAction(_ action: OrderAction) {
        let orders = orders
        switch action {
        case .retrieveOrder(let id, let reply):
            environment.answer(reply, "retrieve order") { () throws(Failure) in try await orders.load(id) }
        case .synchronizeOrders(let status, let limit, let reply):
            environment.answer(reply, "list orders") { () throws(Failure) in try await orders.list(status, limit: limit)
            }
        case .searchOrders(let text, let limit, let reply):
            environment.answer(reply, "search orders") { () throws(Failure) in
                try await orders.search(text, limit: limit)
            }
        }
    }
}
