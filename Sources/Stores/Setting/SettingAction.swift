import Flow
import Networking

/// Requests for the settings of the shop.
package enum SettingAction: Action {
    /// The groups of settings that the shop has.
    /// - Endpoint: GET wc/v3/settings
    /// - Offline: the kept groups, with their time
    /// - Test: SettingStoreTests
    case retrieveSettingGroups(Reply<Cached<Listing<SettingGroup>>>)
    /// The general settings: address, currency, how amounts are written.
    /// - Endpoint: GET wc/v3/settings/general
    /// - Offline: the kept settings, with their time
    /// - Test: SettingStoreTests
    case synchronizeGeneralSiteSettings(Reply<Cached<Listing<SiteSetting>>>)
    /// The settings of products: units, stock, reviews.
    /// - Endpoint: GET wc/v3/settings/products
    /// - Offline: the kept settings, with their time
    /// - Test: SettingStoreTests
    case synchronizeProductSiteSettings(Reply<Cached<Listing<SiteSetting>>>)
    /// All settings of a group.
    /// - Endpoint: GET wc/v3/settings/{group}
    /// - Offline: the kept settings, with their time
    /// - Test: SettingStoreTests
    case synchronizeSiteSettings(group: String, Reply<Cached<Listing<SiteSetting>>>)
    /// One setting. The others of its group stay kept.
    /// - Endpoint: GET wc/v3/settings/{group}/{id}
    /// - Offline: the kept setting, with its time
    /// - Test: SettingStoreTests
    case retrieveSetting(group: String, id: String, Reply<Cached<SiteSetting>>)
    /// Changes one setting.
    /// - Endpoint: PUT wc/v3/settings/{group}/{id}
    /// - Offline: fails; nothing is changed later
    /// - Test: SettingStoreTests
    case updateSetting(group: String, id: String, value: JSONValue, Reply<SiteSetting>)
    /// What the site's REST interface offers. Fails with `shop.unsupported` for a consumer key, to which WordPress does not
    /// tell it.
    /// - Endpoint: GET /
    /// - Offline: what is kept, with its time
    /// - Test: SettingStoreTests
    case retrieveSiteAPI(Reply<Cached<SiteAPI>>)
    /// Whether the shop takes coupons.
    /// - Endpoint: GET wc/v3/settings/general/woocommerce_enable_coupons
    /// - Offline: the kept setting, with its time
    /// - Test: SettingStoreTests
    case retrieveCouponSetting(Reply<Cached<Bool>>)
    /// Makes the shop take coupons.
    /// - Endpoint: PUT wc/v3/settings/general/woocommerce_enable_coupons
    /// - Offline: fails; nothing is changed later
    /// - Test: SettingStoreTests
    case enableCouponSetting(Reply<Void>)
    /// Whether the shop's analytics are on.
    /// - Endpoint: GET wc/v3/settings/advanced/woocommerce_analytics_enabled
    /// - Offline: the kept setting, with its time
    /// - Test: SettingStoreTests
    case retrieveAnalyticsSetting(Reply<Cached<Bool>>)
    /// Turns the shop's analytics on.
    /// - Endpoint: PUT wc/v3/settings/advanced/woocommerce_analytics_enabled
    /// - Offline: fails; nothing is changed later
    /// - Test: SettingStoreTests
    case enableAnalyticsSetting(Reply<Void>)
    /// The address from which the shop calculates its taxes.
    /// - Endpoint: GET wc/v3/settings/tax/woocommerce_tax_based_on
    /// - Offline: the kept setting, with its time
    /// - Test: SettingStoreTests
    case retrieveTaxBasedOnSetting(Reply<Cached<TaxBasis>>)
}
