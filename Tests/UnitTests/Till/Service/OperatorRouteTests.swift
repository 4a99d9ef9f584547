import Flow
import Foundation
import Model
import Stores
import Testing

@testable import Service

/// Operators over HTTP, on a kiosk in virtual time.
@Suite struct OperatorRouteTests {
    private let till: VirtualServedTill

    init() throws {
        till = try VirtualServedTill()
        let (till, pin) = (till, try OperatorPIN("4071"))
        _ = try till.kiosk.world.finish { () async throws(Failure) in
            try await till.ask { OperatorAction.create(name: "Anna", pin, by: Requester(caller: "user anna"), $0) }
        }
    }

    private func ask(
        _ method: String, _ path: String, _ body: String = "", fields: [String: String] = [:]
    ) throws -> ServiceResponse {
        let route = try #require(
            OperatorRoutes(till: till).routes.first { $0.method == method && $0.path == path })
        return try till.kiosk.world.finish { () async throws(Failure) in
            try await route.work(VirtualServedTill.request(.kiosk, body, fields: fields))
        }
    }

    private func document(_ answer: ServiceResponse) throws -> [String: Any] {
        guard case .bytes(let bytes, _) = answer.body else { return [:] }
        return try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test func namesAreListedAndNothingElse() throws {
        let items = try document(ask("GET", "/v1/operators"))["items"] as? [[String: Any]]
        #expect(items?.map { $0.keys.sorted() } == [["name"]])
        #expect(items?.first?["name"] as? String == "Anna")
    }

    @Test func theRightPINIsAnsweredWithARight() throws {
        let answer = try ask("POST", "/v1/operators/enter", #"{"name": "anna", "pin": "4071"}"#)
        let entered = try document(answer)
        #expect(answer.status == 201 && (entered["operator"] as? [String: Any])?["name"] as? String == "Anna")
        let right = try #require(entered["right"] as? String)
        #expect(right.count == 43)
        #expect(try ask("DELETE", "/v1/operators/enter", fields: ["operator-right": right]).status == 204)
        let till = till
        let failure = till.kiosk.world.finish { () async -> Failure? in
            do throws(Failure) {
                _ = try await till.ask { OperatorAction.renew(right: right, holder: "tok-1", $0) }
                return nil
            } catch { return error }
        }
        #expect(failure?.code == "operator.rightEnded")
    }

    @Test func aWrongPINHasTheTriesThatAreLeftAndThenThePause() throws {
        for left in [4, 3, 2, 1] {
            let answer = try ask("POST", "/v1/operators/enter", #"{"name": "Anna", "pin": "0815"}"#)
            #expect(answer.status == 403 && answer.fields["Retry-After"] == nil)
            #expect(try document(answer)["tries_left"] as? Int == left)
        }
        let locking = try ask("POST", "/v1/operators/enter", #"{"name": "Anna", "pin": "0815"}"#)
        #expect(locking.status == 403 && locking.fields["Retry-After"] == "31")
        let locked = try ask("POST", "/v1/operators/enter", #"{"name": "Anna", "pin": "4071"}"#)
        #expect(locked.status == 429 && locked.fields["Retry-After"] == "31")
        #expect(try document(locked)["code"] as? String == "operator.locked")
    }

    @Test(arguments: [
        "{}", #"{"name": "Anna"}"#, #"{"pin": "4071"}"#, #"{"name": "Anna", "pin": 4071}"#,
        #"{"name": "Anna", "pin": "12"}"#,
        #"{"name": "Anna", "pin": "4071", "right": "x"}"#, #"{"name": "4111111111111111", "pin": "4071"}"#,
    ])
    func whatIsNoPINIsRefusedAndCountsForNothing(_ body: String) throws {
        for _ in 0..<6 { #expect(throws: Failure.self) { try ask("POST", "/v1/operators/enter", body) } }
        #expect(try ask("POST", "/v1/operators/enter", #"{"name": "Anna", "pin": "4071"}"#).status == 201)
    }

    /// A PIN of twelve digits may look like a card number by chance.
    @Test func aPINMayLookLikeACardNumber() throws {
        let answer = try ask("POST", "/v1/operators/enter", #"{"name": "Anna", "pin": "676770000009"}"#)
        #expect(answer.status == 403)
    }

    @Test func whoLeavesShowsTheRight() {
        #expect(throws: Failure.self) { try ask("DELETE", "/v1/operators/enter") }
    }
}
