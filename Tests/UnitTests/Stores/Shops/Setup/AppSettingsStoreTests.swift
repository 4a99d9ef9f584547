import Failures
import Flow
import Foundation
import Model
import Storage
import Testing

@testable import Stores

/// What a till remembers about each shop between starts.
@Suite struct AppSettingsStoreTests {
    private let world = VirtualWorld(seed: 1)
    private let storage: StorageManager
    private let one = SiteID(rawValue: 1)
    private let other = SiteID(rawValue: 2)

    init() throws { storage = try StorageManager.inMemory() }

    /// Starts the till again and asks it.
    private func ask<Value: Sendable>(_ make: (Reply<Value>) -> AppSettingsAction) throws -> Value {
        let environment = world.environment
        let root = StateStore.till(in: environment)
        return try AppSettingsStore(environment: environment, storage: storage, root: root).ask(in: world, make)
    }

    @Test func theFiltersOfOrdersAreRememberedForEachShop() throws {
        #expect(try ask { .loadOrdersSettings(one, $0) } == nil)
        let filter = OrdersSettings(
            statuses: ["on-hold"], after: Date(timeIntervalSince1970: 1_700_000_000), customer: 4)
        try ask { .upsertOrdersSettings(one, filter, $0) }
        #expect(try ask { .loadOrdersSettings(one, $0) } == filter)
        #expect(try ask { .loadOrdersSettings(other, $0) } == nil)
        try ask { .resetOrdersSettings(one, $0) }
        #expect(try ask { .loadOrdersSettings(one, $0) } == nil)
    }

    @Test func theFiltersOfProductsAreRememberedForEachShop() throws {
        try ask { .upsertProductsSettings(one, ProductsSettings(sort: "name", stockStatus: "instock"), $0) }
        #expect(try ask { .loadProductsSettings(one, $0) }?.stockStatus == "instock")
        try ask { .resetProductsSettings(one, $0) }
        #expect(try ask { .loadProductsSettings(one, $0) } == nil)
    }

    @Test func theFirstPaymentOfAShopStaysTheFirst() throws {
        #expect(try ask { .loadSiteHasAtLeastOneIPPTransactionFinished(one, $0) } == false)
        let first = Date(timeIntervalSince1970: 1_700_000_000)
        try ask { .storeInPersonPaymentsTransactionIfFirst(one, at: first, $0) }
        try ask { .storeInPersonPaymentsTransactionIfFirst(one, at: first.addingTimeInterval(-60), $0) }
        #expect(try ask { .loadFirstInPersonPaymentsTransactionDate(one, $0) } == first)
        #expect(try ask { .loadSiteHasAtLeastOneIPPTransactionFinished(one, $0) })
        #expect(try ask { .loadFirstInPersonPaymentsTransactionDate(other, $0) } == nil)
    }

    @Test func whatTheOperatorChoseIsForgottenAndWhatTheTillNotedStays() throws {
        let first = Date(timeIntervalSince1970: 1_700_000_000)
        try ask { .storeInPersonPaymentsTransactionIfFirst(one, at: first, $0) }
        try ask { .setStoreID(one, "3a06458a", $0) }
        try ask { .setSelectedTaxRateID(one, 4, $0) }
        try ask { .setPreferredInPersonPaymentGateway(one, "cod", $0) }
        #expect(try ask { .loadSelectedTaxRateID(one, $0) } == 4)
        #expect(try ask { .getPreferredInPersonPaymentGateway(one, $0) } == "cod")
        try ask { .resetGeneralStoreSettings(one, $0) }
        #expect(try ask { .loadSelectedTaxRateID(one, $0) } == nil)
        #expect(try ask { .getPreferredInPersonPaymentGateway(one, $0) } == nil)
        #expect(try ask { .getStoreID(one, $0) } == "3a06458a")
        #expect(try ask { .loadFirstInPersonPaymentsTransactionDate(one, $0) } == first)
    }

    @Test func aChosenPaymentMethodCanBeForgotten() throws {
        try ask { .setPreferredInPersonPaymentGateway(one, "cod", $0) }
        try ask { .forgetPreferredInPersonPaymentGateway(one, $0) }
        #expect(try ask { .getPreferredInPersonPaymentGateway(one, $0) } == nil)
    }

    @Test func signingOutForgetsWhatTheOperatorChose() throws {
        try ask { .setSelectedTaxRateID(.embedded, 4, $0) }
        let root = StateStore.till(in: world.environment)
        let accounts = AccountStore(environment: world.environment, storage: storage, connector: nil, root: root)
        try accounts.ask(in: world) { .forgetAccount($0) }
        #expect(try ask { .loadSelectedTaxRateID(.embedded, $0) } == nil)
    }

    @Test func whatOnlyTheMobileAppHasIsRefusedWithItsReason() throws {
        for setting in AppOnlySetting.allCases {
            let loading = #expect(throws: Failure.self) { _ = try ask { .loadAppOnlySetting(setting, $0) } }
            let setting = #expect(throws: Failure.self) { try ask { .setAppOnlySetting(setting, "on", $0) } }
            #expect(loading == setting)
            #expect(loading?.is(ShopFailure.unsupported) == true)
            #expect(loading?.said.text(in: .de).contains("detail.") == false)
        }
    }
}
