import Networking

/// A setting that the till asks for by itself.
struct UsedSetting: Hashable, Sendable {
    let group: String
    let id: String

    static let coupons = UsedSetting(group: "general", id: "woocommerce_enable_coupons")
    static let analytics = UsedSetting(group: "advanced", id: "woocommerce_analytics_enabled")
    static let taxBasis = UsedSetting(group: "tax", id: "woocommerce_tax_based_on")

    /// The value with which a setting is on.
    static let on: JSONValue = "yes"
}
