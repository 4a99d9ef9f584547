/// How a shop writes its amounts, with WooCommerce's names (`wc/v3/settings/general`).
package struct CurrencyFormat: Hashable, Codable, Sendable {
    /// The most decimals of any currency.
    package static let mostDecimals = 4
    /// The longest symbol that can be configured, in characters. A shop's may be longer.
    package static let longestSymbol = 5

    /// `woocommerce_currency_pos`.
    package enum Position: String, Hashable, Codable, Sendable, CaseIterable {
        case left, right
        case leftSpace = "left_space"
        case rightSpace = "right_space"
    }

    package let position: Position
    /// `woocommerce_price_thousand_sep`; may be empty.
    package let thousandSeparator: String
    /// `woocommerce_price_decimal_sep`.
    package let decimalSeparator: String
    /// `woocommerce_price_num_decimals`; nil for as many as the currency has. Fewer only leave out zeros: no amount is
    /// rounded on paper.
    package let decimals: Int?
    /// `€`; nil for the currency's letters.
    package let symbol: String?

    package init(
        position: Position, thousandSeparator: String, decimalSeparator: String, decimals: Int? = nil,
        symbol: String? = nil
    ) {
        self.position = position
        self.thousandSeparator = thousandSeparator
        self.decimalSeparator = decimalSeparator
        self.decimals = decimals
        self.symbol = symbol
    }

    /// Whether it can stand among digits without being taken for a digit or a minus sign.
    package static func isSeparator(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .dashPunctuation, .mathSymbol, .openPunctuation, .closePunctuation: false
            default: scalar.properties.numericType == nil
            }
        }
    }

    /// Whether it can stand next to an amount without changing its meaning: a currency sign or letters.
    package static func isSymbol(_ text: String) -> Bool {
        isSeparator(text)
            && text.unicodeScalars.contains {
                $0.properties.isAlphabetic || $0.properties.generalCategory == .currencySymbol
            }
    }
}
