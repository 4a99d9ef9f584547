import Model
import Storage

extension MemorySession {
    func localOrder(_ id: OrderID) -> LocalOrder? { tables.localOrders.first { $0.id == id } }

    func localOrder(request: String) -> LocalOrder? { tables.localOrders.first { $0.request == request } }

    func localOrder(shopID: OrderID, site: SiteID) -> LocalOrder? {
        tables.localOrders.first { $0.shopID == shopID && $0.site == site }
    }

    func addLocalOrder(site: SiteID, request: String) throws(StorageError) -> OrderID {
        guard !tables.localOrders.contains(where: { $0.request == request }) else { throw .conflict(.id(request)) }
        let id = OrderID(rawValue: -Int64(tables.localOrders.count + 1))
        tables.localOrders.append(LocalOrder(id: id, site: site, request: request, shopID: nil))
        return id
    }

    func setShopID(_ shopID: OrderID, ofLocal order: OrderID) throws(StorageError) {
        guard let place = tables.localOrders.firstIndex(where: { $0.id == order }) else {
            throw .missing(.order, id: order.localNumber)
        }
        let local = tables.localOrders[place]
        if local.shopID == shopID { return }
        guard local.shopID == nil, localOrder(shopID: shopID, site: local.site) == nil else {
            throw .conflict(.id(order.localNumber))
        }
        tables.localOrders[place] = LocalOrder(id: order, site: local.site, request: local.request, shopID: shopID)
    }
}
