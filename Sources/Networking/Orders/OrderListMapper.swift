import Model

/// Maps a page of orders.
package struct OrderListMapper: Mapper {
    let site: SiteID

    package init(site: SiteID) {
        self.site = site
    }

    package func map(_ response: Response) throws(NetworkError) -> Page<Order> {
        try Page(response) { (object) throws(NetworkError) in try WooOrder(object).order(site: site) }
    }
}
