import Foundation
import Model
import Testing

@testable import Networking

@Suite struct OrderMapperTests {
    @Test func anOrderIsReadWithItsGrossLinesAndItsTaxes() throws {
        let order = try map(
            """
            {"id": 7, "number": "A-7", "status": "on-hold", "currency": "EUR", "total": "26.19",
             "billing": {"first_name": "Zoë", "last_name": "Groß", "company": "X"},
             "line_items": [{"name": "Tasse", "quantity": 2, "total": "18.40", "total_tax": "3.50"}],
             "shipping_lines": [{"method_title": "Abholung", "total": "0.00", "total_tax": "0.00"}],
             "fee_lines": [{"name": "Pfand", "total": "4.00", "total_tax": "0.29"}],
             "tax_lines": [{"label": "MwSt 19%", "rate_percent": 19, "tax_total": "3.50", "shipping_tax_total": "0.01"}]}
            """)
        #expect(
            order
                == Order(
                    site: SiteID(rawValue: 3), id: OrderID(rawValue: 7), number: "A-7", status: .onHold, currency: .eur,
                    lines: [
                        OrderLine(name: "Tasse", quantity: 2, unitPrice: euros(1095), total: euros(2190))
                    ], adjustments: [Adjustment(kind: .fee, label: "Pfand", amount: euros(429))],
                    taxes: [TaxLine(label: "MwSt 19%", amount: euros(351))], total: euros(2619), customer: "Zoë Groß"))
    }

    @Test(arguments: [
        ("EUR", "12.5", 1250), ("EUR", "12.5000", 1250), ("JPY", "1200", 1200), ("JPY", "1200.00", 1200),
        ("KWD", "1.234", 1234), ("CLF", "0.0001", 1), ("EUR", "-3.90", -390),
    ])
    func anAmountIsExactInItsCurrency(currency: String, text: String, minorUnits: Int64) throws {
        let order = try map(minimal(currency: currency, total: text))
        #expect(order.total.minorUnits == minorUnits)
    }

    @Test(arguments: ["12.505", "1,250.00", "1e2", "12.50 €", "1,50", "99999999999999999999", "NaN", " 12.50"])
    func anAmountThatWouldNeedAGuessIsRefusedByName(text: String) {
        #expect(throws: NetworkError.malformed(field: "total", reason: "\"\(text)\" is no amount in EUR")) {
            try map(minimal(total: text))
        }
    }

    /// Some plugins send amounts as numbers. They are exact, because they never pass through a `Double`.
    @Test(arguments: [("12.5", 1250), ("12", 1200), ("0.07", 7), ("1234567.89", 123_456_789)])
    func anAmountThatIsANumberIsExactToo(number: String, minorUnits: Int64) throws {
        let body = #"{"id": 1, "status": "pending", "currency": "EUR", "total": \#(number)}"#
        #expect(try map(body).total.minorUnits == minorUnits)
    }

    @Test func aLineTooLargeToAddIsRefusedByName() {
        let body = minimal(
            more: #""line_items": [{"name": "A", "total": "92233720368547758.07", "total_tax": "0.01"}]"#)
        #expect(throws: NetworkError.malformed(field: "line_items[0]", reason: "its amounts are too large")) {
            try map(body)
        }
    }

    @Test(arguments: [
        (#"{"status": "pending", "currency": "EUR", "total": "1.00"}"#, "id", "it is missing"),
        (#"{"id": 1, "status": "pending", "currency": "EUR", "total": true}"#, "total", "it is of another type"),
        (#"{"id": 1, "status": null, "currency": "EUR", "total": "1.00"}"#, "status", "it is null"),
        (
            #"{"id": 1, "status": "x", "currency": "EUR", "total": "1.00", "line_items": [{"name": "A", "total": []}]}"#,
            "line_items[0].total", "it is of another type"
        ),
        ("<!doctype html><title>503</title>", nil, "it is not JSON"),
        ("", nil, "it is cut off"),
        ("[]", nil, "it is of another type"),
    ])
    func aWrongAnswerIsRefusedByTheNameOfTheField(body: String, field: String?, reason: Sentence) {
        #expect(throws: NetworkError.malformed(field: field, reason: reason)) { try map(body) }
    }

    @Test func anUnknownCurrencyIsRefusedByName() {
        #expect(throws: NetworkError.malformed(field: "currency", reason: "XXQ is no currency of ISO 4217")) {
            try map(minimal(currency: "XXQ"))
        }
    }

    /// A shop that writes its yen with two decimals, as WooCommerce does unless it is told otherwise.
    @Test(arguments: [("981.82", "98.18", 982, 98), ("999.55", "80.45", 1000, 80), ("1000.5", "79.5", 1000, 80)])
    func whatIsWholeTogetherIsReadThoughItsTaxIsNot(net: String, tax: String, rounded: Int64, taxed: Int64) throws {
        let taxes = #"[{"id": 1, "total": "\#(tax)"}]"#
        let order = try map(
            minimal(
                currency: "JPY", total: "1080.00",
                more: """
                    "line_items": [{"name": "Tee", "quantity": 1, "subtotal": "\(net)", "subtotal_tax": "\(tax)", \
                    "total": "\(net)", "total_tax": "\(tax)", "taxes": \(taxes)}],
                    "tax_lines": [{"rate_id": 1, "label": "JCT 10%", "tax_total": "\(tax)", "shipping_tax_total": "0.00"}]
                    """))
        let yen = { (amount: Int64) in Money(minorUnits: amount, currency: order.currency) }
        #expect(order.total == yen(1080) && order.lines.map(\.total) == [yen(1080)] && order.adjustments.isEmpty)
        #expect(order.taxes == [TaxLine(label: "JCT 10%", net: yen(rounded), amount: yen(taxed))])
        #expect(rounded + taxed == 1080)
    }

    @Test func amountsOfFourDecimalsAreReadWhereTheyAddUpToCents() throws {
        let line = #""line_items": [{"name": "A", "total": "10.0840", "total_tax": "1.9160"}]"#
        let order = try map(minimal(total: "12.0000", more: line))
        #expect(order.total == euros(1200) && order.lines.map(\.total) == [euros(1200)])
    }

    @Test(arguments: [
        ("JPY", "1080.50", "1080.50", "0.00", "total"), ("JPY", "1080.00", "981.82", "98.19", "line_items[0].total"),
        ("EUR", "12.005", "12.005", "", "total"), ("EUR", "12.00", "10.084", "1.915", "line_items[0].total"),
        ("EUR", "12.00", "10.084", "1e0", "line_items[0].total"),
    ])
    func whatIsNotWholeIsRefused(currency: String, total: String, net: String, tax: String, field: String) throws {
        let line = #""line_items": [{"name": "A", "total": "\#(net)", "total_tax": "\#(tax)"}]"#
        let error = #expect(throws: NetworkError.self) {
            try map(minimal(currency: currency, total: total, more: line))
        }
        guard case .malformed(let found, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(found?.hasPrefix(field == "total" ? "" : field) == true)
    }

    @Test func anOrderThatCannotBeReadDoesNotHideTheOthers() throws {
        let body = "[\(minimal()), \(minimal(currency: "BTC")), \(minimal(total: "1.2345"))]"
        let listed = try ListedOrdersMapper(site: .embedded).map(Response(status: 200, body: Data(body.utf8)))
        #expect(listed.orders.count == 1)
        #expect(
            listed.unreadable.map(\.error) == [
                .malformed(field: "[1].currency", reason: "BTC is no currency of ISO 4217"),
                .malformed(field: "[2].total", reason: "\"1.2345\" is no amount in EUR"),
            ])
        #expect(throws: NetworkError.self) {
            try ListedOrdersMapper(site: .embedded).map(Response(status: 200, body: Data(#"[{"x": 1}]"#.utf8)))
        }
    }

    @Test(arguments: [#"{"id": -77}"#, #"{"id": 0}"#, #"{"id": 100000000000000000000}"#, #"{"id": null}"#, "null", "7"])
    func aRowThatIsNoOrderIsCounted(row: String) throws {
        let body = Data("[\(row), \(minimal())]".utf8)
        let listed = try ListedOrdersMapper(site: .embedded).map(Response(status: 200, body: body))
        #expect(listed.orders.count == 1 && listed.unreadable.map(\.id) == [nil] && listed.count == 2)
        #expect(throws: NetworkError.self) {
            try Product(try ShopObject(try JSONValue(parsing: Data(row.utf8)), at: ""))
        }
    }

    @Test func theFieldOfAListNamesItsPlace() throws {
        let body = Data("[\(minimal()), \(minimal(total: "x"))]".utf8)
        let page = try OrderListMapper(site: .embedded).map(Response(status: 200, body: body))
        let reason = NetworkError.malformed(field: "[1].total", reason: "\"x\" is no amount in EUR")
        #expect(page.items.count == 1 && page.unreadable == [reason])
        #expect(throws: reason) { try page.wholeItems }
    }

    /// What is empty or missing is not free of charge.
    @Test func anOrderWithoutATotalIsNotRead() {
        #expect(throws: NetworkError.malformed(field: "total", reason: "it is missing")) {
            try map(minimal(total: ""))
        }
    }

    @Test func aListKnowsHowMuchThereIsInAll() throws {
        let headers = ["x-wp-total": "120", "x-wp-totalpages": "5"]
        let body = Data("[\(minimal())]".utf8)
        let page = try OrderListMapper(site: .embedded).map(Response(status: 200, headers: headers, body: body))
        #expect(page.items.count == 1)
        #expect(page.total == 120)
        #expect(page.pages == 5)
    }

    @Test func aQuantityWithDecimalsIsKeptInTheName() throws {
        let order = try map(
            minimal(more: #""line_items": [{"name": "Äpfel", "quantity": 2.5, "total": "5.00", "total_tax": ""}]"#))
        #expect(order.lines == [OrderLine(name: "2.5 × Äpfel", quantity: 1, total: euros(500))])
    }

    @Test func whatPHPMakesOfAnEmptyAddressIsNobody() throws {
        #expect(try map(minimal(more: #""billing": []"#)).customer == nil)
    }

    @Test func aCompanyStandsInForAPerson() throws {
        let billing = #""billing": {"first_name": "", "last_name": "", "company": "Müller &amp; Söhne"}"#
        #expect(try map(minimal(more: billing)).customer == "Müller & Söhne")
    }

    @Test func aTaxLabelWithoutARateIsGivenIt() throws {
        let tax = #"{"label": "Sales tax", "rate_percent": 8.25, "tax_total": "1.00"}"#
        #expect(try map(minimal(more: #""tax_lines": [\#(tax)]"#)).taxes.map(\.label) == ["Sales tax 8.25 %"])
    }

    @Test func aNumberThatAPluginSendsAsANumberIsText() throws {
        #expect(try map(minimal(more: #""number": 20260001"#)).number == "20260001")
    }
}

func euros(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: .eur) }

private func map(_ body: String) throws -> Order {
    try OrderMapper(site: SiteID(rawValue: 3)).map(Response(status: 200, body: Data(body.utf8)))
}

private func minimal(currency: String = "EUR", total: String = "1.00", more: String? = nil) -> String {
    let rest = more.map { ", \($0)" } ?? ""
    return #"{"id": 1, "status": "pending", "currency": "\#(currency)", "total": "\#(total)"\#(rest)}"#
}
