/// The statuses of the shop's orders: `wc/v3/reports/orders/totals`.
package struct OrderStatusesRemote: Sendable {
    private let statuses: ResourceRemote<OrderStatusTotal>

    package init(network: any Network) {
        statuses = ResourceRemote("wc/v3/reports/orders/totals", network: network)
    }

    package func loadStatuses() async throws(NetworkError) -> Page<OrderStatusTotal> { try await statuses.loadAll() }
}
