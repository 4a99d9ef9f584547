import Foundation
import Model
import Testing

@testable import Networking

@Suite struct ShopSettingsTests {
    private func settings(
        code: String = "EUR", position: String = "right_space", thousands: String = ".", decimal: String = ",",
        decimals: String = "2", name: String = "Euro (&euro;) — EUR"
    ) -> String {
        """
        [{"id": "woocommerce_store_address", "value": "Am Markt 1", "options": []},
         {"id": "woocommerce_specific_allowed_countries", "value": ["DE"], "options": []},
         {"id": "woocommerce_currency", "value": "\(code)", "options": {"\(code)": "\(name)", "XXX": "None"}},
         {"id": "woocommerce_currency_pos", "value": "\(position)", "options": {"left": "Left"}},
         {"id": "woocommerce_price_thousand_sep", "value": "\(thousands)"},
         {"id": "woocommerce_price_decimal_sep", "value": "\(decimal)"},
         {"id": "woocommerce_price_num_decimals", "value": "\(decimals)"}]
        """
    }

    private func load(_ body: String) async throws(NetworkError) -> ShopCurrency {
        try await ShopSettingsRemote(network: OneAnswer(body)).loadCurrency()
    }

    @Test func theShopsCurrencyIsAsItsSettingsSay() async throws {
        #expect(
            try await load(settings())
                == ShopCurrency(
                    code: "EUR",
                    format: CurrencyFormat(
                        position: .rightSpace, thousandSeparator: ".", decimalSeparator: ",", decimals: 2, symbol: "€"))
        )
    }

    @Test(arguments: [
        ("United States (US) dollar (&#36;) — USD", "$"), ("Swiss franc (&#67;&#72;&#70;) — CHF", "CHF"),
        ("Czech koruna (&#75;&#269;) — CZK", "Kč"), ("Dirham (&#x62f;.&#x625;) — AED", nil), ("Nothing", nil),
        ("Odd (a whole sentence) — ODD", nil), ("Odd (&unknown;) — ODD", nil), ("Odd () — ODD", nil),
    ])
    func itsSymbolIsASignBesideDigitsOrNone(name: String, symbol: String?) async throws {
        #expect(try await load(settings(name: name)).format.symbol == symbol)
    }

    @Test func aSpaceIsASeparatorHoweverItIsWritten() async throws {
        for space in [" ", "&nbsp;", "\u{A0}"] {
            #expect(try await load(settings(thousands: space)).format.thousandSeparator == " ")
        }
        #expect(try await load(settings(thousands: "")).format.thousandSeparator == "")
    }

    @Test func whatAreNoSettingsIsMalformed() async {
        for body in [
            "{}", "[]", settings(position: "middle"), settings(decimal: ""), settings(decimal: "."),
            settings(thousands: "5"),
            settings(thousands: "-"), settings(thousands: "ab"),
            settings().replacing("woocommerce_currency_pos", with: "other"),
        ] {
            do throws(NetworkError) {
                let currency = try await load(body)
                Issue.record("it was read: \(currency)")
            } catch {
                guard case .malformed = error else {
                    Issue.record("\(error)")
                    continue
                }
            }
        }
    }
}
