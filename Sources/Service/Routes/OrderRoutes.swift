import Flow
import Model
import Networking
import Payments
import Stores

/// The shop's orders.
struct OrderRoutes: Sendable {
    let till: any ServedTill

    var routes: [Route] {
        [
            Route("GET", "/v1/orders", .look) { request throws(Failure) in try await list(request) },
            Route("GET", "/v1/orders/{number}", .look) { request throws(Failure) in
                let number = request.parameter("number")
                let found = try await till.ask { OrderAction.lookUpOrder(number, $0) }
                return try .json(Output.Order(found.value, in: found))
            },
        ]
    }

    /// A cursor is the number of a page: the shop counts in pages.
    private func list(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var query = QueryReader(request)
        let limit = try query.limit()
        let status = try query.text("status")
        let search = try query.text("search")
        let page = try query.number("cursor", 1...100_000) ?? 1
        try query.end()
        let filter = OrderFilter(statuses: status.map { [OrderStatus(rawValue: $0)] } ?? [], search: search)
        let site = try await till.ask { AccountAction.loadAccount($0) }.site
        let found = try await till.ask {
            OrderAction.fetchFilteredOrders(filter, page: page, size: limit, $0)
        }
        // An order that cannot be read must not hide the others.
        let orders = found.value.items.orders(site: site).orders
        let next = found.value.items.count == limit ? String(page + 1) : nil
        return try .json(Output.Page(items: orders.map { Output.Order($0, in: found) }, next: next))
    }
}
