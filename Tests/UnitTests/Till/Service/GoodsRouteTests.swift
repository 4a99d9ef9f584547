import Flow
import Foundation
import Model
import Payments
import Simulator
import Storage
import Stores
import Testing

@testable import Service

/// Goods that are given out between the approval and the booking, over HTTP.
@Suite struct GoodsRouteTests {
    private let till: VirtualServedTill
    private let routes: [Route]

    init() throws {
        till = try VirtualServedTill()
        let starts = PaymentStarts(till: till, gate: ShutdownGate(), enquiries: TerminalEnquiries(till: till))
        routes = PaymentRoutes(transactions: TransactionRequests(till: till, starts: starts)).routes
    }

    private func ask(
        _ method: String, _ path: String, _ body: String = "", id: String = ""
    ) throws -> [String: Any] {
        let route = try #require(routes.first { $0.method == method && $0.path == path })
        let answer = try till.kiosk.world.finish { () async throws(Failure) in
            try await route.work(
                VirtualServedTill.request(.kiosk, body, parameters: ["id": id], fields: ["idempotency-key": "k1"]))
        }
        guard case .bytes(let bytes, _) = answer.body else { return [:] }
        return try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    /// Begins a payment whose goods are given out first, and returns its id once the terminal waits for them.
    private func approved() throws -> String {
        let begun = try ask("POST", "/v1/payments", #"{"order": "1042", "goods": true}"#)
        #expect(begun["awaits_goods"] as? Bool == false)
        let id = try #require(begun["payment"] as? String)
        for _ in 0..<200 {
            till.kiosk.world.advance(by: .milliseconds(100))
            if try ask("GET", "/v1/payments/{id}", id: id)["awaits_goods"] as? Bool == true { return id }
        }
        throw Failure.noPayment("\(id) never waits for its goods")
    }

    private func tell(_ body: String, of id: String) throws -> [String: Any] {
        try ask("POST", "/v1/payments/{id}/goods", body, id: id)
    }

    private func end(of id: String) throws -> [String: Any] {
        till.kiosk.world.advance(by: .seconds(60))
        return try ask("GET", "/v1/payments/{id}", id: id)
    }

    @Test func allGoodsChargeTheWholeAmount() throws {
        let id = try approved()
        _ = try tell(#"{"given": "all"}"#, of: id)
        let end = try end(of: id)
        #expect(end["outcome"] as? String == "approved" && end["amount_minor"] as? Int == 1150, "\(end)")
        #expect(end["awaits_goods"] as? Bool == false)
    }

    @Test func aPartChargesThePartAndMayBeToldAgain() throws {
        let id = try approved()
        _ = try tell(#"{"given": "part", "amount_minor": 500}"#, of: id)
        _ = try tell(#"{"given": "part", "amount_minor": 500}"#, of: id)
        let failure = #expect(throws: Failure.self) { try tell(#"{"given": "all"}"#, of: id) }
        #expect(failure?.code == "goods.toldOtherwise")
        let end = try end(of: id)
        #expect(end["outcome"] as? String == "approved" && end["amount_minor"] as? Int == 500, "\(end)")
    }

    @Test func noGoodsChargeNothing() throws {
        let id = try approved()
        _ = try tell(#"{"given": "none"}"#, of: id)
        let end = try end(of: id)
        #expect(end["outcome"] as? String == "goods_not_given", "\(end)")
        #expect(till.kiosk.truth.standing.isEmpty)
    }

    @Test(arguments: [
        "{}", #"{"given": "some"}"#, #"{"given": "part"}"#, #"{"given": "all", "amount_minor": 500}"#,
        #"{"given": "part", "amount_minor": 0}"#, #"{"given": "part", "amount_minor": 1151}"#,
    ])
    func whatIsNoReportIsRefusedAndTheTerminalStillWaits(_ body: String) throws {
        let id = try approved()
        #expect(throws: Failure.self) { try tell(body, of: id) }
        #expect(try ask("GET", "/v1/payments/{id}", id: id)["awaits_goods"] as? Bool == true)
    }

    @Test func aPaymentWithoutGoodsIsAskedForNone() throws {
        let begun = try ask("POST", "/v1/payments", #"{"order": "1042"}"#)
        let id = try #require(begun["payment"] as? String)
        let failure = #expect(throws: Failure.self) { try tell(#"{"given": "all"}"#, of: id) }
        #expect(failure?.code == "goods.notAsked")
    }
}
