import Foundation
import Model

/// An order and the request of a till that made it.
struct RequestedOrder: Sendable {
    let id: OrderID
    let request: String?
    let isCancelled: Bool

    init(_ object: ShopObject) throws(NetworkError) {
        id = OrderID(rawValue: try object.shopID())
        isCancelled = object.optionalText("status").map(OrderStatus.init(rawValue:)) == .cancelled
        request = MetaData.list(object)[OrdersRemote.requestKey]?.text
    }
}

/// Maps a list of orders, with the time that the shop's clock showed; nil if the answer does not tell it. All of them have to be
/// read: the request might be that of the one which cannot be.
struct RequestedOrdersMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> (page: Page<RequestedOrder>, clock: Date?) {
        var orders: [RequestedOrder] = []
        for object in try response.objects { orders.append(try RequestedOrder(object)) }
        return (Page(orders, response), response.headers["date"].flatMap(HTTPDate.read))
    }
}
