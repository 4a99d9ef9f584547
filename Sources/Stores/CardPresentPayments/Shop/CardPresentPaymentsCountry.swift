import Model
import Networking

/// A country in which the shop's extensions take card payments in person.
struct CardPresentPaymentsCountry: Sendable {
    /// The ISO 3166 code of two letters.
    let code: String
    let currency: Currency
    /// The smallest payment, in minor units.
    let leastUnits: Int64
    /// The oldest release of each extension that takes them there.
    let oldest: [PaymentGatewayExtension: PluginVersion]

    /// Nil for a currency that ISO 4217 does not have.
    private init?(
        _ code: String, _ currency: String, _ leastUnits: Int64, _ oldest: [PaymentGatewayExtension: String]
    ) {
        guard let currency = Currency(code: currency) else { return nil }
        self.code = code
        self.currency = currency
        self.leastUnits = leastUnits
        self.oldest = oldest.mapValues(PluginVersion.init)
    }

    private static let all = [
        CardPresentPaymentsCountry("US", "USD", 50, [.wooPayments: "3.2.1", .stripe: "6.2.0"]),
        CardPresentPaymentsCountry("CA", "CAD", 50, [.wooPayments: "4.0.0"]),
        CardPresentPaymentsCountry("GB", "GBP", 30, [.wooPayments: "4.4.0"]),
    ].compactMap { $0 }

    /// Nil for a country in which they take none.
    static func named(_ code: String) -> CardPresentPaymentsCountry? { all.first { $0.code == code } }
}
