import Model

/// An order of a list, and the requests of tills that it carries.
package struct ListedOrder: Sendable {
    package let order: Order
    package let requests: [String]
}

struct ListedOrdersMapper: Mapper {
    let site: SiteID

    func map(_ response: Response) throws(NetworkError) -> [ListedOrder] {
        var orders: [ListedOrder] = []
        for object in try response.objects {
            orders.append(
                ListedOrder(
                    order: try WooOrder(object).order(site: site),
                    requests: MetaData.list(object).filter { $0.key == OrdersRemote.requestKey }
                        .compactMap(\.value.text)))
        }
        return orders
    }
}
