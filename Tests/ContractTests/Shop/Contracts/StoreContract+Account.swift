import Foundation
import Model
import Networking
import Payments
import Stores
import Testing

extension StoreContract {
    static let accounts = StoreContract(actions: "AccountAction") { till in
        let account = try await till.ask { AccountAction.loadAccount($0) }
        let shop = try await till.ask { [login = till.login] in AccountAction.connect(login, $0) }
        #expect(account.site == till.site && shop.site == till.site && shop.name == "Café am Markt")
        #expect(try await till.ask { AccountAction.loadShops($0) } == [shop])
        #expect(try await till.ask { AccountAction.verifyLogin(shop.site, $0) } == shop)
        #expect(try await till.ask { AccountAction.synchronizeSites($0) } == [shop])
        let named = try await till.ask {
            AccountAction.synchronizeSitesAndReturnSelectedSiteInfo(address: shop.address, $0)
        }
        let refreshed = try await till.ask { AccountAction.loadAndSynchronizeSite(shop.site, forcedUpdate: true, $0) }
        #expect(named == shop && refreshed == shop)

        let user = try await till.ask { AccountAction.synchronizeAccount($0) }
        switch till.kind {
        case .inMemory: #expect(user.roles == ["administrator"])
        case .signed, .keyed: #expect(user.id == nil && user.username.hasPrefix("ck_…"))
        case .password, .http2: #expect(user.roles == ["shop_manager"] && user.username == till.login.user)
        }
        #expect(await till.refusal { AccountAction.synchronizeAccountSettings($0) } == "shop.unsupported")
        #expect(await till.refusal { AccountAction.synchronizeSitePlan(shop.site, $0) } == "shop.unsupported")
        #expect(
            await till.refusal { AccountAction.updateAccountSettings(tracksOptOut: true, $0) } == "shop.unsupported")
        #expect(await till.refusal { AccountAction.closeAccount($0) } == "shop.unsupported")

        try await till.ask { AccountAction.forgetAccount($0) }
        #expect(await till.refusal { AccountAction.loadAccount($0) } == "account.signedOut")
        try await till.ask { AccountAction.enter(account, $0) }
        #expect(try await till.ask { AccountAction.loadAccount($0) } == account)
    }

    static let settingsOfTheTill = StoreContract(actions: "AppSettingsAction") { till in
        let site = till.site
        let printer = DeviceIdentity(kind: .printer, address: DeviceAddress(scheme: "test", path: "printer"))
        try await till.ask { AppSettingsAction.remember(printer, $0) }
        #expect(try await till.ask { AppSettingsAction.loadSettings($0) }.printer == printer.address)

        let orders = OrdersSettings(statuses: ["processing"], product: 12)
        try await till.ask { AppSettingsAction.upsertOrdersSettings(site, orders, $0) }
        #expect(try await till.ask { AppSettingsAction.loadOrdersSettings(site, $0) } == orders)
        try await till.ask { AppSettingsAction.resetOrdersSettings(site, $0) }
        #expect(try await till.ask { AppSettingsAction.loadOrdersSettings(site, $0) } == nil)
        let products = ProductsSettings(sort: "name")
        try await till.ask { AppSettingsAction.upsertProductsSettings(site, products, $0) }
        #expect(try await till.ask { AppSettingsAction.loadProductsSettings(site, $0) } == products)
        try await till.ask { AppSettingsAction.resetProductsSettings(site, $0) }
        #expect(try await till.ask { AppSettingsAction.loadProductsSettings(site, $0) } == nil)

        try await till.ask { AppSettingsAction.setStoreID(site, "7", $0) }
        #expect(try await till.ask { AppSettingsAction.getStoreID(site, $0) } == "7")
        try await till.ask { AppSettingsAction.setSelectedTaxRateID(site, 2, $0) }
        #expect(try await till.ask { AppSettingsAction.loadSelectedTaxRateID(site, $0) } == 2)
        try await till.ask { AppSettingsAction.setPreferredInPersonPaymentGateway(site, "cod", $0) }
        #expect(try await till.ask { AppSettingsAction.getPreferredInPersonPaymentGateway(site, $0) } == "cod")
        try await till.ask { AppSettingsAction.forgetPreferredInPersonPaymentGateway(site, $0) }
        #expect(try await till.ask { AppSettingsAction.getPreferredInPersonPaymentGateway(site, $0) } == nil)

        #expect(try await !till.ask { AppSettingsAction.loadSiteHasAtLeastOneIPPTransactionFinished(site, $0) })
        let first = ContractShop.time
        try await till.ask { AppSettingsAction.storeInPersonPaymentsTransactionIfFirst(site, at: first, $0) }
        try await till.ask { AppSettingsAction.storeInPersonPaymentsTransactionIfFirst(site, at: first + 1, $0) }
        #expect(try await till.ask { AppSettingsAction.loadFirstInPersonPaymentsTransactionDate(site, $0) } == first)
        #expect(try await till.ask { AppSettingsAction.loadSiteHasAtLeastOneIPPTransactionFinished(site, $0) })
        try await till.ask { AppSettingsAction.resetGeneralStoreSettings(site, $0) }
        #expect(try await till.ask { AppSettingsAction.loadSelectedTaxRateID(site, $0) } == nil)
        let refusals = [
            await till.refusal { AppSettingsAction.loadAppOnlySetting(.jetpackBanner, $0) },
            await till.refusal { AppSettingsAction.setAppOnlySetting(.jetpackBanner, "seen", $0) },
        ]
        #expect(refusals == ["shop.unsupported", "shop.unsupported"])
    }

    static let settings = StoreContract(actions: "SettingAction") { till in
        let groups = try await till.load { SettingAction.retrieveSettingGroups($0) }
        #expect(groups.items.map(\.id).contains("general") && groups.isWhole)
        let general = try await till.load { SettingAction.synchronizeGeneralSiteSettings($0) }
        #expect(general.items.count == 20 && general.items.first { $0.id == "woocommerce_currency" }?.value == "EUR")
        let products = try await till.load { SettingAction.synchronizeProductSiteSettings($0) }
        #expect(products.items.first { $0.id == "woocommerce_weight_unit" }?.value == "kg")
        let taxes = try await till.load { SettingAction.synchronizeSiteSettings(group: "tax", $0) }
        #expect(taxes.items.first { $0.id == "woocommerce_prices_include_tax" }?.isOn == true)

        let position = "woocommerce_currency_pos"
        let changed = try await till.ask {
            SettingAction.updateSetting(group: "general", id: position, value: "left", $0)
        }
        #expect(changed.value == "left")
        let read = try await till.load { SettingAction.retrieveSetting(group: "general", id: position, $0) }
        #expect(read.value == "left" && read.label == changed.label)

        // Without TLS, WordPress does not see the key and tells everybody.
        if till.kind == .keyed {
            #expect(await till.refusal { SettingAction.retrieveSiteAPI($0) } == "shop.unsupported")
        } else {
            let api = try await till.load { SettingAction.retrieveSiteAPI($0) }
            #expect(api.has("wc/v3") && api.hasApplicationPasswords)
        }
        #expect(try await till.load { SettingAction.retrieveCouponSetting($0) })
        let off: JSONValue = "no"
        for (group, id) in [
            ("general", "woocommerce_enable_coupons"), ("advanced", "woocommerce_analytics_enabled"),
        ] {
            _ = try await till.ask { SettingAction.updateSetting(group: group, id: id, value: off, $0) }
        }
        #expect(try await !till.load { SettingAction.retrieveCouponSetting($0) })
        try await till.ask { SettingAction.enableCouponSetting($0) }
        #expect(try await till.load { SettingAction.retrieveCouponSetting($0) })
        #expect(try await !till.load { SettingAction.retrieveAnalyticsSetting($0) })
        try await till.ask { SettingAction.enableAnalyticsSetting($0) }
        #expect(try await till.load { SettingAction.retrieveAnalyticsSetting($0) })
        #expect(try await till.load { SettingAction.retrieveTaxBasedOnSetting($0) } == .base)
    }
}
