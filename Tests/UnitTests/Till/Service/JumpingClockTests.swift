import Flow
import Foundation
import Model
import Simulator
import Stores
import Testing

@testable import Service

/// A wall clock that jumps, forwards and back, in the middle of what the service does.
@Suite struct JumpingClockTests {
    private let till: VirtualServedTill
    private let enquiries: TerminalEnquiries

    init() throws {
        till = try VirtualServedTill()
        enquiries = TerminalEnquiries(till: till)
    }

    private var world: VirtualWorld { till.kiosk.world }

    private func ask(
        _ method: String, _ path: String, _ body: String = "", scope: TokenScope = .operator,
        parameters: [String: String] = [:], fields: [String: String] = [:]
    ) throws -> [String: Any] {
        let starts = PaymentStarts(till: till, gate: ShutdownGate(), enquiries: enquiries)
        let routes =
            PaymentRoutes(transactions: TransactionRequests(till: till, starts: starts)).routes
            + OperatorRoutes(till: till).routes
        let route = try #require(routes.first { $0.method == method && $0.path == path })
        let answer = try world.finish { () async throws(Failure) in
            try await route.work(VirtualServedTill.request(scope, body, parameters: parameters, fields: fields))
        }
        guard case .bytes(let bytes, _) = answer.body else { return [:] }
        return try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    /// To the next day and back, a week on, and a little back and forth between two telegrams. The simulated terminal has the same clock: a
    /// result that it dates a week before its payment is another one's, and is asked about.
    @Test(arguments: [[86_400.0, -86_400], [604_800], [-1, 2, -3, 4, -5]] as [[Double]])
    func aClockThatJumpsDuringAPaymentChargesOnceAndEndsIt(_ jumps: [Double]) throws {
        let begun = try ask(
            "POST", "/v1/payments", #"{"order": "1042"}"#, fields: ["idempotency-key": "k1"])
        let payment = try #require(begun["payment"] as? String)
        for jump in jumps {
            world.advance(by: .milliseconds(150))
            world.now += jump
        }
        world.advance(by: .seconds(60))
        let end = try ask("GET", "/v1/payments/{id}", parameters: ["id": payment])
        #expect(end["state"] as? String == "final" && end["outcome"] as? String == "approved", "\(end)")
        #expect(till.kiosk.truth.standing.count == 1)
        let why = try ask("GET", "/v1/payments/{id}/why", parameters: ["id": payment])
        let facts = (why["facts"] as? [[String: Any]] ?? []).compactMap { $0["kind"] as? String }
        #expect(!facts.contains("payment.disturbed") && !facts.contains("payment.inDoubt"), "\(facts)")
        // The same key has the same answer, whatever the clock says now.
        let again = try ask("POST", "/v1/payments", #"{"order": "1042"}"#, fields: ["idempotency-key": "k1"])
        #expect(again["payment"] as? String == payment)
        #expect(try till.kiosk.violations() == [])
    }

    /// The line breaks as well: how long the terminal may still be in the middle of the payment is no matter of the wall clock.
    @Test(arguments: [86_400.0, -86_400])
    func aClockThatJumpsWhileATerminalIsAskedEndsNoDoubtEarly(_ jump: Double) throws {
        let begun = try ask(
            "POST", "/v1/payments", #"{"order": "1042"}"#, fields: ["idempotency-key": "k1"])
        let payment = try #require(begun["payment"] as? String)
        world.advance(by: .milliseconds(500))
        till.kiosk.terminal.switchOff()
        world.advance(by: .seconds(2))
        world.now += jump
        world.advance(by: .seconds(2))
        let open = try ask("GET", "/v1/payments/{id}", parameters: ["id": payment])
        #expect(open["state"] as? String != "final", "\(open)")
        till.kiosk.terminal.switchOn()
        world.now -= jump
        world.advance(by: .seconds(600))
        #expect(till.kiosk.truth.standing.count <= 1)
        #expect(try till.kiosk.violations() == [])
    }

    @Test func aRightLastsFiveMinutesWhateverTheClockSays() throws {
        let (till, pin) = (till, try OperatorPIN("4071"))
        _ = try world.finish { () async throws(Failure) in
            try await till.ask { OperatorAction.create(name: "Anna", pin, by: Requester(caller: "user anna"), $0) }
        }
        let entered = try ask("POST", "/v1/operators/enter", #"{"name": "Anna", "pin": "4071"}"#, scope: .kiosk)
        let right = try #require(entered["right"] as? String)
        let renew = { () -> String? in
            till.kiosk.world.finish { () async -> String? in
                do throws(Failure) {
                    _ = try await till.ask { OperatorAction.renew(right: right, holder: "tok-1", $0) }
                    return nil
                } catch { return error.code }
            }
        }
        for jump in [86_400.0, -604_800, 600_000] {
            world.now += jump
            world.advance(by: .seconds(299))
            #expect(renew() == nil, "after \(jump) seconds")
        }
        world.now -= 86_400
        world.advance(by: .seconds(300))
        #expect(renew() == "operator.rightEnded")
    }

    /// Five wrong PINs lock for thirty seconds; a clock that is set forwards does not end the lock.
    @Test(arguments: [86_400.0, -86_400]) func aLockLastsItsTimeWhateverTheClockSays(_ jump: Double) throws {
        let (till, pin) = (till, try OperatorPIN("4071"))
        _ = try world.finish { () async throws(Failure) in
            try await till.ask { OperatorAction.create(name: "Anna", pin, by: Requester(caller: "user anna"), $0) }
        }
        func enter(_ pin: String) throws -> [String: Any] {
            try ask("POST", "/v1/operators/enter", #"{"name": "Anna", "pin": "\#(pin)"}"#, scope: .kiosk)
        }
        for _ in 0..<5 { _ = try enter("0815") }
        world.now += jump
        #expect(try enter("4071")["code"] as? String == "operator.locked")
        world.advance(by: .seconds(31))
        #expect(try enter("4071")["right"] != nil)
    }
}
