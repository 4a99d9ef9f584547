import Failures
import Flow
import Foundation
import Model
import Networking
import Testing

@testable import Stores

/// The settings of a shop, kept in their groups.
@Suite struct SettingStoreTests {
    private let bench: StoreBench
    private let store: SettingStore
    private static let coupons = "wc/v3/settings/general/woocommerce_enable_coupons"

    init() throws {
        bench = try StoreBench()
        store = SettingStore(shop: bench.session)
        bench.shop.answer(
            "GET wc/v3/settings/general",
            """
            [{"id": "woocommerce_store_city", "label": "City", "type": "text", "value": "Berlin"},
             {"id": "woocommerce_enable_coupons", "label": "Coupons", "type": "checkbox", "value": "no"},
             {"id": "woocommerce_specific_ship_to_countries", "label": "Countries", "value": ["DE", "AT"], "options": []},
             {"id": "some_api_secret", "label": "Secret", "type": "password", "value": "hunter2"}]
            """)
        bench.shop.answer(
            "GET wc/v3/settings/products", #"[{"id": "woocommerce_weight_unit", "label": "Weight", "value": "kg"}]"#)
        bench.shop.answer(
            "GET \(Self.coupons)",
            #"{"id": "woocommerce_enable_coupons", "label": "Coupons", "value": "yes", "group_id": "general"}"#)
    }

    private func general() throws -> Cached<Listing<SiteSetting>> {
        try store.ask(in: bench.world) { .synchronizeGeneralSiteSettings($0) }
    }

    private func keptGeneral() throws -> Listing<SiteSetting> {
        try bench.askOffline(store) { .synchronizeGeneralSiteSettings($0) }.value
    }

    @Test func theSettingsOfAGroupAreKeptWithTheirTime() throws {
        let told = try general()
        #expect(told.value.items.map(\.group) == ["general", "general", "general", "general"])
        #expect(told.value.items.map(\.valueText) == ["Berlin", "no", #"["DE","AT"]"#, ""])
        let kept = try bench.askOffline(store) { .synchronizeGeneralSiteSettings($0) }
        #expect(kept.value == told.value && kept.asOf == told.asOf && kept.failure?.is(ShopFailure.unreachable) == true)
    }

    @Test func aPasswordAmongTheSettingsIsNeitherKeptNorShown() throws {
        let told = try general()
        let texts = told.value.items.map { String(decoding: $0.json.data, as: UTF8.self) }
        #expect(!texts.contains { $0.contains("hunter2") })
        let document = try bench.session.caches.storage.read {
            try $0.cached("setting", key: "general/some_api_secret", site: bench.session.site)
        }
        #expect(!String(decoding: try #require(document).body, as: UTF8.self).contains("hunter2"))
    }

    @Test func readingOneSettingLeavesTheOthersOfItsGroupKept() throws {
        _ = try general()
        #expect(try store.ask(in: bench.world) { .retrieveCouponSetting($0) }.value)
        let kept = try keptGeneral()
        #expect(kept.items.map(\.id).contains("woocommerce_store_city") && kept.items.count == 4 && kept.isWhole)
        #expect(kept.items[1].value == "yes", "the list shows what was told last")
    }

    @Test func settingsOfTheSameNameInTwoGroupsAreTwoSettings() throws {
        for (group, value) in [("email_new_order", "yes"), ("email_failed_order", "no")] {
            bench.shop.answer("GET wc/v3/settings/\(group)/enabled", #"{"id": "enabled", "value": "\#(value)"}"#)
            let setting = try store.ask(in: bench.world) { .retrieveSetting(group: group, id: "enabled", $0) }.value
            #expect(setting.valueText == value)
        }
        let kept = try bench.askOffline(store) { .retrieveSetting(group: "email_new_order", id: "enabled", $0) }
        #expect(kept.value.valueText == "yes" && kept.value.group == "email_new_order")
    }

    @Test func aSettingThatIsGoneFromItsGroupIsNotKept() throws {
        _ = try general()
        bench.shop.answer("GET wc/v3/settings/general", #"[{"id": "woocommerce_store_city", "value": "Köln"}]"#)
        _ = try general()
        #expect(try keptGeneral().items.map(\.valueText) == ["Köln"])
        let key = SiteSetting.key("some_api_secret", in: "general")
        #expect(try bench.session.cache(of: SiteSetting.self).kept(key) == nil)
    }

    @Test func oneGroupLeavesTheOtherKept() throws {
        _ = try general()
        _ = try store.ask(in: bench.world) { .synchronizeProductSiteSettings($0) }
        _ = try general()
        let kept = try bench.askOffline(store) { .synchronizeProductSiteSettings($0) }.value
        #expect(kept.items.map(\.key) == ["products/woocommerce_weight_unit"])
    }

    @Test func aChangedSettingIsSentAndKept() throws {
        _ = try general()
        bench.shop.answer("PUT \(Self.coupons)") { request in
            let body = request.body.flatMap { try? JSONValue(parsing: $0) } ?? .null
            return Response(
                status: 200,
                body: JSONValue.object(["id": "woocommerce_enable_coupons", "value": body["value"] ?? .null]).data)
        }
        try store.ask(in: bench.world) { .enableCouponSetting($0) }
        #expect(bench.shop.requests.last?.body == Data(#"{"value":"yes"}"#.utf8))
        #expect(try keptGeneral().items[1].isOn && keptGeneral().items.count == 4)
    }

    @Test func anySettingOfAGroupIsChanged() throws {
        _ = try general()
        bench.shop.answer(
            "PUT wc/v3/settings/general/woocommerce_store_city", #"{"id": "woocommerce_store_city", "value": "Köln"}"#)
        let changed = try store.ask(in: bench.world) {
            .updateSetting(group: "general", id: "woocommerce_store_city", value: "Köln", $0)
        }
        #expect(changed.valueText == "Köln" && bench.shop.requests.last?.body == Data(#"{"value":"Köln"}"#.utf8))
        #expect(try keptGeneral().items.map(\.valueText).prefix(2) == ["Köln", "no"])
    }

    @Test func aRefusedChangeLeavesTheKeptSettingAlone() throws {
        _ = try general()
        bench.shop.refuse("PUT \(Self.coupons)", status: 400, code: "rest_setting_value_invalid")
        let failure = #expect(throws: Failure.self) { try store.ask(in: bench.world) { .enableCouponSetting($0) } }
        #expect(failure?.is(ShopFailure.refused) == true)
        #expect(try keptGeneral().items[1].value == "no")
    }

    @Test func aSettingThatTheShopDoesNotHaveAnyMoreIsRemoved() throws {
        _ = try store.ask(in: bench.world) { .retrieveCouponSetting($0) }
        bench.shop.refuse("GET \(Self.coupons)", code: "rest_setting_setting_invalid")
        let failure = #expect(throws: Failure.self) {
            try store.ask(in: bench.world) { .retrieveCouponSetting($0) } as Cached<Bool>
        }
        #expect(failure?.is(SettingFailure.notFound) == true)
        #expect(throws: Failure.self) { try bench.askOffline(store) { .retrieveCouponSetting($0) } as Cached<Bool> }
    }

    @Test func theTaxBasisIsReadAndAnUnknownOneIsSaidToBe() throws {
        let route = "GET wc/v3/settings/tax/woocommerce_tax_based_on"
        bench.shop.answer(route, #"{"id": "woocommerce_tax_based_on", "value": "billing"}"#)
        #expect(try store.ask(in: bench.world) { .retrieveTaxBasedOnSetting($0) }.value == .billing)
        bench.shop.answer(route, #"{"id": "woocommerce_tax_based_on", "value": "moon"}"#)
        let failure = #expect(throws: Failure.self) {
            try store.ask(in: bench.world) { .retrieveTaxBasedOnSetting($0) } as Cached<TaxBasis>
        }
        #expect(failure?.is(ShopFailure.malformed) == true)
    }

    @Test func analyticsAreTurnedOnInTheAdvancedGroup() throws {
        let route = "wc/v3/settings/advanced/woocommerce_analytics_enabled"
        let answer = #"{"id": "woocommerce_analytics_enabled", "value": "yes"}"#
        bench.shop.answer("PUT \(route)", answer)
        bench.shop.answer("GET \(route)", answer)
        try store.ask(in: bench.world) { .enableAnalyticsSetting($0) }
        #expect(try store.ask(in: bench.world) { .retrieveAnalyticsSetting($0) }.value)
        #expect(bench.shop.asked == ["PUT \(route)", "GET \(route)"])
    }

    @Test(arguments: ["../orders", "general/x", "", "a b", "general?x=1"])
    func theNameOfAGroupReachesNoOtherPath(_ group: String) {
        let failure = #expect(throws: Failure.self) {
            try store.ask(in: bench.world) { .synchronizeSiteSettings(group: group, $0) }
                as Cached<Listing<SiteSetting>>
        }
        #expect(failure?.is(SettingFailure.notFound) == true && bench.shop.asked.isEmpty)
    }

    @Test func theRestInterfaceTellsItsParts() throws {
        bench.shop.answer(
            "GET ",
            #"{"namespaces": ["wp/v2", "wc/v3"], "authentication": {"application-passwords": {"endpoints": {}}}}"#)
        let api = try store.ask(in: bench.world) { .retrieveSiteAPI($0) }.value
        #expect(api.has("wc/v3") && !api.has("wc-analytics") && api.hasApplicationPasswords)
        #expect(try bench.askOffline(store) { .retrieveSiteAPI($0) }.value == api)
    }

    @Test func aConsumerKeyIsToldWhyItCannotReadTheRestInterface() {
        bench.shop.refuse("GET ", status: 401, code: "invalid_username")
        let failure = #expect(throws: Failure.self) {
            try store.ask(in: bench.world) { .retrieveSiteAPI($0) } as Cached<SiteAPI>
        }
        #expect(failure?.is(ShopFailure.unsupported) == true)
    }

    @Test func equalLookupsAtTheSameTimeAreOneRequest() {
        bench.shop.answer("GET ", #"{"namespaces": ["wc/v3"]}"#)
        bench.shop.hold()
        let told = Answers()
        func reply<Value>(_ number: @escaping @Sendable (Value) -> Int64) -> Reply<Cached<Value>> {
            Reply { if case .success(let known) = $0 { told.add(number(known.value)) } }
        }
        for _ in 0..<10 {
            store.onAction(.retrieveCouponSetting(reply { $0 ? 1 : 0 }))
            store.onAction(
                .retrieveSetting(group: "general", id: "woocommerce_enable_coupons", reply { $0.isOn ? 1 : 0 }))
            store.onAction(.retrieveSiteAPI(reply { $0.has("wc/v3") ? 1 : 0 }))
        }
        bench.world.run()
        bench.shop.release()
        bench.world.run()
        #expect(told.all == Array(repeating: 1, count: 30))
        #expect(bench.shop.asked.sorted() == ["GET ", "GET \(Self.coupons)"])
    }

    @Test func theGroupsAreListed() throws {
        bench.shop.answer("GET wc/v3/settings", #"[{"id": "account", "label": "Accounts &amp; Privacy"}]"#)
        let groups = try store.ask(in: bench.world) { .retrieveSettingGroups($0) }.value
        #expect(groups.items.map(\.label) == ["Accounts & Privacy"])
    }

    @Test func signingOutForgetsTheSettings() throws {
        _ = try general()
        store.clearOperatorData()
        #expect(throws: Failure.self) { try keptGeneral() }
    }
}
