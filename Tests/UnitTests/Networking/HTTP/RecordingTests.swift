import Foundation
import Model
import Synchronization
import Testing

@testable import HTTPNetworking
@testable import Networking

/// What is sent, and what is made of refusals, held against real exchanges. Skipped, and said so, where they are not there.
@Suite(.enabled(if: WooReference.isHere, "../shared is not beside this repository (or set TILL_SHARED)"))
struct RecordingTests {
    private static let order = OrderID(rawValue: 285)
    private static let answer = """
        {"id": 285, "status": "processing", "currency": "EUR", "total": "1.00"}
        """

    /// An operation of a remote, and the recording of the same operation.
    private struct Operation {
        let recording: String
        var answer = RecordingTests.answer
        let run: @Sendable (any Network) async throws -> Void
    }

    private static let operations = [
        Operation(recording: "023-orders-list-p1", answer: "[]") {
            _ = try await OrdersRemote(network: $0, site: .embedded).loadOrders(size: 5)
        },
        Operation(recording: "024-orders-list-p2", answer: "[]") {
            _ = try await OrdersRemote(network: $0, site: .embedded).loadOrders(page: 2, size: 5)
        },
        Operation(recording: "026-orders-list-per100", answer: "[]") {
            _ = try await OrdersRemote(network: $0, site: .embedded).loadOrders(size: 100)
        },
        Operation(recording: "037-orders-status-processing+on-hold", answer: "[]") {
            _ = try await OrdersRemote(network: $0, site: .embedded).loadOrders(
                statuses: [.processing, .onHold], size: 3)
        },
        Operation(recording: "040-orders-search", answer: "[]") {
            _ = try await OrdersRemote(network: $0, site: .embedded).loadOrders(search: "Müller", size: 3)
        },
        Operation(recording: "044-orders-include", answer: "[]") {
            _ = try await OrdersRemote(network: $0, site: .embedded).loadStatuses(
                of: [285, 284].map { OrderID(rawValue: $0) })
        },
        Operation(recording: "047-order-get") {
            _ = try await OrdersRemote(network: $0, site: .embedded).loadOrder(id: order)
        },
        Operation(recording: "060-order-put-set-paid", answer: answer.replacing("285", with: "286")) {
            _ = try await OrdersRemote(network: $0, site: .embedded).markPaid(
                OrderID(rawValue: 286), transactionID: "ZVT-TRACE-000123", methodID: "card_terminal",
                methodTitle: "Karte")
        },
        Operation(recording: "067-order-put-completed") {
            _ = try await OrdersRemote(network: $0, site: .embedded).updateStatus(
                of: OrderID(rawValue: 286), to: .completed)
        },
        Operation(recording: "068-order-put-back-to-pending") {
            _ = try await OrdersRemote(network: $0, site: .embedded).updateStatus(
                of: OrderID(rawValue: 286), to: .pending)
        },
        Operation(recording: "098-refund-amount-only", answer: #"{"id": 1, "amount": "1.00"}"#) {
            try await OrderRefundsRemote(network: $0, order: OrderID(rawValue: 287)).record(
                Money(parsing: "1.00", currency: .eur), reason: "Card terminal, ref-1", reference: "ref-1")
        },
        Operation(
            recording: "105-refunds-list", answer: #"[{"id": 1, "amount": "1.00", "reason": "Card terminal, ref-1"}]"#
        ) {
            try await OrderRefundsRemote(network: $0, order: OrderID(rawValue: 287)).record(
                Money(parsing: "1.00", currency: .eur), reason: "Card terminal, ref-1", reference: "ref-1")
        },
        Operation(recording: "166-settings-general", answer: "[]") {
            _ = try? await ShopSettingsRemote(network: $0).loadCurrency()
        },
    ]

    /// What we say besides, where the recorded client relied on WooCommerce's defaults or asked for everything.
    private static let besides: [String: Set<String>] = [
        "_fields": [], "page": ["1"], "per_page": ["100"], "status": ["any"],
    ]
    private static let besidesInBody: Set<String> = [
        "payment_method", "payment_method_title", "reason", "api_restock", "meta_data",
    ]

    @Test(arguments: operations.map(\.recording))
    func anOperationIsSentAsItWasRecorded(name: String) async throws {
        let operation = try #require(Self.operations.first { $0.recording == name })
        let recording = try WooReference.recording(name)
        let exchange = ScriptedExchange { request, _ in
            let isLookup = request.method == "GET" && recording.method == "POST"
            return .success(.json(200, isLookup ? "[]" : operation.answer))
        }
        try await operation.run(
            HTTPNetwork(
                try RequestWriter("https://127.0.0.1:8443", try .key), exchange: exchange,
                environment: Pauses().environment))
        // What is made is looked for before and after.
        let sent = try #require(exchange.requests.last { $0.method == recording.method })
        #expect(sent.target.url == "https://127.0.0.1:8443/wp-json/\(recording.path)")
        for (name, value) in recording.query { #expect(sent.parameter(name) == value) }
        for item in sent.query where recording.query[item.name] == nil {
            let values = try #require(Self.besides[item.name], "\(item.name) is new")
            #expect(values.isEmpty || values.contains(item.value))
        }
        try compareBodies(sent, recording)
    }

    private func compareBodies(_ sent: WrittenRequest, _ recording: Recording) throws {
        guard sent.method != "GET" else { #expect(sent.body == nil); return }
        guard case .object(let ours) = try JSONValue(parsing: try #require(sent.body)),
            case .object(let theirs) = try JSONValue(parsing: recording.requestBody)
        else { Issue.record("no object"); return }
        for (name, value) in theirs { #expect(ours[name] == value, "\(name)") }
        #expect(Set(ours.keys).subtracting(theirs.keys).isSubset(of: Self.besidesInBody))
    }

    /// The recordings of refusals by their numbers, and the code that each becomes.
    private static let codes: [String: Set<Int>] = [
        "shop.unauthorized": [4, 5, 6, 7, 8, 11, 14, 15, 17, 18, 21, 210, 216], "shop.forbidden": [9, 153, 154],
        "order.notFound": [49, 86, 94, 104, 118], "shop.notFound": [50, 51, 52], "product.notFound": [131],
        "customer.notFound": [157], "setting.notFound": [170], "taxClass.notFound": [185],
        "shop.refused": [
            28, 29, 30, 31, 32, 72, 77, 78, 79, 80, 81, 82, 83, 84, 85, 87, 93, 100, 102, 103, 113, 115, 130, 144, 151,
            152, 162, 182, 195, 209, 222,
        ],
        "shop.server": [95, 155],
    ]

    @Test func everyRecordedRefusalHasItsCodeAndTheShopsOwnWords() throws {
        var found: [String: Set<Int>] = [:]
        for recording in try WooReference.allRecordings() where recording.response.status >= 400 {
            let resource = Self.resource(of: recording.path)
            let error = try #require(NetworkError(recording.response, of: resource), "\(recording.name)")
            found[error.code, default: []].insert(try #require(Int(recording.name.prefix(3))))
            #expect(!error.failure.causes.isEmpty, "\(recording.name) lost the shop's own words")
        }
        #expect(found == Self.codes)
    }

    private static func resource(of path: String) -> ShopResource? {
        let parts = path.split(separator: "/").map(String.init)
        switch parts.dropFirst(2).first {
        case "orders": return parts.contains("notes") ? .note : parts.contains("refunds") ? .refund : .order
        case "products": return .product
        case "customers": return .customer
        case "settings": return .setting
        case "taxes": return .taxClass
        default: return nil
        }
    }
}
