import Model

/// The settings of one shop (WooCommerce REST API version 3, `wc/v3/settings`).
package struct ShopSettingsRemote: Remote {
    package let network: any Network
    package var resource: ShopResource { .setting }

    package init(network: any Network) { self.network = network }

    package func loadCurrency() async throws(NetworkError) -> ShopCurrency {
        let request = Request(.get, "wc/v3/settings/general", query: ["_fields": "id,value,options"])
        return try await enqueue(request, mapper: ShopCurrencyMapper())
    }
}

/// Maps the settings, a list of names and values. The currency's symbol is in the label of the chosen currency.
struct ShopCurrencyMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> ShopCurrency {
        var settings: [String: ShopObject] = [:]
        let rows = try response.rows { (setting) throws(NetworkError) in (id: try setting.text("id"), setting: setting)
        }
        for (id, setting) in rows.read { settings[id] = setting }
        func value(_ id: String) throws(NetworkError) -> String {
            guard let value = settings[id]?.optionalText("value") else {
                throw .malformed(field: id, reason: Sentence("detail.json.missing"))
            }
            return value
        }
        let code = try value("woocommerce_currency")
        guard let position = CurrencyFormat.Position(rawValue: try value("woocommerce_currency_pos")) else {
            throw .malformed(field: "woocommerce_currency_pos", reason: Sentence("detail.shop.noPosition"))
        }
        let thousands = try Self.sign(try value("woocommerce_price_thousand_sep"))
        let decimal = try Self.sign(try value("woocommerce_price_decimal_sep"))
        // A format in which amounts could be misread is refused.
        guard !decimal.isEmpty, decimal != thousands else {
            throw .malformed(field: "woocommerce_price_decimal_sep", reason: Sentence("detail.shop.misread"))
        }
        let names = settings["woocommerce_currency"]?.object("options")
        return ShopCurrency(
            code: code,
            format: CurrencyFormat(
                position: position, thousandSeparator: thousands, decimalSeparator: decimal,
                decimals: Int(try value("woocommerce_price_num_decimals")),
                symbol: names?.optionalText(code).flatMap(Self.symbol)))
    }

    /// A separator, which may be a space written as `&nbsp;`.
    private static func sign(_ value: String) throws(NetworkError) -> String {
        let plain = PlainText.from(html: value)
        let sign = plain.isEmpty && !value.isEmpty ? " " : plain
        guard sign.count <= 1, CurrencyFormat.isSeparator(sign) else {
            throw .malformed(field: "woocommerce_price_…_sep", reason: Sentence("detail.shop.misread"))
        }
        return sign
    }

    /// The longest symbol; longer texts are words.
    private static let longestSymbol = 5

    /// The symbol in a label such as `Euro (&euro;) — EUR`. Nil for a symbol that cannot stand beside digits: one written
    /// from right to left would change places with them.
    private static func symbol(in name: String) -> String? {
        guard let end = name.lastIndex(of: ")"), let start = name[..<end].lastIndex(of: "(") else { return nil }
        let symbol = PlainText.from(html: String(name[name.index(after: start)..<end]))
        let isSign = symbol.unicodeScalars.allSatisfy {
            !$0.properties.isBidiControl && !(0x0590...0x08FF).contains($0.value) && $0 != "&"
        }
        return isSign && CurrencyFormat.isSymbol(symbol) && (1...longestSymbol).contains(symbol.count) ? symbol : nil
    }
}
