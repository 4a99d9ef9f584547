import Foundation
import Model
import Testing

@testable import Networking

/// What an order's total consists of besides its goods, and the amounts on which its taxes were computed.
@Suite struct OrderAdjustmentTests {
    /// An order of 2 x 12.50 and 14.00, with a coupon of ten percent, shipping of 5.00, and 8 % sales tax on all of it.
    private static let body = """
        {"id": 7, "status": "pending", "currency": "USD", "total": "45.47",
         "line_items": [
          {"name": "Mug", "quantity": 2, "subtotal": "25.00", "subtotal_tax": "2.00", "total": "22.50",
           "total_tax": "1.80", "taxes": [{"id": 4, "total": "1.8", "subtotal": "2"}],
           "meta_data": [{"id": 1, "key": "_hidden", "value": [], "display_key": "x", "display_value": "y"},
            {"id": 2, "key": "pa_size", "value": "l", "display_key": "Size", "display_value": "<b>L</b>"},
            {"id": 3, "key": "odd", "value": 1, "display_key": "Odd", "display_value": {"a": 1}}, 5]},
          {"name": "Beans", "quantity": 1, "subtotal": "14.00", "subtotal_tax": "1.12", "total": "12.60",
           "total_tax": "1.01", "taxes": [{"id": "4", "total": 1.008}]}],
         "shipping_lines": [{"method_title": "Courier", "total": "5.00", "total_tax": "0.40",
           "taxes": [{"id": 4, "total": "0.4"}]}, {"method_title": "Pickup", "total": "0.00", "total_tax": ""}],
         "fee_lines": [{"name": "Bag", "total": "2.00", "total_tax": "0.16", "taxes": [{"id": 4, "total": ""}]}],
         "coupon_lines": [{"code": "TEN"}, {"code": "A&amp;B"}],
         "tax_lines": [{"label": "Sales tax", "rate_id": 4, "rate_percent": 8, "tax_total": "2.97",
           "shipping_tax_total": "0.40"}]}
        """

    private func order() throws -> Order {
        try OrderMapper(site: .embedded).map(Response(status: 200, body: Data(Self.body.utf8)))
    }

    private func dollars(_ cents: Int64) -> Money {
        Money(minorUnits: cents, currency: Currency(code: "USD") ?? .eur)
    }

    @Test func whatCouponsTookOffShippingAndFeesStandBesideTheGoods() throws {
        #expect(
            try order().adjustments == [
                Adjustment(kind: .discount, label: "TEN, A&B", amount: dollars(-421)),
                Adjustment(kind: .shipping, label: "Courier", amount: dollars(540)),
                Adjustment(kind: .fee, label: "Bag", amount: dollars(216)),
            ])
    }

    @Test func goodsCostWhatTheyDidBeforeTheCoupon() throws {
        let lines = try order().lines
        #expect(lines.map(\.total) == [dollars(2700), dollars(1512)])
        #expect(lines.map(\.unitPrice) == [dollars(1350), nil])
    }

    @Test func whatWasChosenOfAnItemIsKeptAndWhatIsNotForPeopleIsNot() throws {
        #expect(try order().lines.map(\.details) == [["Size: L"], []])
    }

    /// The tax of the beans came as a number; the bag has none.
    @Test func aTaxSaysWhatItWasComputedOn() throws {
        let tax = try #require(try order().taxes.first)
        #expect(tax.label == "Sales tax 8 %")
        #expect(tax.amount == dollars(337))
        #expect(tax.net == dollars(4010))
    }

    @Test func aPriceThatDoesNotDivideIsNotMadeUp() throws {
        let body = Self.body.replacing(#""quantity": 2, "sub"#, with: #""quantity": 7, "sub"#)
        let order = try OrderMapper(site: .embedded).map(Response(status: 200, body: Data(body.utf8)))
        #expect(order.lines.first?.unitPrice == nil)
    }
}
