import Flow
import Foundation
import Model

/// Requests about this till's own settings.
package enum AppSettingsAction: Action {
    /// What the till remembers besides: the terminal and the printer used last.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: SmallStoresTests
    case loadSettings(Reply<AppSettings>)
    /// Remembers the terminal or printer used last, so that it need not be named again.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: SmallStoresTests
    case remember(DeviceIdentity, Reply<Void>)
    /// How the operator last filtered the orders of the shop; nil if that was never stored.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case loadOrdersSettings(SiteID, Reply<OrdersSettings?>)
    /// Stores how the operator filters the orders.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case upsertOrdersSettings(SiteID, OrdersSettings, Reply<Void>)
    /// Forgets how the operator filtered the orders.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case resetOrdersSettings(SiteID, Reply<Void>)
    /// How the operator last sorted and filtered the products of the shop; nil if that was never stored.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case loadProductsSettings(SiteID, Reply<ProductsSettings?>)
    /// Stores how the operator sorts and filters the products.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case upsertProductsSettings(SiteID, ProductsSettings, Reply<Void>)
    /// Forgets how the operator sorted and filtered the products.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case resetProductsSettings(SiteID, Reply<Void>)
    /// Stores the id that the shop has given itself; nil forgets it.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case setStoreID(SiteID, String?, Reply<Void>)
    /// The stored id that the shop has given itself.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case getStoreID(SiteID, Reply<String?>)
    /// Stores the tax rate that the operator chose; nil forgets it.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case setSelectedTaxRateID(SiteID, Int64?, Reply<Void>)
    /// The tax rate that the operator chose.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case loadSelectedTaxRateID(SiteID, Reply<Int64?>)
    /// Stores the payment method of the shop under which card payments are told.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case setPreferredInPersonPaymentGateway(SiteID, String, Reply<Void>)
    /// The payment method of the shop under which card payments are told; nil for the usual one.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case getPreferredInPersonPaymentGateway(SiteID, Reply<String?>)
    /// Forgets the chosen payment method.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case forgetPreferredInPersonPaymentGateway(SiteID, Reply<Void>)
    /// Stores when the first card payment of the shop was taken here, unless that is stored already.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case storeInPersonPaymentsTransactionIfFirst(SiteID, at: Date, Reply<Void>)
    /// When the first card payment of the shop was taken here; nil if none was stored.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case loadFirstInPersonPaymentsTransactionDate(SiteID, Reply<Date?>)
    /// Whether a card payment of the shop was taken here.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case loadSiteHasAtLeastOneIPPTransactionFinished(SiteID, Reply<Bool>)
    /// Forgets what the operator chose for the shop. What the till itself has noted stays.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AppSettingsStoreTests
    case resetGeneralStoreSettings(SiteID, Reply<Void>)
    /// Fails with `shop.unsupported`: only the mobile app has these screens, or a till asks the shop each time.
    /// - Endpoint: none
    /// - Offline: fails
    /// - Test: AppSettingsStoreTests
    case loadAppOnlySetting(AppOnlySetting, Reply<String?>)
    /// Fails with `shop.unsupported`, as `loadAppOnlySetting` does.
    /// - Endpoint: none
    /// - Offline: fails
    /// - Test: AppSettingsStoreTests
    case setAppOnlySetting(AppOnlySetting, String?, Reply<Void>)
}
