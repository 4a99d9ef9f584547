/// The parts of a receipt besides an order and a payment.
extension Receipt {
    /// A label with its value.
    package struct Reference: Hashable, Codable, Sendable {
        package let label: String
        package let value: String

        package init(label: String, value: String) {
            self.label = label
            self.value = value
        }
    }

    /// A symbol to scan.
    package struct Code: Hashable, Codable, Sendable {
        package enum Symbology: String, Hashable, Codable, Sendable, CaseIterable {
            case qr, pdf417, maxiCode, dataMatrix, aztec
            case dataBar, dataBarTruncated, dataBarLimited, dataBarExpanded
            case upcA, upcE, ean13, ean8, code39, itf, codabar, code93, code128
            case gs1_128 = "gs1-128"

            /// For an unknown value, the error lists the valid ones.
            package init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                let word = try container.decode(String.self)
                guard let symbology = Self(rawValue: word) else {
                    let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: "there is no symbology \(word.prefix(40)); there are \(words)")
                }
                self = symbology
            }
        }

        package let symbology: Symbology
        package let content: String
        /// The text below it, for people.
        package let caption: String?

        package init(symbology: Symbology, content: String, caption: String? = nil) {
            self.symbology = symbology
            self.content = content
            self.caption = caption
        }
    }

    /// The data of a fiscal device or service. Till prints it unchanged and without understanding it.
    package struct Fiscal: Hashable, Codable, Sendable {
        package let lines: [String]
        package let code: Code?

        package init(lines: [String], code: Code? = nil) {
            self.lines = lines
            self.code = code
        }
    }
}

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
