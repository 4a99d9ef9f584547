import Model

/// Maps a page of orders.
package struct OrderListMapper: Mapper {
    let site: SiteID

    package init(site: SiteID) {
        self.site = site
    }

    package func map(_ response: Response) throws(NetworkError) -> Page<Order> {
        var orders: [Order] = []
        for object in try response.objects { orders.append(try WooOrder(object).order(site: site)) }
        return Page(orders, response)
    }
}
