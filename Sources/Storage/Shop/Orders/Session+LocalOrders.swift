import Foundation
import GRDB
import Model

extension Session {
    func localOrder(_ id: OrderID) throws(StorageError) -> LocalOrder? {
        guard id.isLocal else { return nil }
        return try localOrder("id = ?", [Int64(exactly: id.rawValue.magnitude)])
    }

    func localOrder(shopID: OrderID, site: SiteID) throws(StorageError) -> LocalOrder? {
        try localOrder("site = ? AND shop_id = ?", [site.rawValue, shopID.rawValue])
    }

    func localOrder(request: String) throws(StorageError) -> LocalOrder? {
        try localOrder("request = ?", [request])
    }

    private func localOrder(
        _ condition: String, _ arguments: StatementArguments
    ) throws(StorageError) -> LocalOrder? {
        let found = try row(
            of: "local_orders", "SELECT id AS row_id, site, request, shop_id FROM local_orders WHERE \(condition)",
            arguments)
        guard let found else { return nil }
        let number = try found.number("row_id")
        guard number > 0 else { throw found.foreign("id", Sentence("detail.value.number")) }
        return LocalOrder(
            id: OrderID(rawValue: -number), site: SiteID(rawValue: try found.number("site")),
            request: try found.text("request"),
            shopID: try found.optionalNumber("shop_id").map(OrderID.init(rawValue:)))
    }

    func addLocalOrder(site: SiteID, request: String) throws(StorageError) -> OrderID {
        guard try localOrder(request: request) == nil else { throw .conflict(.id(request)) }
        return try attempt {
            try execute("INSERT INTO local_orders (site, request) VALUES (?, ?)", [site.rawValue, request])
            return OrderID(rawValue: -database.lastInsertedRowID)
        }
    }

    func setShopID(_ shopID: OrderID, ofLocal order: OrderID) throws(StorageError) {
        guard let local = try localOrder(order) else { throw .missing(.order, id: order.localNumber) }
        if local.shopID == shopID { return }
        guard local.shopID == nil, try localOrder(shopID: shopID, site: local.site) == nil else {
            throw .conflict(.id(order.localNumber))
        }
        try attempt {
            try execute(
                "UPDATE local_orders SET shop_id = ? WHERE id = ?",
                [shopID.rawValue, Int64(exactly: order.rawValue.magnitude)])
        }
    }

    func dropLocalOrder(_ order: OrderID) throws(StorageError) {
        guard order.isLocal else { return }
        try attempt {
            try execute(
                "DELETE FROM local_orders WHERE id = ? AND shop_id IS NULL",
                [Int64(exactly: order.rawValue.magnitude)])
        }
    }
}
