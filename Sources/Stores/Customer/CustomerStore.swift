import Flow
import Networking

/// The customers of the shop, for attaching one to an order and for sending receipts.
package final class CustomerStore: Store {
    package typealias Handled = CustomerAction

    private let remote: CustomersRemote
    private let customers: ShopCache<Customer>
    private let analytics: ShopCache<AnalyticsCustomer>

    init(shop: ShopSession) {
        remote = CustomersRemote(network: shop.network)
        customers = shop.cache()
        analytics = shop.cache()
    }

    /// Asks for everybody who has an account: also staff, subscribers and wholesale customers. Without this parameter
    /// WooCommerce lists only accounts in the role of a customer.
    private static let everybody = ["role": "all"]

    package func onAction(_ action: CustomerAction) {
        let remote = remote
        switch action {
        case .retrieveCustomer(let id, let reply):
            customers.answer(reply, key: String(id)) { () throws(NetworkError) in try await remote.loadCustomer(id) }
        case .synchronizeAllCustomers(let page, let size, let reply):
            let query = ShopQuery(
                Self.everybody.merging(["orderby": "registered_date", "order": "desc"]) { $1 }, page: page, size: size)
            customers.answer(reply, query) { () throws(NetworkError) in
                try await remote.loadCustomers(page: page, size: size, query: query.items)
            }
        case .synchronizeLightCustomersData(let page, let size, let reply):
            let query = ShopQuery(["orderby": "date_last_active", "order": "desc"], page: page, size: size)
            analytics.answer(reply, query) { () throws(NetworkError) in
                try await remote.loadAnalyticsCustomers(page: page, size: size, query: query.items)
            }
        case .searchCustomers(let text, let size, let reply):
            let query = ShopQuery(Self.everybody.merging(["search": text]) { $1 }, size: size)
            customers.answer(reply, query, matching: text) { () throws(NetworkError) in
                try await remote.loadCustomers(page: 1, size: size, query: query.items)
            }
        case .searchWCAnalyticsCustomers(let text, let size, let reply):
            let query = ShopQuery(["search": text, "searchby": "all"], size: size)
            analytics.answer(reply, query, matching: text) { () throws(NetworkError) in
                try await remote.loadAnalyticsCustomers(page: 1, size: size, query: query.items)
            }
        case .deleteAllCustomers(let reply):
            clearOperatorData()
            reply()
        }
    }

    package func clearOperatorData() {
        customers.clear()
        analytics.clear()
    }
}
