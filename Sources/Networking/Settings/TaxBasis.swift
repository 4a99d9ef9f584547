/// The address from which a shop calculates its taxes: the values of the setting `woocommerce_tax_based_on`.
package enum TaxBasis: String, Hashable, Sendable, CaseIterable {
    case shipping, billing, base
}
