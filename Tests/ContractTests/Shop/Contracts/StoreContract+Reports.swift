import Foundation
import Model
import Networking
import Stores
import Testing

extension StoreContract {
    static let stats = StoreContract(actions: "StatsAction") { till in
        let today = try #require(ContractShop.today)
        let week = try await till.load { StatsAction.retrieveOrderStats(.day, latest: today, quantity: 7, $0) }
        #expect(week.items.count == 7 && week.items.last?.period == "2026-11-21")
        let year = try await till.load { StatsAction.retrieveOrderStats(.year, latest: today, quantity: 1, $0) }
        #expect(year.items.count == 1 && year.items[0].orders > 10 && year.items[0].sales > 0)
        let best = try await till.load { StatsAction.retrieveTopEarnerStats(.year, latest: today, $0) }
        #expect(best.items.count == 3 && best.items[0].quantity >= best.items[2].quantity)
        let completed = try await till.load { StatsAction.retrieveOrderTotals(.completed, $0) }
        let of = OrderFilter(statuses: [.completed])
        let listed = try await till.load { OrderAction.fetchFilteredOrders(of, page: 1, size: 40, $0) }
        #expect(completed == listed.total && completed > 0)
        let visits = await till.refusal { StatsAction.retrieveSiteVisitStats(.day, latest: today, quantity: 1, $0) }
        #expect(visits == "shop.unsupported")
        try await till.ask { StatsAction.resetStoredStats($0) }
    }

    static let statsV4 = StoreContract(actions: "StatsActionV4") { till in
        let today = try #require(ContractShop.today)
        let month = try await till.load { StatsActionV4.retrieveStats(.thisMonth, forceRefresh: true, $0) }
        #expect(month.intervals.count == 30 && month.totals.orders > 0 && month.totals.grossRevenue > 0)
        #expect(month.intervals.map(\.totals.orders).reduce(0, +) == month.totals.orders)
        let span = StatsSpan(from: today.firstOfMonth, to: today.lastOfMonth, by: .week)
        let weeks = try await till.ask { StatsActionV4.retrieveCustomStats(span, $0) }
        #expect(weeks.totals == month.totals && weeks.intervals.count < month.intervals.count)
        let best = try await till.load { StatsActionV4.retrieveTopEarnerStats(.thisYear, limit: 3, $0) }
        #expect(best.items.count == 3 && best.items.allSatisfy { $0.netRevenue != nil })
        for refusal in [
            await till.refusal { StatsActionV4.retrieveSiteVisitStats(.today, $0) },
            await till.refusal { StatsActionV4.retrieveSiteSummaryStats(.today, $0) },
            await till.refusal { StatsActionV4.retrieveProductBundleStats(.today, $0) },
            await till.refusal { StatsActionV4.retrieveTopProductBundles(.today, $0) },
            await till.refusal { StatsActionV4.retrieveUsedGiftCardStats(.today, $0) },
        ] { #expect(refusal == "shop.unsupported") }
        try await till.ask { StatsActionV4.resetStoredStats($0) }
    }

    static let notifications = StoreContract(actions: "NotificationAction") { till in
        let secret = try #require(WebhookSecret("s3cret"))
        func register() async throws -> [Webhook] {
            try await till.ask {
                NotificationAction.registerDevice(url: "https://till.example/hook", name: "Till 1", secret, $0)
            }
        }
        let hooks = try await register()
        #expect(hooks.map(\.topic) == ["order.created", "order.updated"] && hooks.allSatisfy { $0.status == "active" })
        #expect(try await register().map(\.id) == hooks.map(\.id), "it may be repeated")
        let ids = hooks.map(\.id)
        #expect(try await till.ask { NotificationAction.loadDevice(ids, $0) }.map(\.id) == ids)
        for _ in 1...2 { try await till.ask { NotificationAction.unregisterDevice(ids, $0) } }
        #expect(try await till.ask { NotificationAction.loadDevice(ids, $0) }.isEmpty)

        let told = try await till.load { NotificationAction.synchronizeNotifications($0) }
        #expect(told.count { $0.kind == .storeOrder } == ContractShop.orders && told.count { $0.kind == .review } == 10)
        let review = try await till.load { NotificationAction.synchronizeNotification(.review, 10, $0) }
        let order = try await till.load { NotificationAction.synchronizeNotification(.storeOrder, 1001, $0) }
        #expect(told.contains(review) && told.contains(order))
        try await remember(told, at: till)
    }

    private static func remember(_ told: [ShopNotification], at till: ContractTill) async throws {
        let body = #"{"id":5,"date_modified_gmt":"2026-11-20T09:00:00","status":"pending","total":"1.00"}"#
        let delivery = WebhookDelivery(headers: ["x-wc-webhook-topic": "order.created"], body: Data(body.utf8))
        let event = try WebhookEvent(delivery)
        try await till.ask { NotificationAction.receive(event, $0) }
        try await till.ask { NotificationAction.updateReadStatus("review-10", isRead: true, $0) }
        let orders = ["storeOrder-5", "storeOrder-1001"]
        try await till.ask { NotificationAction.updateMultipleReadStatus(orders, isRead: true, $0) }
        try await till.ask { NotificationAction.updateLocalDeletedStatus("review-9", isDeleted: true, $0) }
        let live = try await till.ask { NotificationAction.observeNotifications($0) }
        #expect(try live.listing()?.items.contains { $0.key == "storeOrder-5" } == true)
        let after = try await till.load { NotificationAction.synchronizeNotifications($0) }
        #expect(Set(after.filter(\.isRead).map(\.key)) == ["review-10", "storeOrder-5", "storeOrder-1001"])
        #expect(after.count == told.count && !after.map(\.key).contains("review-9"))
        #expect(try await till.ask { NotificationAction.loadLastSeen($0) } == nil)
        try await till.ask { NotificationAction.updateLastSeen(ContractShop.time, $0) }
        try await till.ask { NotificationAction.updateLastSeen(ContractShop.time - 60, $0) }
        #expect(try await till.ask { NotificationAction.loadLastSeen($0) } == ContractShop.time)
    }
}
