import Model

/// Maps a page of orders.
package struct OrderListMapper: Mapper {
    let site: SiteID

    package init(site: SiteID) {
        self.site = site
    }

    package func map(_ response: Response) throws(NetworkError) -> Page<Order> {
        var orders: [Order] = []
        for (index, order) in try decode([WooOrder].self, from: response).enumerated() {
            orders.append(try order.order(site: site, place: "[\(index)]."))
        }
        return Page(
            items: orders, total: response.headers["x-wp-total"].flatMap { Int($0) },
            pages: response.headers["x-wp-totalpages"].flatMap { Int($0) })
    }
}
