import Failures
import Flow
import Model
import Networking
import Storage

/// Finds the order that has a number. An order whose id is that number, but which has another one, is not it.
struct OrderSearch: Sendable {
    /// How many orders a page of the shop's search has, and how many pages are looked through.
    private static let (size, mostPages) = (100, 20)

    let orders: ShopOrders

    /// Finds the id of the order with this number, in the till's data first and then in the shop.
    ///
    /// - Throws: `order.notFound`, or why the shop could not be asked; what is not known is not guessed.
    func id(of number: OrderNumber) async throws(Failure) -> OrderID {
        let known = try orders.storage.reading { try $0.order(number: number.text, site: orders.site) }
        if let known { return known }
        if number.isLocal || orders.site == .embedded, let id = number.id { return id }
        if let id = number.id, let order = try await order(id), order.number == number.text { return order.id }
        return try await listed(number)
    }

    /// Nil if the shop has no order with that id.
    private func order(_ id: OrderID) async throws(Failure) -> Order? {
        do throws(Failure) { return try await orders.fetch(.one(id), at: orders.environment.now()).items.first } catch {
            guard error.is(OrderFailure.notFound) else { throw error }
            return nil
        }
    }

    private func listed(_ number: OrderNumber) async throws(Failure) -> OrderID {
        var pages = PageWalk()
        for page in 1...Self.mostPages {
            let found = try await orders.search(number.text, page: page, size: Self.size)
            if let order = found.orders.first(where: { $0.number == number.text }) { return order.id }
            guard try pages.goesOn(after: found.ids, of: found.count, page: page, size: Self.size) else { break }
        }
        throw NetworkError.notFound(nil, of: .order).failure
    }
}
