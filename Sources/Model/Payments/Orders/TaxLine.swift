/// The tax contained in the total at one rate.
package struct TaxLine: Hashable, Codable, Sendable {
    /// The shop's label: `VAT 19 %`.
    package let label: String
    /// The rate in percent, `8.25`; nil if the label states it.
    package let rate: String?
    /// The net amount on which the tax was computed; nil if it is not known.
    package let net: Money?
    package let amount: Money

    package init(label: String, rate: String? = nil, net: Money? = nil, amount: Money) {
        self.label = label
        self.rate = rate
        self.net = net
        self.amount = amount
    }

    /// Net and tax; nil if the net is not known or the sum does not fit.
    package var gross: Money? { try? net?.adding(amount) }
}
