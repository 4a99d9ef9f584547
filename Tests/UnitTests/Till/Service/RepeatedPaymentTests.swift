import Flow
import Foundation
import Model
import Payments
import Simulator
import Storage
import Stores
import Testing

@testable import Service

/// A request that is sent again because its answer was lost, after the till has changed around it.
@Suite struct RepeatedPaymentTests {
    private let till: VirtualServedTill
    private let routes: [Route]

    init() throws {
        till = try VirtualServedTill()
        let starts = PaymentStarts(till: till, gate: ShutdownGate(), enquiries: TerminalEnquiries(till: till))
        let transactions = TransactionRequests(till: till, starts: starts)
        routes = PaymentRoutes(transactions: transactions).routes + ReservationRoutes(transactions: transactions).routes
    }

    /// The id of the transaction with which the request is answered; throws its refusal.
    private func send(_ path: String, _ body: String, id: String = "", key: String = "k1") throws -> String {
        let route = try #require(routes.first { $0.method == "POST" && $0.path == path })
        let answer = try till.kiosk.world.finish { () async throws(Failure) in
            try await route.work(
                VirtualServedTill.request(
                    .operator, body, parameters: ["id": id], fields: ["idempotency-key": key]))
        }
        #expect(answer.status == 202)
        till.kiosk.world.advance(by: .seconds(60))
        return try #require(answer.fields["Location"]?.split(separator: "/").last.map(String.init))
    }

    private var transactions: Int { get throws { try till.storage.read { try $0.recentPayments(limit: 9) }.count } }

    private func rename() { till.names.withLock { $0 = ("front", "office") } }

    private static let payment = #"{"order": "1042", "reader": "counter", "printer": "receipts"}"#

    @Test func aPaymentThatIsAskedForAgainAfterSigningOutIsTheSame() throws {
        let payment = try send("/v1/payments", Self.payment)
        try till.signOut()
        #expect(try send("/v1/payments", Self.payment) == payment)
        #expect(try transactions == 1 && till.kiosk.truth.standing.count == 1)
        // A new key needs the shop.
        #expect(throws: Failure.self) { try send("/v1/payments", Self.payment, key: "k2") }
    }

    @Test func aPaymentThatIsAskedForAgainAtDevicesThatHaveOtherNamesNowIsTheSame() throws {
        let payment = try send("/v1/payments", Self.payment)
        rename()
        #expect(try send("/v1/payments", Self.payment) == payment)
        #expect(try transactions == 1)
        let failure = #expect(throws: Failure.self) { try send("/v1/payments", Self.payment, key: "k2") }
        #expect(failure?.code == "request.invalid")
    }

    @Test(arguments: [
        #"{"order": "1043"}"#, #"{"order": "1042", "goods": true}"#,
        #"{"order": "1042", "tip_minor": 100, "currency": "EUR"}"#, #"{"order": "1042", "currency": "CHF"}"#,
    ])
    func anotherRequestWithTheKeyIsRefused(_ other: String) throws {
        _ = try send("/v1/payments", Self.payment)
        let failure = #expect(throws: Failure.self) { try send("/v1/payments", other) }
        #expect(failure?.code == "payment.keyConflict", "\(failure.map { "\($0)" } ?? "-")")
        #expect(throws: Failure.self) { try send("/v1/reservations", #"{"order": "1042"}"#) }
        #expect(try transactions == 1)
    }

    @Test func whatGivesMoneyBackOrEndsAReservationIsFoundByItsKeyToo() throws {
        let payment = try send("/v1/payments", Self.payment)
        let back = #"{"amount_minor": 150, "reader": "counter"}"#
        let refund = try send("/v1/payments/{id}/refunds", back, id: payment, key: "k2")
        let reserved = try send("/v1/reservations", #"{"order": "1043", "reader": "counter"}"#, key: "k3")
        let part = #"{"amount_minor": 900, "printer": "receipts"}"#
        let captured = try send("/v1/reservations/{id}/capture", part, id: reserved, key: "k4")
        rename()
        try till.signOut()
        #expect(try send("/v1/payments/{id}/refunds", back, id: payment, key: "k2") == refund)
        #expect(
            try send("/v1/reservations", #"{"order": "1043", "reader": "counter"}"#, key: "k3") == reserved)
        #expect(try send("/v1/reservations/{id}/capture", part, id: reserved, key: "k4") == captured)
        #expect(try transactions == 4)
    }
}
