import Foundation

/// What happened in a shop, by asking it: `wc/v3/orders` and `wc/v3/products/reviews`.
package struct NotificationsRemote: Remote {
    /// The most things of a kind that are asked for when nothing is known yet.
    package static let mostAtFirst = OrdersRemote.longestPage

    package let network: any Network
    package var resource: ShopResource { .order }
    /// Told of each row that cannot be read.
    private let leftOut: @Sendable (UnreadableRow) -> Void

    /// - Parameter leftOut: called with each row of a list that cannot be read. It must not wait.
    package init(network: any Network, leftOut: @escaping @Sendable (UnreadableRow) -> Void = { _ in }) {
        self.network = network
        self.leftOut = leftOut
    }

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
            Request(.get, "wc/v3/orders", query: query.merging(common) { $1 }),
            mapper: OrderMarkMapper(leftOut: leftOut))
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
                Request(.get, "wc/v3/orders", query: query),
                mapper: NotificationMapper(kind: .storeOrder, leftOut: leftOut))
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
            Request(.get, "wc/v3/products/reviews", query: query),
            mapper: NotificationMapper(kind: .review, leftOut: leftOut),
            of: .review)
    }

    private static let reviewFields = "id,date_created_gmt,status,rating,review,reviewer,product_id,product_name"
}

private struct OrderMarkMapper: Mapper {
    let leftOut: @Sendable (UnreadableRow) -> Void

    func map(_ response: Response) throws(NetworkError) -> Page<OrderMark> {
        let rows = try response.rows(of: .storeOrder, leftOut) { (order) throws(NetworkError) in try OrderMark(order) }
        return Page(rows.read, response, unreadable: rows.unreadable)
    }
}

private struct NotificationMapper: Mapper {
    let kind: ShopNotification.Kind
    let leftOut: @Sendable (UnreadableRow) -> Void

    func map(_ response: Response) throws(NetworkError) -> [ShopNotification] {
        try response.rows(of: kind, leftOut) { (object) throws(NetworkError) in try kind.notification(object) }.read
    }
}

extension Response {
    /// The rows of a list of orders or reviews. Each that cannot be read is told, also if none can.
    fileprivate func rows<Row>(
        of kind: ShopNotification.Kind, _ leftOut: (UnreadableRow) -> Void,
        _ read: (ShopObject) throws(NetworkError) -> Row
    ) throws(NetworkError) -> (read: [Row], unreadable: [NetworkError]) {
        var told: Set<NetworkError> = []
        let rows = try rows { (object) throws(NetworkError) in
            do throws(NetworkError) { return try read(object) } catch {
                told.insert(error)
                leftOut(UnreadableRow(kind: kind, id: object.optionalInteger("id"), error: error))
                throw error
            }
        }
        // What is no object.
        for error in rows.unreadable where !told.contains(error) {
            leftOut(UnreadableRow(kind: kind, id: nil, error: error))
        }
        return rows
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
