import Flow
import Foundation
import Model
import Payments
import Testing

@testable import Service

/// Paths, and the values in queries and bodies.
@Suite struct RouteTests {
    private static let table = RouteTable(
        [
            ("GET", "/v1/payments"), ("POST", "/v1/payments"), ("GET", "/v1/payments/{id}"), ("GET", "/v1/events"),
        ].map { method, path in Route(method, path, .look) { _ throws(Failure) in ServiceResponse() } })

    @Test(arguments: [
        ("/v1/payments", ["GET", "HEAD", "POST"]), ("/v1/payments/", ["GET", "HEAD", "POST"]),
        ("/v1/payments/pay-1", ["GET", "HEAD"]), ("/v1/events", ["GET"]), ("/v1/payments/pay-1/why", []),
        ("/v2/payments", []), ("/", []),
    ])
    func aPathTakesTheMethodsOfItsRoutes(_ path: String, _ methods: [String]) {
        #expect(Self.table.methods(at: path) == methods)
    }

    private static func request(_ body: String, query: [String: String] = [:]) -> ServiceRequest {
        ServiceRequest(id: "req-1", query: query, body: Array(body.utf8), caller: .nobody, language: .en)
    }

    @Test func theValuesOfABodyAreTakenOneByOne() throws {
        var body = try BodyReader(Self.request(#"{"order": 1042, "tip_minor": 150, "language": "de", "reader": null}"#))
        #expect(try body.word("order") == "1042")
        #expect(try body.number("tip_minor", 1...200) == 150)
        #expect(try body.text("language") == "de")
        #expect(try body.text("reader") == nil)
        try body.end()
    }

    @Test(arguments: ["[]", "1", "{", "", "null", #"{"a":1}{"a":2}"#].filter { !$0.isEmpty })
    func whatIsNoObjectIsRefused(_ text: String) {
        let failure = #expect(throws: Failure.self) { try BodyReader(Self.request(text)) }
        #expect(failure?.code == "request.malformed")
    }

    @Test func aValueThatNobodyTookIsRefused() throws {
        var body = try BodyReader(Self.request(#"{"order": "1", "amount_minor": 1}"#))
        _ = try body.word("order")
        let failure = #expect(throws: Failure.self) { try body.end() }
        #expect(failure?.sentence.contains("amount_minor") == true)
    }

    @Test(arguments: [#"{"n": 1.5}"#, #"{"n": "1"}"#, #"{"n": true}"#, #"{"n": 201}"#, #"{"n": 1e99}"#, #"{"n": [1]}"#])
    func whatIsNoWholeNumberInItsRangeIsRefused(_ text: String) throws {
        var body = try BodyReader(Self.request(text))
        #expect(throws: Failure.self) { try body.number("n", 1...200) }
    }

    @Test(arguments: ["0", "101", "x", "-1", "1.0"]) func aListHasOneToAHundredEntries(_ limit: String) {
        var query = QueryReader(Self.request("", query: ["limit": limit]))
        #expect(throws: Failure.self) { try query.limit() }
    }

    /// One in ten of them could by its digits be the number of a card.
    @Test func aScannedArticleNumberIsNoCardNumber() throws {
        for number in 0..<100 {
            let start = String(400_638_133_300 + number)
            let sum = start.utf8.enumerated().reduce(0) { $0 + Int($1.element - 0x30) * ($1.offset % 2 == 0 ? 1 : 3) }
            let code = start + String((10 - sum % 10) % 10)
            var query = QueryReader(Self.request("", query: ["code": code]))
            #expect(try query.code("code") == code)
        }
    }

    @Test(arguments: ["4111111111111111", "4222222222222", "4000000000006 4111111111111111"])
    func aCardNumberIsNoScannedCode(_ code: String) {
        var query = QueryReader(Self.request("", query: ["code": code]))
        #expect(throws: Failure.self) { try query.code("code") }
    }

    @Test func anArticleNumberInAnotherQueryMayBeACardNumber() {
        var query = QueryReader(Self.request("", query: ["search": "4000000000006"]))
        #expect(throws: Failure.self) { try query.text("search") }
    }

    @Test func aQueryThatNobodyTakesIsRefused() {
        let query = QueryReader(Self.request("", query: ["limt": "5"]))
        #expect(throws: Failure.self) { try query.end() }
    }

    @Test(arguments: [nil, "", String(repeating: "k", count: 201)]) func aKeyHasOneTo200Bytes(_ key: String?) {
        var request = Self.request("{}")
        request.fields["idempotency-key"] = key
        let failure = #expect(throws: Failure.self) { try IdempotencyKey.of(request) }
        #expect(failure?.code == "request.badKey")
    }

    @Test(arguments: ["kiosk-k-1", "kiosk-staff-k-1", CollectPaymentFlow.key(after: PaymentID(rawValue: "pay-1"))])
    func aKeyOfTillsOwnIsRefused(_ key: String) {
        var request = Self.request("{}")
        request.fields["idempotency-key"] = key
        let needed = #expect(throws: Failure.self) { try IdempotencyKey.of(request) }
        let optional = #expect(throws: Failure.self) { try IdempotencyKey.ifAny(of: request) }
        #expect(needed?.code == "request.badKey" && optional?.code == "request.badKey")
    }

    @Test(arguments: ["kiosk7-1", "Kiosk-1", "after-1", "sale after lunch", "my kiosk-1"])
    func aKeyThatOnlyResemblesOneOfTillsOwnIsTaken(_ key: String) throws {
        var request = Self.request("{}")
        request.fields["idempotency-key"] = key
        #expect(try IdempotencyKey.of(request) == key)
    }
}
