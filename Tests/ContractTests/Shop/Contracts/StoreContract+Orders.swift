import Foundation
import Model
import Networking
import Stores
import Testing

extension StoreContract {
    private static let first = OrderID(rawValue: 1001)

    static let orders = StoreContract(actions: "OrderAction") { till in
        #expect(try await till.ask { OrderAction.checkIfStoreHasOrders($0) })
        #expect(try await till.ask { OrderAction.loadLocalOrders(status: nil, containing: nil, limit: 5, $0) }.isEmpty)
        let newest = try await till.load { OrderAction.synchronizeOrders(status: nil, limit: 3, $0) }
        #expect(newest.items.map(\.number) == ["1040", "1039", "1038"] && !newest.isWhole)
        let order = try await till.load { OrderAction.retrieveOrder(first, $0) }
        let record = try await till.load { OrderAction.retrieveOrderRecord(first, $0) }
        #expect(order.number == "1001" && order.total.formatted() == record.total && !record.items.isEmpty)
        #expect(try await till.load { OrderAction.lookUpOrder("1001", $0) } == order)
        let number = try #require(OrderNumber(typed: "1001"))
        #expect(try await till.ask { OrderAction.identifyOrder(number, $0) } == first)
        #expect(await till.refusal { OrderAction.retrieveOrder(OrderID(rawValue: 9999), $0) } == "order.notFound")
        let email = try #require(record.billing?.email)
        let found = try await till.load { OrderAction.searchOrders(email, limit: 40, $0) }
        #expect(found.items.map(\.id).contains(first) && found.items.count < ContractShop.orders)
        let filter = OrderFilter(statuses: [.completed])
        let completed = try await till.load { OrderAction.fetchFilteredOrders(filter, page: 1, size: 5, $0) }
        #expect(completed.items.count == 5 && completed.items.allSatisfy { $0.status == .completed })
        let sync = try await till.ask { OrderAction.synchronizeModifiedOrders($0) }
        #expect(sync.orders == ContractShop.orders && sync.until < ContractShop.time)
        try await change(at: till)
        try await till.ask { OrderAction.resetStoredOrders($0) }
    }

    private static func change(at till: ContractTill) async throws {
        var wanted = OrderChanges()
        wanted.items = [OrderChanges.Item(productID: 12, quantity: "2")]
        wanted.billing = ["first_name": "Zoë"]
        let made = try await till.load { [wanted] in OrderAction.createOrder(wanted, $0) }
        #expect(made.total.formatted() == "7.20" && made.customer == "Zoë" && made.status == .pending)
        let amount = try Money(parsing: "5.00", currency: .eur)
        let simple = try await till.load {
            OrderAction.createSimplePaymentsOrder(amount, name: "Spende", isTaxable: false, $0)
        }
        #expect(simple.total == amount && simple.id != made.id)
        var note = OrderChanges()
        note.customerNote = "Ohne Zucker"
        _ = try await till.load { [note] in OrderAction.updateOrder(made.id, note, $0) }
        let record = try await till.load { OrderAction.retrieveOrderRecord(made.id, $0) }
        #expect(record.customerNote == "Ohne Zucker" && record.total == "7.20")
        let done = try await till.load { OrderAction.updateOrderStatus(made.id, .completed, $0) }
        #expect(done.status == .completed)
        try await till.ask { OrderAction.deleteOrder(simple.id, permanently: true, $0) }
        #expect(await till.refusal { OrderAction.retrieveOrder(simple.id, $0) } == "order.notFound")
        try await till.ask { OrderAction.deleteOrder(made.id, permanently: false, $0) }
        #expect(try await till.load { OrderAction.retrieveOrder(made.id, $0) }.status.rawValue == "trash")
        #expect(try await till.ask { OrderAction.synchronizeModifiedOrders($0) }.forgotten == [record.id])
    }

    static let orderNotes = StoreContract(actions: "OrderNoteAction") { till in
        let before = try await till.load { OrderNoteAction.retrieveOrderNotes(first, $0) }
        let note = NewOrderNote(at: first, "Bon gedruckt, Küche informiert 🍳")
        let added = try await till.ask { OrderNoteAction.addOrderNote(note, $0) }
        guard case .written(let written?) = added else {
            Issue.record("\(added)")
            return
        }
        #expect(note.isSaid(by: written))
        let after = try await till.load { OrderNoteAction.retrieveOrderNotes(first, $0) }
        #expect(after.items.first == written && after.items.count == before.items.count + 1)
        let nowhere = NewOrderNote(at: OrderID(rawValue: 9999), "x")
        #expect(await till.refusal { OrderNoteAction.addOrderNote(nowhere, $0) } == "order.notFound")
    }

    static let refunds = StoreContract(actions: "RefundAction") { till in
        let amount = try Money(parsing: "1.00", currency: .eur)
        func give(_ reference: String) async throws -> Refund {
            try await till.ask { RefundAction.createRefund(first, amount, reason: "Zu süß", reference: reference, $0) }
        }
        let (one, other) = (try await give("r-1"), try await give("r-2"))
        #expect(one.amount == 1 && one.reason == "Zu süß" && one.id != other.id)
        #expect(try await give("r-1").id == one.id, "it may be repeated")
        #expect(try await till.load { RefundAction.retrieveRefund(first, one.id, $0) } == one)
        let page = try await till.load { RefundAction.synchronizeRefunds(first, page: 1, size: 10, $0) }
        #expect(page.items.map(\.id) == [other.id, one.id] && page.total == 2)
        try await till.ask { RefundAction.resetStoredRefunds($0) }
        let both = try await till.ask { RefundAction.retrieveRefunds(first, [one.id, other.id], $0) }
        #expect(Set(both.items.map(\.id)) == [one.id, other.id])
    }

    static let shipments = StoreContract(actions: "ShipmentAction") { till in
        let providers = try await till.load { ShipmentAction.synchronizeShipmentTrackingProviders(first, $0) }
        #expect(providers.items.map(\.name) == ["Germany"] && providers.items[0].providers.contains("DPD.de"))
        #expect(try await till.load { ShipmentAction.synchronizeShipmentTrackingData(first, $0) }.items.isEmpty)
        let day = ContractShop.today
        let parcel = try await till.ask {
            ShipmentAction.addTracking(first, provider: "DPD.de", number: "D1", dateShipped: day, $0)
        }
        #expect(parcel.number == "D1" && parcel.provider == "DPD.de" && parcel.shipped?.hasPrefix("2026-11-2") == true)
        let other = try await till.ask {
            ShipmentAction.addCustomTracking(
                first, provider: "Radkurier", number: "R7", link: "https://rad.example/R7", dateShipped: nil, $0)
        }
        #expect(other.link == "https://rad.example/R7")
        let custom = try await till.ask { ShipmentAction.loadCustomTrackingProviders($0) }
        #expect(custom.map(\.name) == ["Radkurier"])
        for _ in 1...2 { try await till.ask { ShipmentAction.deleteTracking(first, parcel.id, $0) } }
        let left = try await till.load { ShipmentAction.synchronizeShipmentTrackingData(first, $0) }
        #expect(left.items == [other])
    }
}
