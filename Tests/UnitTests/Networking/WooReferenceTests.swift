import Foundation
import Model
import Testing

@testable import Networking

/// Compares with the answers of a real WooCommerce. Skipped, with a message, if the reference is not beside the
/// repository.
@Suite(.enabled(if: WooReference.isHere, "../shared is not beside this repository (or set TILL_SHARED)"))
struct WooReferenceTests {
    @Test func theSampleOrderIsReadAsDocumented() throws {
        let order = try OrderMapper(site: .embedded).map(try WooReference.sample("order-pending"))
        #expect(order.number == "4107")
        #expect(order.total.description == "45.47 USD")
        #expect(order.customer == "Noor Haddad")
        #expect(order.taxes.map { "\($0.label): \($0.amount)" } == ["Sales tax 8 %: 3.37 USD"])
        #expect(
            order.lines.map { "\($0.quantity) \($0.name) \($0.total)" } == [
                "2 Ceramic Mug 27.00 USD", "1 Ethiopia Beans - Filter, 250 g 15.12 USD",
            ])
        #expect(order.lines.map(\.details) == [[], ["Grind: Filter", "Size: 250 g"]])
        #expect(order.adjustments.map(\.amount.description) == ["-4.21 USD", "5.40 USD", "2.16 USD"])
        #expect(order.adjustments.dropFirst().map(\.label) == ["Counter pick-up", "Gift wrap"])
    }

    @Test(arguments: ["order-pending", "order-paid", "order-partially-refunded"])
    func theLinesOfASampleAddUpToItsTotal(name: String) throws {
        let order = try OrderMapper(site: .embedded).map(try WooReference.sample(name))
        #expect(Self.sum(of: order) == order.total.minorUnits)
    }

    /// The sum of all parts of an order's total.
    private static func sum(of order: Order) -> Int64 {
        (order.lines.map(\.total) + order.adjustments.map(\.amount)).map(\.minorUnits).reduce(0, +)
    }

    /// The one recording with four decimals is refused: its lines have amounts that no euro has, and Till never asks
    /// for them.
    @Test func everyRecordedOrderIsReadAndItsLinesAddUp() throws {
        var read = 0
        for recording in try WooReference.recordedOrderExchanges() where (200..<300).contains(recording.response.status)
        {
            guard recording.query["_fields"] == nil, recording.query["_envelope"] == nil else { continue }
            if recording.query["dp"] == "4" {
                #expect(throws: NetworkError.self, "\(recording.name)") { try recording.orders() }
                continue
            }
            for order in try recording.orders() {
                read += 1
                #expect(Self.sum(of: order) == order.total.minorUnits, "\(recording.name)")
            }
        }
        #expect(read > 150)
    }

    @Test func theStatusesOfSeveralOrdersAreReadFromOneList() throws {
        let recording = try WooReference.recording("044-orders-include")
        let statuses = try OrderStatusMapper().map(recording.response)
        #expect(
            Set(statuses.keys.map(\.description))
                == Set((recording.query["include"] ?? "").split(separator: ",").map(String.init)))
        #expect(statuses.values.allSatisfy { $0 == .processing }, "\(statuses)")
    }

    @Test func everyRecordedRefusalIsAnErrorOfItsKind() throws {
        var kinds: [String: Set<Int>] = [:]
        for recording in try WooReference.recordedOrderExchanges() where recording.response.status >= 400 {
            let error = try #require(NetworkError(recording.response), "\(recording.name)")
            kinds[error.code, default: []].insert(recording.response.status)
            #expect(!error.failure.causes.isEmpty, "\(recording.name) lost the shop's own words")
        }
        #expect(
            kinds == [
                "shop.unauthorized": [401], "shop.forbidden": [403], "order.notFound": [400, 404],
                "shop.refused": [400],
            ])
    }

    /// The embedded shop refuses the same requests as the real one, with the same answers.
    @Test(arguments: [
        "028-400-per-page-101", "029-400-bad-status", "032-400-page-0", "049-order-404", "051-404-order-text-id",
        "086-order-put-404", "087-order-put-bad-status",
    ])
    func theEmbeddedShopRefusesAsTheRealOneDoes(name: String) async throws {
        let recording = try WooReference.recording(name)
        let known = ShopOrder(id: OrderID(rawValue: 286), status: .pending, body: Data("{}".utf8))
        let shop = EmbeddedShop(database: MemoryShopDatabase([known]), catalogue: [], environment: .standing)
        let response = try await shop.response(for: try recording.request)
        #expect(response.status == recording.response.status)
        let ours = try JSONValue(parsing: response.body)
        let theirs = try JSONValue(parsing: recording.response.body)
        #expect(ours["code"] == theirs["code"])
        #expect(ours["data"]?["status"] == theirs["data"]?["status"])
    }
}

extension Recording {
    fileprivate var request: Request {
        get throws {
            let method = try #require(Request.Method(rawValue: method))
            let body = method == .get ? nil : requestBody
            return Request(method, path, query: query, body: body)
        }
    }

    fileprivate func orders() throws -> [Order] {
        if response.body.first == UInt8(ascii: "[") { return try OrderListMapper(site: .embedded).map(response).items }
        return [try OrderMapper(site: .embedded).map(response)]
    }
}
