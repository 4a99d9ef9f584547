import Flow
import Foundation
import Model
import Networking
import Synchronization

/// The embedded shop's orders in memory, with this till's payments applied.
final class MemoryShop: EmbeddedShopDatabase {
    private struct State {
        var orders: [OrderID: ShopOrder]
        var isChanged = false
    }

    private let state: Mutex<State>

    init(_ orders: [ShopOrder]) {
        state = Mutex(State(orders: Dictionary(uniqueKeysWithValues: orders.map { ($0.id, $0) })))
    }

    /// Whether any order has changed since the shop was made.
    var isChanged: Bool { state.withLock { $0.isChanged } }

    func order(id: OrderID) async throws(Failure) -> ShopOrder? { state.withLock { $0.orders[id] } }
    func orders(_ wanted: EmbeddedOrderQuery) async throws(Failure) -> EmbeddedOrderPage {
        wanted.page(of: state.withLock { $0.orders.values })
    }

    func change(
        _ id: OrderID, _ change: @escaping @Sendable (ShopOrder) throws(Failure) -> ShopOrder
    ) async throws(Failure) -> ShopOrder? {
        guard let order = state.withLock({ $0.orders[id] }) else { return nil }
        let changed = try change(order)
        state.withLock { ($0.orders[id], $0.isChanged) = (changed, true) }
        return changed
    }
}

/// The demo shop's orders, encoded once for each placing time, so that thousands of worlds do not encode them again.
enum DemoOrders {
    private struct Wanted: Hashable {
        let orders: [OrderID]
        let time: Date
    }

    private static let known = Mutex<[Wanted: [ShopOrder]]>([:])

    static func placed(_ orders: [OrderID], at time: Date) -> [ShopOrder] {
        let wanted = Wanted(orders: orders, time: time)
        if let orders = known.withLock({ $0[wanted] }) { return orders }
        let made = DemoShop.embeddedOrders(placedAt: time, only: orders)
        known.withLock { $0[wanted] = made }
        return made
    }
}

/// The embedded shop over orders in memory. Answers about unchanged demo orders are equal in each world, and are
/// computed once.
struct MemoryShopfront: Network {
    private struct Question: Hashable {
        let request: Request
        let placed: Date
    }

    private static let known = Mutex<[Question: Response]>([:])

    private let database: MemoryShop
    private let placed: Date
    private let shop: EmbeddedShop

    init(_ database: MemoryShop, placedAt placed: Date, environment: Environment) {
        self.database = database
        self.placed = placed
        shop = EmbeddedShop(database: database, catalogue: DemoShop.catalogue, environment: environment)
    }

    func response(for request: Request) async throws(NetworkError) -> Response {
        guard request.method == .get, request.path.hasPrefix("wc/v3/orders/"), !database.isChanged else {
            return try await shop.response(for: request)
        }
        let question = Question(request: request, placed: placed)
        if let response = Self.known.withLock({ $0[question] }) { return response }
        let response = try await shop.response(for: request)
        if response.status == 200 { Self.known.withLock { $0[question] = response } }
        return response
    }
}
