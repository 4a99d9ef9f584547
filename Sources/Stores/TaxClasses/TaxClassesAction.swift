import Flow
import Networking

/// Requests for the taxes of the shop.
package enum TaxClassesAction: Action {
    /// All tax classes.
    /// - Endpoint: GET wc/v3/taxes/classes
    /// - Offline: the kept classes, with their time
    /// - Test: TaxClassesStoreTests
    case retrieveTaxClasses(Reply<Cached<Listing<TaxClass>>>)
    /// The tax class of this slug, from the shop only if none is kept. Nil for an empty slug, with which products name no
    /// class, and if the shop has no such class.
    /// - Endpoint: GET wc/v3/taxes/classes
    /// - Offline: the kept class
    /// - Test: TaxClassesStoreTests
    case requestMissingTaxClasses(slug: String, Reply<TaxClass?>)
    /// A page of the tax rates.
    /// - Endpoint: GET wc/v3/taxes
    /// - Offline: the kept page, with its time
    /// - Test: TaxClassesStoreTests
    case retrieveTaxRates(page: Int, size: Int, Reply<Cached<Listing<TaxRate>>>)
    /// The tax rate with this id.
    /// - Endpoint: GET wc/v3/taxes/{id}
    /// - Offline: the kept rate, with its time
    /// - Test: TaxClassesStoreTests
    case retrieveTaxRate(Int64, Reply<Cached<TaxRate>>)
}
