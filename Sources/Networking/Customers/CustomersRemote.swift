import Foundation

/// The customers of a shop: `wc/v3/customers`, and `wc-analytics/reports/customers` with guests too.
package struct CustomersRemote: Sendable {
    private let customers: ResourceRemote<Customer>
    private let analytics: ResourceRemote<AnalyticsCustomer>

    package init(network: any Network) {
        customers = ResourceRemote("wc/v3/customers", network: network)
        analytics = ResourceRemote("wc-analytics/reports/customers", network: network)
    }

    package func loadCustomer(_ id: Int64) async throws(NetworkError) -> Customer {
        try await customers.load(String(id))
    }

    package func loadCustomers(
        page: Int, size: Int, query: [String: String]
    ) async throws(NetworkError) -> Page<Customer> {
        try await customers.loadPage(page, size: size, query: query)
    }

    package func loadAnalyticsCustomers(
        page: Int, size: Int, query: [String: String]
    ) async throws(NetworkError) -> Page<AnalyticsCustomer> {
        try await analytics.loadPage(page, size: size, query: query)
    }
}
