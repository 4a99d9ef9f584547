import Model

/// An order of a list, the requests of tills that it carries, and what it tells of its payment.
package struct ListedOrder: Sendable {
    package let order: Order
    package let requests: [String]
    /// Nil if that cannot be read.
    package let paymentState: OrderPaymentState?
}

/// Maps a list in which an order may be unreadable, even without an id.
struct ListedOrdersMapper: Mapper {
    let site: SiteID

    func map(_ response: Response) throws(NetworkError) -> ListedOrders {
        var listed = ListedOrders()
        let rows = try response.rows { (object) throws(NetworkError) in
            (id: OrderID(rawValue: try object.shopID()), object: object)
        }
        for (id, object) in rows.read {
            do throws(NetworkError) {
                let order = try WooOrder(object).order(site: site)
                let requests = MetaData.list(object).filter { $0.key == OrdersRemote.requestKey }
                listed.orders.append(
                    ListedOrder(
                        order: order, requests: requests.compactMap(\.value.text),
                        paymentState: try? OrderPaymentState(object)))
            } catch { listed.unreadable.append(UnreadableOrder(id: id, error: error)) }
        }
        listed.unreadable += rows.unreadable.map { UnreadableOrder(id: nil, error: $0) }
        return listed
    }
}
