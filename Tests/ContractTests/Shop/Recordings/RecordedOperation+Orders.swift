import Foundation
import Model
import Networking
import Stores

extension RecordedOperation {
    private static func list(
        _ recording: String, page: Int = 1, size: Int, status: String? = "any", _ more: [String: String?] = [:],
        _ filter: OrderFilter = OrderFilter()
    ) -> RecordedOperation {
        var query = more.merging(["page": String(page), "per_page": String(size)]) { $1 }
        if let status { query["status"] = status }
        return RecordedOperation(recording: recording, query: query) { till in
            try await till.ask { OrderAction.fetchFilteredOrders(filter, page: page, size: size, $0) }
        }
    }

    private static func statuses(_ recording: String, _ names: String...) -> RecordedOperation {
        list(recording, size: 3, status: nil, [:], OrderFilter(statuses: names.map(OrderStatus.init(rawValue:))))
    }

    private static func time(_ text: String) throws -> Date { try Date(text + "Z", strategy: .iso8601) }

    static let orderLists = [
        list("023", size: 5), list("024", page: 2, size: 5), list("025", page: 99, size: 50), list("026", size: 100),
        statuses("029", "nope"), statuses("033", "processing"), statuses("034", "pending"), statuses("035", "trash"),
        statuses("036", "checkout-draft"), statuses("037", "processing", "on-hold"),
        list("040", size: 3, [:], OrderFilter(search: "Müller")),
        RecordedOperation(recording: "038", query: page(3, ["status": "any", "dates_are_gmt": "true"])) { till in
            let filter = OrderFilter(
                createdAfter: try time("2026-11-01T00:00:00"), createdBefore: try time("2026-11-10T00:00:00"))
            try await till.ask { OrderAction.fetchFilteredOrders(filter, page: 1, size: 3, $0) }
        },
        RecordedOperation(recording: "039", query: page(3, ["status": "any"])) { till in
            let filter = OrderFilter(modifiedAfter: try time("2026-11-18T00:00:00"))
            try await till.ask { OrderAction.fetchFilteredOrders(filter, page: 1, size: 3, $0) }
        },
        RecordedOperation(recording: "041", query: page(3, ["status": "any"]), chosen: ["_fields"], mayFail: true) {
            try await $0.ask { OrderAction.synchronizeOrders(status: nil, limit: 3, $0) }
        },
        RecordedOperation(recording: "043", query: page(100, ["status": "any"])) {
            try await $0.ask { OrderAction.synchronizeModifiedOrders($0) }
        },
        RecordedOperation(recording: "044", query: page(100, ["status": "any"]), chosen: ["_fields"]) {
            _ = try await $0.orders.loadStatuses(of: [285, 284].map { OrderID(rawValue: $0) })
        },
    ]

    private static func load(_ recording: String, _ id: Int64) -> RecordedOperation {
        RecordedOperation(recording: recording) { till in
            try await till.ask { OrderAction.retrieveOrderRecord(OrderID(rawValue: id), $0) }
        }
    }

    private static func create(
        _ recording: String, _ body: [String: JSONValue?] = [:],
        _ make: @escaping @Sendable (inout OrderChanges) -> Void
    ) -> RecordedOperation {
        RecordedOperation(recording: recording, body: body, chosen: ["meta_data"]) { till in
            var changes = OrderChanges()
            make(&changes)
            try await till.ask { [changes] in OrderAction.createOrder(changes, $0) }
        }
    }

    /// An order of a product that the shop does not have: the shop makes it, and Till does not take that for what was asked.
    private static func ofNothing(_ recording: String) -> RecordedOperation {
        RecordedOperation(recording: recording, chosen: ["meta_data"], mayFail: true) { till in
            var changes = OrderChanges()
            changes.items = [item(99_999_999)]
            try await till.ask { [changes] in OrderAction.createOrder(changes, $0) }
        }
    }

    /// Till names the change that it makes, so that it knows it again.
    private static func update(
        _ recording: String, _ id: Int64 = 286, _ body: [String: JSONValue?] = [:], before: String? = nil,
        _ make: @escaping @Sendable (inout OrderChanges) -> Void
    ) -> RecordedOperation {
        RecordedOperation(recording: recording, body: body, chosen: ["meta_data"], before: before) { till in
            var changes = OrderChanges()
            make(&changes)
            try await till.ask { [changes] in OrderAction.updateOrder(OrderID(rawValue: id), changes, $0) }
        }
    }

    private static func status(_ recording: String, _ id: Int64, _ status: OrderStatus) -> RecordedOperation {
        RecordedOperation(recording: recording, chosen: ["meta_data"]) { till in
            try await till.ask { OrderAction.updateOrderStatus(OrderID(rawValue: id), status, $0) }
        }
    }

    private static func delete(_ recording: String, permanently: Bool) -> RecordedOperation {
        RecordedOperation(recording: recording) { till in
            try await till.ask {
                OrderAction.deleteOrder(OrderID(rawValue: 286), permanently: permanently, $0)
            }
        }
    }

    private static func item(_ product: Int64?, _ quantity: String = "1", total: String? = nil) -> OrderChanges.Item {
        OrderChanges.Item(productID: product, quantity: quantity, total: total)
    }

    static let orderChanges: [RecordedOperation] = [
        // Till says nothing of where an order is made, and has no wishes for a line.
        create(
            "059",
            [
                "created_via": nil,
                "line_items": [
                    ["product_id": 17, "quantity": 2], ["product_id": 32, "quantity": 1],
                    ["product_id": 44, "variation_id": 50, "quantity": 1],
                ],
            ]
        ) {
            ($0.paymentMethod, $0.paymentMethodTitle) = ("card_terminal", "Kartenzahlung")
            $0.customerNote = "Ohne Zucker ☕"
            let shirt = OrderChanges.Item(productID: 44, variationID: 50, quantity: "1")
            $0.items = [item(17, "2"), item(32), shirt]
            $0.fees = [OrderChanges.Fee(name: "Trinkgeld", total: "1.00", isTaxable: false)]
        },
        create("071") { $0.items = [item(17, total: "1.00")] },
        create("075") { $0.items = [item(17)] }, ofNothing("076"),
        create("077") { $0.status = OrderStatus(rawValue: "nope") }, create("078") { $0.items = [item(nil)] },
        create("079") { ($0.items, $0.coupons) = ([item(17)], ["gibtsnicht"]) },
        create("080") { ($0.items, $0.coupons) = ([item(17)], ["abgelaufen"]) },
        create("081") { $0.customerID = 424_242 }, create("083") { $0.items = [item(17, "zwei")] },
        create("084") { $0.billing = ["email": "nope"] }, create("225") { $0.items = [item(17)] },
        RecordedOperation(recording: "060", chosen: ["payment_method", "payment_method_title"]) {
            _ = try await $0.orders.markPaid(
                OrderID(rawValue: 286), transactionID: "ZVT-TRACE-000123", methodID: "card", methodTitle: "Card")
        },
        RecordedOperation(recording: "061", chosen: ["transaction_id", "payment_method", "payment_method_title"]) {
            _ = try await $0.orders.markPaid(
                OrderID(rawValue: 286), transactionID: "ZVT-TRACE-000123", methodID: "card", methodTitle: "Card")
        },
        update("065") { $0.items = [OrderChanges.Item(id: 1031, quantity: "3")] },
        // A quantity of zero removes a line, too.
        update("066", 286, ["line_items": [["id": 1032, "quantity": 0]]]) {
            $0.items = [OrderChanges.Item(id: 1032, quantity: "0")]
        },
        status("067", 286, .completed), status("068", 286, .pending), status("069", 286, .completed),
        status("224", 285, .completed),
        update("087", before: "060") { $0.status = OrderStatus(rawValue: "nope") },
        RecordedOperation(recording: "086") {
            _ = try await $0.orders.updateStatus(of: OrderID(rawValue: 99_999_999), to: .completed)
        },
        delete("114", permanently: false), delete("115", permanently: false), delete("117", permanently: true),
    ]

    private static func note(_ recording: String, _ order: Int64, _ text: String, forCustomer: Bool = false) -> Self {
        RecordedOperation(
            recording: recording, body: ["added_by_user": true, "customer_note": .bool(forCustomer)]
        ) { till in
            let note = NewOrderNote(at: OrderID(rawValue: order), text, isForCustomer: forCustomer)
            try await till.ask { OrderNoteAction.addOrderNote(note, $0) }
        }
    }

    /// Till writes amounts in the shop's decimals.
    private static func refund(_ recording: String, _ amount: String, of order: Int64 = 287) -> RecordedOperation {
        RecordedOperation(
            recording: recording, body: ["amount": .string(amount), "api_refund": false, "api_restock": false],
            chosen: ["reason", "meta_data"]
        ) { till in
            let money = try Money(parsing: amount, currency: .eur)
            try await till.ask {
                RefundAction.createRefund(OrderID(rawValue: order), money, reason: "Zu süß", reference: "r-1", $0)
            }
        }
    }

    static let ofOrders: [RecordedOperation] = [
        load("047", 285), load("049", 99_999_999), load("099", 287), load("116", 286), load("118", 286),
        note("088", 286, "Bon gedruckt, Küche informiert 🍳"), note("089", 286, "Abholbereit", forCustomer: true),
        note("094", 99_999_999, "x"),
        RecordedOperation(recording: "090") {
            try await $0.ask { OrderNoteAction.retrieveOrderNotes(OrderID(rawValue: 286), $0) }
        },
        refund("098", "1.00"), refund("100", "9999.00"), refund("101", "0.00"), refund("102", "-1.00"),
        refund("104", "1.00", of: 99_999_999), refund("109", "8.72"),
        RecordedOperation(recording: "105", query: page(10)) {
            try await $0.ask { RefundAction.synchronizeRefunds(OrderID(rawValue: 287), page: 1, size: 10, $0) }
        },
        RecordedOperation(recording: "106") {
            try await $0.ask { RefundAction.retrieveRefund(OrderID(rawValue: 287), 295, $0) }
        },
        RecordedOperation(recording: "108", chosen: ["_fields"], mayFail: true) {
            _ = try await $0.orders.loadPaymentState(of: OrderID(rawValue: 287))
        },
        RecordedOperation(recording: "110", chosen: ["_fields"], mayFail: true) {
            _ = try await $0.orders.loadPaymentState(of: OrderID(rawValue: 287))
        },
    ]
}
