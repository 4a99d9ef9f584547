import Flow
import Networking

/// Requests for the customers of the shop.
package enum CustomerAction: Action {
    /// The customer with this id.
    /// - Endpoint: GET wc/v3/customers/{id}
    /// - Offline: the kept customer, with its time
    /// - Test: CustomerStoreTests
    case retrieveCustomer(Int64, Reply<Cached<Customer>>)
    /// A page of those who have an account, whatever their role, those who registered last first.
    /// - Endpoint: GET wc/v3/customers?role=all
    /// - Offline: the kept page, with its time
    /// - Test: CustomerStoreTests
    case synchronizeAllCustomers(page: Int, size: Int, Reply<Cached<Listing<Customer>>>)
    /// A page of all customers, guests included, with what they have bought; those who were there last first.
    /// - Endpoint: GET wc-analytics/reports/customers
    /// - Offline: the kept page, with its time
    /// - Test: CustomerStoreTests
    case synchronizeLightCustomersData(page: Int, size: Int, Reply<Cached<Listing<AnalyticsCustomer>>>)
    /// All customers with an account, whatever their role, whose name, user name or e-mail address contains the text.
    /// - Endpoint: GET wc/v3/customers?role=all&search
    /// - Offline: the kept customers that contain the text; never known to be all
    /// - Test: CustomerStoreTests
    case searchCustomers(String, size: Int, Reply<Cached<Listing<Customer>>>)
    /// All customers, guests included, whose name or e-mail address contains the text.
    /// - Endpoint: GET wc-analytics/reports/customers?search
    /// - Offline: the kept customers that contain the text; never known to be all
    /// - Test: CustomerStoreTests
    case searchWCAnalyticsCustomers(String, size: Int, Reply<Cached<Listing<AnalyticsCustomer>>>)
    /// Forgets all kept customers of the shop. The shop keeps them.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: CustomerStoreTests
    case deleteAllCustomers(Reply<Void>)
}
