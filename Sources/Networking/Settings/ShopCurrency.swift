import Foundation
import Model

/// The format of a shop's amounts.
package struct ShopCurrency: Hashable, Codable, Sendable {
    /// The ISO 4217 code.
    package let code: String
    package let format: CurrencyFormat

    package init(code: String, format: CurrencyFormat) {
        self.code = code
        self.format = format
    }
}

extension ShopCurrency {
    /// The format as a shop's settings.
    var settings: [JSONValue] {
        let names = format.symbol.map { [code: JSONValue.string("\(code) (\($0)) — \(code)")] } ?? [:]
        let values = [
            ("woocommerce_currency_pos", format.position.rawValue),
            ("woocommerce_price_thousand_sep", format.thousandSeparator),
            ("woocommerce_price_decimal_sep", format.decimalSeparator),
            ("woocommerce_price_num_decimals", String(format.decimals ?? Self.usualDecimals)),
        ]
        return [["id": "woocommerce_currency", "value": .string(code), "options": .object(names)]]
            + values.map { ["id": .string($0), "value": .string($1)] }
    }

    /// WooCommerce's default.
    private static let usualDecimals = 2
}
