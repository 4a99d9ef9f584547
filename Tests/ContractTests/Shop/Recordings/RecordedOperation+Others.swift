import Foundation
import Model
import Networking
import Stores

extension RecordedOperation {
    /// Only codes that belong to one product are found.
    private static func code(_ recording: String, _ code: String, mayFail: Bool = false) -> RecordedOperation {
        RecordedOperation(recording: recording, query: page(100), mayFail: mayFail) { till in
            try await till.ask { ProductAction.retrieveFirstPurchasableItemMatchFromSKU(code, $0) }
        }
    }

    private static func product(_ recording: String, _ id: Int64) -> RecordedOperation {
        RecordedOperation(recording: recording) { till in
            try await till.ask { ProductAction.retrieveProduct(id, $0) }
        }
    }

    private static func reviews(_ recording: String, _ filter: ReviewFilter) -> RecordedOperation {
        RecordedOperation(recording: recording, query: page(10, ["status": filter.rawValue])) { till in
            try await till.ask { CommentAction.synchronizeProductReviews(filter, page: 1, size: 10, $0) }
        }
    }

    static let products: [RecordedOperation] = [
        RecordedOperation(recording: "053", query: page(10, ["orderby": "title", "order": "asc"])) {
            try await $0.ask { ProductAction.synchronizeProducts(page: 1, size: 10, $0) }
        },
        code("054", "RIG-002"), code("055", "RIG-017"), code("056", "RIG-TS", mayFail: true), code("058", "RIG-010"),
        code("122", "4000010000010"), product("119", 17), product("120", 44), product("131", 99_999_999),
        RecordedOperation(recording: "121", query: page(10)) {
            try await $0.ask { ProductAction.searchProducts("käse", size: 10, $0) }
        },
        RecordedOperation(
            recording: "134", query: page(100, ["orderby": "name", "order": "asc", "hide_empty": "true"])
        ) {
            try await $0.ask { ProductAction.synchronizeProductCategories($0) }
        },
        RecordedOperation(recording: "057", query: page(100)) {
            try await $0.ask { ProductAction.synchronizeProductVariations(of: 44, $0) }
        },
        reviews("138", .approved), reviews("142", .hold),
        RecordedOperation(recording: "145") {
            try await $0.ask { CommentAction.updateApprovalStatus(488, isApproved: false, $0) }
        },
        RecordedOperation(recording: "159", query: page(10)) {
            try await $0.ask { CouponAction.synchronizeCoupons(page: 1, size: 10, $0) }
        },
        // Shops compare codes without regard to case.
        RecordedOperation(recording: "160", query: page(100, ["code": "kaffee10"])) {
            try await $0.ask { CouponAction.retrieveCouponByCode("KAFFEE10", $0) }
        },
        RecordedOperation(recording: "161") {
            let change = CouponChange(code: "NEU5", amount: 5, discountType: "percent")
            try await $0.ask { CouponAction.createCoupon(change, $0) }
        },
        RecordedOperation(recording: "162") {
            try await $0.ask { CouponAction.createCoupon(CouponChange(code: "neu5", amount: 5), $0) }
        },
    ]

    private static func customer(_ recording: String, _ id: Int64) -> RecordedOperation {
        RecordedOperation(recording: recording) { till in
            try await till.ask { CustomerAction.retrieveCustomer(id, $0) }
        }
    }

    /// The till registers for two topics; the recorded client did so one by one.
    private static func webhook(
        _ recording: String, _ name: String = "Kiosk", _ path: String = "hook", _ query: [String: String?] = [:]
    ) -> RecordedOperation {
        RecordedOperation(recording: recording, query: query, mayFail: true) { till in
            guard let secret = WebhookSecret("hook-secret") else { return }
            try await till.ask {
                NotificationAction.registerDevice(url: "http://127.0.0.1:36619/\(path)", name: name, secret, $0)
            }
        }
    }

    private static func unhook(_ recording: String, _ id: Int64) -> RecordedOperation {
        RecordedOperation(recording: recording) { till in
            try await till.ask { NotificationAction.unregisterDevice([id], $0) }
        }
    }

    static let people: [RecordedOperation] = [
        RecordedOperation(recording: "022") { try await $0.ask { AccountAction.synchronizeAccount($0) } },
        RecordedOperation(recording: "147", query: page(3, ["orderby": "registered_date", "order": "desc"])) {
            try await $0.ask { CustomerAction.synchronizeAllCustomers(page: 1, size: 3, $0) }
        },
        customer("148", 3), customer("157", 424_242),
        RecordedOperation(recording: "206", query: page(3, ["orderby": "date_last_active", "order": "desc"])) {
            try await $0.ask { CustomerAction.synchronizeLightCustomersData(page: 1, size: 3, $0) }
        },
        webhook("180", "Kiosk", "hook", page(100)), webhook("223", "Kiosk", "hook", page(100)),
        webhook("220"), webhook("221", "Kiosk c", "hook-c"), unhook("227", 1), unhook("228", 2),
    ]

    private static func position(_ recording: String, _ value: JSONValue) -> RecordedOperation {
        RecordedOperation(recording: recording) { till in
            try await till.ask {
                SettingAction.updateSetting(group: "general", id: "woocommerce_currency_pos", value: value, $0)
            }
        }
    }

    static let setup: [RecordedOperation] = [
        RecordedOperation(recording: "163", query: page(10)) {
            try await $0.ask { TaxClassesAction.retrieveTaxRates(page: 1, size: 10, $0) }
        },
        RecordedOperation(recording: "164") { try await $0.ask { TaxClassesAction.retrieveTaxClasses($0) } },
        RecordedOperation(recording: "165") { try await $0.ask { SettingAction.retrieveSettingGroups($0) } },
        RecordedOperation(recording: "166") { try await $0.ask { SettingAction.synchronizeGeneralSiteSettings($0) } },
        RecordedOperation(recording: "167") {
            try await $0.ask { SettingAction.synchronizeSiteSettings(group: "tax", $0) }
        },
        RecordedOperation(recording: "168") { try await $0.ask { SettingAction.synchronizeProductSiteSettings($0) } },
        RecordedOperation(recording: "169") {
            try await $0.ask { SettingAction.retrieveSetting(group: "general", id: "woocommerce_currency", $0) }
        },
        RecordedOperation(recording: "170") {
            try await $0.ask { SettingAction.synchronizeSiteSettings(group: "nope", $0) }
        },
        RecordedOperation(recording: "171") {
            try await $0.ask { PaymentGatewayAction.synchronizePaymentGateways($0) }
        },
        position("181", "left"), position("182", "nope"),
        RecordedOperation(recording: "178") { try await $0.ask { SystemStatusAction.fetchSystemStatusReport($0) } },
        RecordedOperation(recording: "229", chosen: ["_fields"]) {
            try await $0.ask { SystemStatusAction.synchronizeSystemInformation($0) }
        },
    ]

    /// The days of the recorded reports.
    private static func days(by interval: StatsInterval) throws -> StatsSpan {
        guard let from = CalendarDay("2026-11-01"), let to = CalendarDay("2026-11-20") else {
            throw CocoaError(.coderInvalidValue)
        }
        return StatsSpan(from: from, to: to, by: interval)
    }

    /// The operation that asks for the revenue of the recorded days.
    ///
    /// - Parameter isShort: whether the recorded report is a page of several, which this shop answers again and again.
    private static func revenue(
        _ recording: String, by interval: StatsInterval, isShort: Bool = false
    ) -> RecordedOperation {
        RecordedOperation(recording: recording, query: page(100), mayFail: isShort) { till in
            let span = try days(by: interval)
            try await till.ask { StatsActionV4.retrieveCustomStats(span, $0) }
        }
    }

    static let reports: [RecordedOperation] = [
        RecordedOperation(recording: "187") {
            let span = try days(by: .day)
            try await $0.ask { StatsAction.retrieveOrderStats(.day, latest: span.to, quantity: 20, $0) }
        },
        RecordedOperation(recording: "189") {
            _ = try await LegacyReportsRemote(network: $0.shop).loadTopEarners(try days(by: .day), limit: 3)
        },
        RecordedOperation(recording: "190") { try await $0.ask { OrderStatusAction.retrieveOrderStatuses($0) } },
        revenue("196", by: .day), revenue("197", by: .hour, isShort: true),
        RecordedOperation(recording: "199", query: ["order": "desc"]) {
            let span = try days(by: .day)
            try await $0.ask {
                StatsActionV4.retrieveTopEarnerStats(.custom(from: span.from, to: span.to), limit: 5, $0)
            }
        },
    ]
}
