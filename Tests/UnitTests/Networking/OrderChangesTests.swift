import Foundation
import Model
import Testing

@testable import Networking

/// What is written of an order, by the members that WooCommerce documents.
@Suite struct OrderChangesTests {
    @Test func deliveryTaxClassesAndMetadataAreWrittenAsDocumented() {
        var changes = OrderChanges()
        changes.items = [
            OrderChanges.Item(
                productID: 12, quantity: "2", taxClass: "reduced-rate", meta: ["Engraving": "Anna", "Box": "red"])
        ]
        changes.shippingLines = [
            OrderChanges.Shipping(methodID: "flat_rate", title: "Courier", total: "4.90"),
            OrderChanges.Shipping(id: 7, methodID: nil),
        ]
        changes.meta = ["Table": "7"]
        #expect(
            changes.json == [
                "line_items": [
                    [
                        "product_id": 12, "quantity": 2, "tax_class": "reduced-rate",
                        "meta_data": [["key": "Box", "value": "red"], ["key": "Engraving", "value": "Anna"]],
                    ]
                ],
                "shipping_lines": [
                    ["method_id": "flat_rate", "method_title": "Courier", "total": "4.90"],
                    ["id": 7, "method_id": nil],
                ],
                "meta_data": [["key": "Table", "value": "7"]],
            ])
    }

    @Test func whatIsNotNamedIsNotWritten() {
        var changes = OrderChanges()
        #expect(changes.isEmpty && changes.json == [:])
        changes.items = [OrderChanges.Item(id: 3, quantity: "0")]
        #expect(changes.json == ["line_items": [["id": 3, "quantity": 0]]])
    }

    /// Changes wait in the outbox of a till that is given a new release meanwhile.
    @Test func changesThatAnEarlierReleaseStoredAreRead() throws {
        let stored = #"{"items":[{"productID":11,"quantity":"2"}],"fees":[],"meta":{"a":"b"},"customerNote":"hello"}"#
        let changes = try JSONDecoder().decode(OrderChanges.self, from: Data(stored.utf8))
        #expect(changes.items.first?.productID == 11 && changes.shippingLines.isEmpty && changes.meta == ["a": "b"])
        let written = String(decoding: try JSONEncoder().encode(changes), as: UTF8.self)
        #expect(!written.contains("shippingLines") && !written.contains("taxClass"))
        var more = changes
        more.shippingLines = [OrderChanges.Shipping(methodID: "flat_rate", total: "1.00")]
        #expect(try JSONDecoder().decode(OrderChanges.self, from: try JSONEncoder().encode(more)) == more)
    }
}
