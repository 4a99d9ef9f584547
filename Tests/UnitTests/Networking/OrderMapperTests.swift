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
        ("KWD", "1.234", 1234), ("CLF", "0.0001", 1), ("EUR", "-3.90", -390), ("EUR", "", 0),
    ])
    func anAmountIsExactInItsCurrency(currency: String, text: String, minorUnits: Int64) throws {
        let order = try map(minimal(currency: currency, total: text))
        #expect(order.total.minorUnits == minorUnits)
    }

    @Test(arguments: ["12.505", "1,250.00", "1e2", "12.50 €", "99999999999999999999", "NaN", " 12.50"])
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

    @Test func theFieldOfAListNamesItsPlace() {
        let body = "[\(minimal()), \(minimal(total: "x"))]"
        #expect(throws: NetworkError.malformed(field: "[1].total", reason: "\"x\" is no amount in EUR")) {
            try OrderListMapper(site: .embedded).map(Response(status: 200, body: Data(body.utf8)))
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
