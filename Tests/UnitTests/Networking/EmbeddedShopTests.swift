import Failures
import Flow
import Foundation
import Model
import Testing

@testable import Networking

@Suite struct EmbeddedShopTests {
    private let remote: OrdersRemote
    private let shop: EmbeddedShop

    init() {
        let orders = DemoShop.embeddedOrders(placedAt: Date(timeIntervalSince1970: 1_795_132_800))
        shop = EmbeddedShop(
            database: MemoryShopDatabase(orders), catalogue: DemoShop.catalogue, environment: .standing)
        remote = OrdersRemote(network: shop, site: .embedded)
    }

    @Test func anOrderOfTheDemoShopIsReadThroughTheSameRemote() async throws {
        let order = try await remote.loadOrder(id: OrderID(rawValue: 1042))
        #expect(order.customer == "Käthe Müller")
        #expect(order.total == euros(1150))
        #expect(order.status == .pending)
        #expect(order.lines.map(\.name) == ["Cappuccino", "Apfelkuchen"])
        #expect(
            order.taxes == [
                TaxLine(label: "MwSt 7 %", amount: euros(26)), TaxLine(label: "MwSt 19 %", amount: euros(121)),
            ])
    }

    @Test func aListIsNewestFirstAndInPages() async throws {
        let first = try await remote.loadOrders(page: 1, size: 4)
        let last = try await remote.loadOrders(page: 4, size: 4)
        #expect(first.items.map(\.id.rawValue) == [1054, 1053, 1052, 1051])
        #expect(first.total == 13)
        #expect(first.pages == 4)
        #expect(last.items.map(\.id.rawValue) == [1042])
    }

    /// WooCommerce 11 with its present storage of orders tells a length of 0 there (recording 025).
    @Test func aPagePastTheEndIsEmpty() async throws {
        let page = try await remote.loadOrders(page: 2_000_000_000, size: 100)
        #expect(page.items.isEmpty)
        #expect(page.total == 0)
    }

    @Test func onlyTheStatusesAskedForAreListed() async throws {
        let page = try await remote.loadOrders(statuses: [.onHold, .completed])
        #expect(page.items.map(\.id.rawValue) == [1051, 1050])
    }

    @Test(arguments: [
        ("GROSS", [1043]), ("kathe", [1042]), ("104", Array((1042...1049).reversed())), ("小龙", [1046]), ("nobody", []),
    ])
    func aSearchFindsNumbersAndNames(text: String, found: [Int64]) async throws {
        let page = try await remote.loadOrders(search: text)
        #expect(page.items.map(\.id.rawValue) == found)
    }

    @Test(arguments: [
        CurrencyFormat(
            position: .rightSpace, thousandSeparator: ".", decimalSeparator: ",", decimals: 2, symbol: "€"),
        CurrencyFormat(position: .left, thousandSeparator: " ", decimalSeparator: ".", decimals: 0),
    ])
    func itsAmountsAreReadThroughTheSameRemote(_ format: CurrencyFormat) async throws {
        let currency = ShopCurrency(code: "EUR", format: format)
        let shop = EmbeddedShop(
            database: MemoryShopDatabase([]), catalogue: [], currency: currency, environment: .standing)
        #expect(try await ShopSettingsRemote(network: shop).loadCurrency() == currency)
    }

    @Test func aShopWithoutSettingsTellsNone() async {
        await #expect(throws: NetworkError.self) { try await ShopSettingsRemote(network: shop).loadCurrency() }
    }

    @Test func anOrderThatIsPaidElsewhereIsProcessingAndStaysSo() async throws {
        let id = OrderID(rawValue: 1042)
        for _ in 1...2 {
            let order = try await remote.markPaid(id, transactionID: "T-1", methodID: "card", methodTitle: "Card")
            #expect(order.status == .processing)
        }
        let body = try await body(of: id)
        #expect(body["transaction_id"] == "T-1")
        #expect(body["date_paid_gmt"] == "2026-11-21T00:00:00")
        #expect(body["needs_payment"] == false)
    }

    @Test func anOrderThatIsOpenedAgainHasNothingOfThePaymentThatWasTakenBack() async throws {
        let id = OrderID(rawValue: 1042)
        let meta = [OrderPaymentState.key: "pay-1", "_till_trace": "7"]
        for _ in 1...2 {
            _ = try await remote.markPaid(id, transactionID: "7", methodID: "card", methodTitle: "Card", meta: meta)
        }
        for _ in 1...2 { try await remote.reopen(id, takingBack: "pay-1") }
        let known = try await remote.loadPaymentState(of: id)
        #expect(known.status == .pending && known.transactionID.isEmpty && known.payment == nil)
        #expect(known.reopened == "pay-1")
        #expect(try await body(of: id)["meta_data"]?.list?.compactMap { $0["key"]?.text } == ["_till_reopened"])
    }

    @Test func anOrderOnHoldTakesNoPaymentAsInWooCommerce() async throws {
        let id = OrderID(rawValue: 1050)
        let order = try await remote.markPaid(id, transactionID: "T-1", methodID: "card", methodTitle: "Card")
        #expect(order.status == .onHold)
    }

    @Test func aPaymentDateIsNeverMoved() async throws {
        let id = OrderID(rawValue: 1048)
        let before = try await body(of: id)["date_paid_gmt"]
        _ = try await remote.updateStatus(of: id, to: .completed)
        let after = try await body(of: id)
        #expect(after["date_paid_gmt"] == before)
        #expect(after["date_completed_gmt"] == "2026-11-21T00:00:00")
    }

    /// As in WooCommerce: what is no member of an order counts for nothing.
    @Test func aChangeOfNothingLeavesTheOrder() async throws {
        let before = try await body(of: OrderID(rawValue: 1042))
        let request = Request(.put, "wc/v3/orders/1042", body: Data(#"{"line_items": [], "colour": "red"}"#.utf8))
        let response = try await shop.response(for: request)
        #expect(response.status == 200)
        let after = try await body(of: OrderID(rawValue: 1042))
        for name in ["line_items", "tax_lines", "total", "total_tax", "status"] { #expect(after[name] == before[name]) }
        #expect(after["colour"] == nil)
    }

    @Test(arguments: [
        "wc/v3/orders/1042/nothing", "wc/v3/nothing", "wc/v9/orders", "wc/v3/orders/1042/notes/x", "wc/v3/orders/-1",
        "wc/v3/orders/99999999999999999999", "wc/v3/orders/1042/shipment-trackings",
    ])
    func anUnknownPathIsNoRoute(path: String) async throws {
        let response = try await shop.response(for: Request(.get, path))
        #expect(response.status == 404)
        #expect(try JSONValue(parsing: response.body)["code"] == "rest_no_route")
    }

    @Test func theCatalogueIsListed() async throws {
        let response = try await shop.response(for: Request(.get, "wc/v3/products", query: ["per_page": "100"]))
        guard case .array(let products) = try JSONValue(parsing: response.body) else {
            Issue.record("no list")
            return
        }
        #expect(products.count == DemoShop.catalogue.count)
        #expect(products.first?["price"] == "3.80")
    }

    @Test func namedOrdersAreListed() async throws {
        let ids = [1042, 1, 1044].map { OrderID(rawValue: $0) }
        #expect(Set(try await remote.loadStatuses(of: ids).keys) == [ids[0], ids[2]])
    }

    @Test(arguments: [
        ["include": "1042,x"], ["include": "1042", "search": "a"],
        ["include": (1...101).map(String.init).joined(separator: ",")],
    ])
    func aListOfNamesThatItCannotServeIsRefusedByName(query: [String: String]) async throws {
        let response = try await shop.response(for: Request(.get, "wc/v3/orders", query: query))
        #expect(response.status == 400 && String(decoding: response.body, as: UTF8.self).contains("include"))
    }

    @Test func aStoreThatFailsIsAServerError() async throws {
        let failing = FailingDatabase(
            failure: Failure(StorageFailure.diskFull, "The disk is full.", recovery: .askOperator))
        let shop = EmbeddedShop(database: failing, catalogue: [], environment: .standing)
        let error = try await #require(throws: NetworkError.self) {
            try await OrdersRemote(network: shop, site: .embedded).loadOrder(id: OrderID(rawValue: 1))
        }
        #expect(error.failure.code == "shop.server")
        #expect(error.failure.causes == ["The disk is full."])
    }

    private func body(of id: OrderID) async throws -> JSONValue {
        try JSONValue(parsing: try await shop.response(for: Request(.get, "wc/v3/orders/\(id)")).body)
    }
}

@Suite struct DemoShopTests {
    @Test func theTaxWithinAPriceIsRoundedHalfUp() {
        #expect(DemoOrder.Line(1, DemoShop.bread).tax == 6)
        #expect(DemoOrder.Line(2, DemoShop.cappuccino).tax == 121)
        #expect(DemoOrder.Line(1, DemoShop.stamp).tax == 0)
    }

    @Test(arguments: DemoShop.orders)
    func theLinesOfADemoOrderAddUp(demo: DemoOrder) throws {
        let stored = demo.embedded(placedAt: Date(timeIntervalSince1970: 0))
        let order = try OrderMapper(site: .embedded).map(Response(status: 200, body: stored.body))
        #expect(order.status == demo.status)
        #expect(order.lines.map(\.total.minorUnits).reduce(0, +) == order.total.minorUnits)
        #expect(order.total.minorUnits > 0)
    }

    @Test func theOrdersBringWhatMakesReceiptsHard() {
        let orders = DemoShop.orders
        #expect(orders.first?.id == OrderID(rawValue: 1042))
        #expect(orders.contains { $0.currency.exponent == 0 })
        #expect(orders.contains { $0.currency.exponent == 3 })
        #expect(orders.contains { $0.status == .processing })
        #expect(orders.contains { Set($0.lines.map(\.product.taxPercent)).count >= 3 })
        #expect(orders.contains { $0.lines.contains { $0.product.name.count > 96 } })
    }

    @Test func idsAndNumbersAreUnique() {
        #expect(Set(DemoShop.orders.map(\.id)).count == DemoShop.orders.count)
        #expect(Set(DemoShop.catalogue.map(\.id)).count == DemoShop.catalogue.count)
        #expect(Set(DemoShop.catalogue.map(\.sku)).count == DemoShop.catalogue.count)
    }
}
