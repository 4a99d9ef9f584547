import Flow
import Foundation
import Model
import Networking
import Synchronization

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
struct MemoryShopNetwork: Network {
    private struct Question: Hashable {
        let request: Request
        let placed: Date
    }

    private static let known = Mutex<[Question: Response]>([:])

    private let database: MemoryShopDatabase
    private let placed: Date
    private let shop: EmbeddedShop

    init(_ database: MemoryShopDatabase, placedAt placed: Date, environment: Environment) {
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
