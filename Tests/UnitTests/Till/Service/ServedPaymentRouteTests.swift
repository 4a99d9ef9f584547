import Flow
import Foundation
import Model
import Payments
import Receipts
import Simulator
import Storage
import Stores
import Testing

@testable import Service

/// Routes that move money, on a kiosk in virtual time.
@Suite struct ServedPaymentRouteTests {
    private let till: VirtualServedTill
    private let gate = ShutdownGate()
    private let starts: PaymentStarts

    init() throws {
        till = try VirtualServedTill()
        starts = PaymentStarts(till: till, gate: gate, enquiries: TerminalEnquiries(till: till))
    }

    private var transactions: TransactionRequests { TransactionRequests(till: till, starts: starts) }

    private func route(_ method: String, _ path: String) throws -> Route {
        try #require(
            (PaymentRoutes(transactions: transactions).routes + ReservationRoutes(transactions: transactions).routes)
                .first { $0.method == method && $0.path == path })
    }

    /// Begins a payment, and returns its id.
    private func begin() throws -> String {
        let (pay, world) = (try route("POST", "/v1/payments"), till.kiosk.world)
        let answer = try world.finish { () async throws(Failure) in
            try await pay.work(
                VirtualServedTill.request(.kiosk, #"{"order": "1042"}"#, fields: ["idempotency-key": "k1"]))
        }
        #expect(answer.status == 202)
        return try #require(answer.fields["Location"]?.split(separator: "/").last.map(String.init))
    }

    private func cancel(_ payment: String) throws -> Failure? {
        let (cancel, world) = (try route("POST", "/v1/payments/{id}/cancel"), till.kiosk.world)
        return world.finish {
            do throws(Failure) {
                _ = try await cancel.work(VirtualServedTill.request(.kiosk, parameters: ["id": payment]))
                return nil
            } catch { return error }
        }
    }

    @Test func aPaymentThatEndsWhileItIsBeingCancelledHasEndedAndIsInNoDoubt() throws {
        let payment = try begin()
        till.delay(CardPresentPaymentsAction.self, by: .seconds(60))
        let failure = try cancel(payment)
        #expect(failure?.code == "payment.ended", "\(failure.map { "\($0)" } ?? "-")")
    }

    private func begin(_ body: String) throws -> Failure? {
        let (pay, world) = (try route("POST", "/v1/payments"), till.kiosk.world)
        return world.finish {
            do throws(Failure) {
                _ = try await pay.work(VirtualServedTill.request(.kiosk, body, fields: ["idempotency-key": "k1"]))
                return nil
            } catch { return error }
        }
    }

    @Test func sumupIOSSDK190_aTerminalThatPrintsReceiptsTakesNoPrinterWithAPayment() throws {
        till.terminalsPrint.withLock { $0 = true }
        let failure = try #require(try begin(#"{"order": "1042", "printer": "receipts"}"#))
        #expect(failure.code == "printer.terminalPrints" && Problem.status(of: failure) == 422)
        #expect(try till.storage.read { try $0.recentPayments(limit: 1) }.isEmpty)

        let payment = try begin()
        till.kiosk.world.advance(by: .seconds(60))
        let jobs = try till.storage.read { reader in
            try reader.receipts(payment: PaymentID(rawValue: payment)).flatMap { try reader.printJobs(receipt: $0.id) }
        }
        #expect(jobs.map(\.state) == [.probably, .probably])
        #expect(jobs.allSatisfy { $0.printer == till.kiosk.terminal.address.description })
    }

    @Test(arguments: ["xx", "DE", "de_DE", "english", "4711"])
    func aLanguageWithoutWordsIsRefusedAndNothingIsBegun(_ language: String) throws {
        let failure = try #require(try begin(#"{"order": "1042", "language": "\#(language)"}"#))
        #expect(failure.code == "request.invalid" && Problem.status(of: failure) == 422)
        #expect(failure.sentence.contains("de-CH"), "it says which there are: \(failure)")
        #expect(try till.storage.read { try $0.recentPayments(limit: 1) }.isEmpty)
    }

    @Test(arguments: ["de", "en-GB", "ja"]) func aLanguageWithWordsIsTheReceipts(_ language: String) throws {
        #expect(try begin(#"{"order": "1042", "language": "\#(language)"}"#) == nil)
        #expect(try till.storage.read { try $0.recentPayments(limit: 1) }.first?.language == language)
    }

    @Test func theDescriptionNamesTheLanguagesThatThereAre() throws {
        let text = String(decoding: PackageResources.openapi_json, as: UTF8.self)
        let described = try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let path = [
            "paths", "/v1/payments", "post", "requestBody", "content", "application/json", "schema",
            "properties", "language", "enum",
        ]
        let named = path.reduce(Optional.some(described as Any)) { ($0 as? [String: Any])?[$1] } as? [Any]
        #expect(named?.compactMap { $0 as? String } == ReceiptLanguage.tags)
    }

    // MARK: What the log says

    /// The log has an error only for what the service itself did wrong, and a cause for every answer of 500 and above.
    @Test func aRefusalIsLoggedByWhoseFaultItIs() {
        #expect(RequestResponder.event(ofStatus: 500)?.level == .error)
        for status in [501, 502, 503, 504] { #expect(RequestResponder.event(ofStatus: status)?.level == .info) }
        for status in [400, 404, 409, 422, 429] { #expect(RequestResponder.event(ofStatus: status) == nil) }
    }

    @Test func aRunningPaymentIsAskedToCancel() throws {
        #expect(try cancel(begin()) == nil)
    }

    @Test func anUnknownPaymentIsNotCancelled() throws {
        #expect(try cancel("pay-NONE") != nil)
    }

    /// The second SIGTERM's answer, and the end of the service, go by what is counted here.
    @Test func aPaymentIsCountedUntilItsTerminalIsBusy() throws {
        let (starts, gate, till, world) = (starts, gate, till, till.kiosk.world)
        till.delay(CardPresentPaymentsAction.self, by: .seconds(1))
        let request = PaymentStartSample.request(of: till)
        _ = till.environment.spawn("pay") { _ = try? await starts.begin(request, key: "k1") }
        // The key is being looked up; then the payment has passed the gate, and has not reached its store.
        world.advance(by: .milliseconds(1_500))
        #expect(gate.isOccupied && !till.isBusy)
        gate.close()
        world.advance(by: .milliseconds(600))
        #expect(till.isBusy)
        let late = world.finish { () async -> Failure? in
            do throws(Failure) {
                _ = try await starts.begin(request, key: "k2")
                return nil
            } catch { return error }
        }
        #expect(late?.code == "service.stopping")
    }

    /// Sends a request with a key of its own, and returns the id of the transaction that it has begun.
    private func transact(_ path: String, _ body: String, id: String = "", key: String) throws -> String {
        let (route, world) = (try route("POST", path), till.kiosk.world)
        let answer = try world.finish { () async throws(Failure) in
            try await route.work(
                VirtualServedTill.request(
                    .operator, body, parameters: ["id": id], fields: ["idempotency-key": key]))
        }
        world.advance(by: .seconds(60))
        return try #require(answer.fields["Location"]?.split(separator: "/").last.map(String.init))
    }

    private func record(_ id: String) throws -> PaymentRecord? {
        try till.storage.read { try $0.payment(id: PaymentID(rawValue: id)) }
    }

    @Test func aReservationIsCapturedInPartAndHasEndedThen() throws {
        let reserved = try transact("/v1/reservations", #"{"order": "1042"}"#, key: "k1")
        #expect(try record(reserved)?.kind == .reservation)
        let captured = try transact(
            "/v1/reservations/{id}/capture", #"{"amount_minor": 900}"#, id: reserved, key: "k2")
        #expect(try record(captured)?.amount.minorUnits == 900 && record(captured)?.isApproved == true)
        let failure = #expect(throws: Failure.self) {
            try transact("/v1/reservations/{id}/release", "", id: reserved, key: "k3")
        }
        #expect(failure?.code == "reservation.ended", "\(failure.map { "\($0)" } ?? "-")")
    }

    @Test func aReservationIsReleasedAndNothingIsCharged() throws {
        let reserved = try transact("/v1/reservations", #"{"order": "1042"}"#, key: "k1")
        let released = try transact("/v1/reservations/{id}/release", "", id: reserved, key: "k2")
        #expect(try record(released)?.isApproved == true)
        #expect(till.kiosk.truth.standing.isEmpty)
    }

    @Test func aPrintTakesNoCopies() throws {
        let routes = ReceiptRoutes(till: till, gate: gate, acts: KeyedActs(till)).routes
        let print = try #require(routes.first { $0.path == "/v1/receipts/{receipt}/print" })
        let world = till.kiosk.world
        let failure = world.finish { () async -> Failure? in
            do throws(Failure) {
                _ = try await print.work(
                    VirtualServedTill.request(.operator, #"{"copies": 2}"#, parameters: ["receipt": "last"]))
                return nil
            } catch { return error }
        }
        #expect(failure?.code == "request.invalid" && failure?.sentence.contains("copies") == true)
    }
}

private enum PaymentStartSample {
    static func request(of till: VirtualServedTill) -> PaymentRequest {
        PaymentRequest(
            subject: .order(OrderID(rawValue: 1042)), terminal: till.kiosk.terminal.address,
            printer: MemoryPrinter.address, giveUpAfter: .seconds(60))
    }
}
