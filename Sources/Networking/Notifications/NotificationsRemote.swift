import Foundation

/// What happened in a shop, by asking it: `wc/v3/orders` and `wc/v3/products/reviews`.
package struct NotificationsRemote: Remote {
    /// The most things of a kind that are asked for when nothing is known yet.
    package static let mostAtFirst = OrdersRemote.longestPage

    package let network: any Network
    package var resource: ShopResource { .order }

    package init(network: any Network) { self.network = network }

    /// The orders that have changed since a time of the shop's clock, from the earliest change on; without a time those that
    /// changed last. An older shop, which cannot sort by the time of the change, is asked for its newest orders.
    ///
    /// - Throws: `.malformed` if the list has no end.
    package func loadChanges(since cursor: Date?) async throws(NetworkError) -> [OrderMark] {
        do throws(NetworkError) {
            guard let cursor else { return try await loadMarks(["orderby": "modified", "order": "desc"]).items }
            return try await loadAllChanges(since: cursor)
        } catch {
            guard error.refuses(parameter: "orderby") else { throw error }
            return try await loadMarks(["orderby": "date", "order": "desc"]).items
        }
    }

    private func loadAllChanges(since cursor: Date) async throws(NetworkError) -> [OrderMark] {
        try await Pages.all { page throws(NetworkError) in
            try await loadMarks([
                "orderby": "modified", "order": "asc", "modified_after": ShopDate.text(cursor), "dates_are_gmt": "true",
                "page": String(page),
            ])
        }
    }

    private func loadMarks(_ query: [String: String]) async throws(NetworkError) -> Page<OrderMark> {
        let common = [
            "_fields": OrderMark.fields, "status": "any", "per_page": String(OrdersRemote.longestPage),
        ]
        return try await enqueue(
            Request(.get, "wc/v3/orders", query: query.merging(common) { $1 }), mapper: OrderMarkMapper())
    }

    /// The notifications of these orders. Those of orders that the shop does not list are missing.
    package func loadOrders(_ ids: [Int64]) async throws(NetworkError) -> [ShopNotification] {
        var found: [ShopNotification] = []
        for start in stride(from: 0, to: ids.count, by: OrdersRemote.longestPage) {
            let part = ids[start..<min(start + OrdersRemote.longestPage, ids.count)]
            let query = [
                "_fields": ShopNotification.orderMembers,
                "include": part.map(String.init).joined(separator: ","), "status": "any",
                "per_page": String(OrdersRemote.longestPage),
            ]
            found += try await enqueue(
                Request(.get, "wc/v3/orders", query: query), mapper: NotificationMapper(kind: .storeOrder))
        }
        return found
    }

    /// The notification of an order or of a review.
    package func load(_ kind: ShopNotification.Kind, _ id: Int64) async throws(NetworkError) -> ShopNotification {
        let (path, fields): (String, String) =
            switch kind {
            case .storeOrder: ("wc/v3/orders", ShopNotification.orderMembers)
            case .review: ("wc/v3/products/reviews", Self.reviewFields)
            }
        return try await enqueue(
            Request(.get, "\(path)/\(id)", query: ["_fields": fields]), mapper: OneNotificationMapper(kind: kind),
            of: kind == .review ? .review : .order)
    }

    /// The notifications of the newest reviews of any state, newest first.
    package func loadReviews() async throws(NetworkError) -> [ShopNotification] {
        let query = [
            "_fields": Self.reviewFields, "status": "all", "per_page": String(Self.mostAtFirst),
        ]
        return try await enqueue(
            Request(.get, "wc/v3/products/reviews", query: query), mapper: NotificationMapper(kind: .review),
            of: .review)
    }

    private static let reviewFields = "id,date_created_gmt,status,rating,review,reviewer,product_id,product_name"
}

private struct OrderMarkMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> Page<OrderMark> {
        try Page(response) { (order) throws(NetworkError) in try OrderMark(order) }
    }
}

private struct NotificationMapper: Mapper {
    let kind: ShopNotification.Kind

    func map(_ response: Response) throws(NetworkError) -> [ShopNotification] {
        try response.rows { (object) throws(NetworkError) in try kind.notification(object) }.read
    }
}

private struct OneNotificationMapper: Mapper {
    let kind: ShopNotification.Kind

    func map(_ response: Response) throws(NetworkError) -> ShopNotification {
        try kind.notification(try response.object)
    }
}

extension ShopNotification.Kind {
    fileprivate func notification(_ object: ShopObject) throws(NetworkError) -> ShopNotification {
        switch self {
        case .storeOrder: try ShopNotification(order: object)
        case .review: try ShopNotification(review: object)
        }
    }
}
