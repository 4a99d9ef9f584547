import Model
import Storage

extension MemorySession {
    func localOrder(_ id: OrderID) -> LocalOrder? { tables.localOrders.first { $0.id == id } }

    /// First those that the shop does not know yet, the latest before the others; then as the shop has them, the newest first.
    func inOrderOfLists(_ orders: [OrderID], _ site: SiteID) -> [OrderID] {
        func shops(_ order: OrderID) -> Int64? {
            order.isLocal ? localOrder(order)?.shopID?.rawValue : order.rawValue
        }
        let orders = orders.filter { !$0.isLocal || localOrder($0)?.site == site }
        let untold = orders.filter { shops($0) == nil }.sorted { $0.rawValue < $1.rawValue }
        let known = orders.compactMap { order in shops(order).map { (own: order, id: $0) } }
        return untold + known.sorted { ($0.id, $0.own.rawValue) > ($1.id, $1.own.rawValue) }.map(\.own)
    }

    func localOrder(request: String) -> LocalOrder? { tables.localOrders.first { $0.request == request } }

    func localOrder(shopID: OrderID, site: SiteID) -> LocalOrder? {
        tables.localOrders.first { $0.shopID == shopID && $0.site == site }
    }

    func addLocalOrder(site: SiteID, request: String) throws(StorageError) -> OrderID {
        guard !tables.localOrders.contains(where: { $0.request == request }) else { throw .conflict(.id(request)) }
        tables.lastLocalOrder += 1
        let id = OrderID(rawValue: -tables.lastLocalOrder)
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

    func dropLocalOrder(_ order: OrderID) {
        tables.localOrders.removeAll { $0.id == order && $0.shopID == nil }
    }
}
