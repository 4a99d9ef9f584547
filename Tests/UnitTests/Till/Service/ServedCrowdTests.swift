import Flow
import Foundation
import Model
import Payments
import Simulator
import Storage
import Stores
import Synchronization
import Testing

@testable import Service

/// Many clients at once, who repeat their requests and change their minds.
@Suite struct ServedCrowdTests {
    private static let orders = (1...1_000).map { OrderID(rawValue: Int64(2_000 + $0)) }
    private static let clients = 5
    private static let paymentsOfEach = 200

    private let till: VirtualServedTill
    private let crowd: Crowd

    init() throws {
        var scenario = TerminalScenario()
        // The time in which a client may cancel.
        scenario.timing.cardDelay = 3
        till = try VirtualServedTill(scenario, orders: Self.orders)
        let starts = PaymentStarts(till: till, gate: ShutdownGate(), enquiries: TerminalEnquiries(till: till))
        let routes = PaymentRoutes(transactions: TransactionRequests(till: till, starts: starts)).routes
        crowd = Crowd(environment: till.environment, routes: routes, orders: Self.orders)
    }

    @Test func aThousandPaymentsOfFiveClientsAgreeWithTheTerminalsJournal() throws {
        for number in 0..<Self.clients { crowd.start(number, payments: Self.paymentsOfEach) }
        till.kiosk.world.advance(by: .seconds(10), atMost: .seconds(200_000)) { crowd.isAtWork(Self.clients) }
        till.kiosk.world.advance(by: .seconds(120))
        #expect(crowd.faults == [])
        let begun = crowd.begun
        #expect(begun.count == Self.clients * Self.paymentsOfEach)
        #expect(Set(begun.values).count == begun.count)
        let records = try till.storage.read { try $0.recentPayments(limit: .max) }
        #expect(Set(records.map(\.id.rawValue)) == Set(begun.values))
        #expect(records.allSatisfy { !$0.isOpen })
        let outcomes = Dictionary(grouping: records.compactMap(\.outcome?.word)) { $0 }.mapValues(\.count)
        #expect((outcomes["approved"] ?? 0) > 100 && (outcomes["cancelled"] ?? 0) > 100, "\(outcomes)")
        // The states, the orders and the journal, held to what the terminal has booked.
        #expect(try till.kiosk.violations() == [])
        #expect(till.kiosk.truth.requests.count == begun.count)
        try expectOneEventOfEach(begun.values)
    }

    /// A listener who hears everything hears of each payment's beginning and end once.
    private func expectOneEventOfEach(_ payments: some Collection<String>) throws {
        let events = EventRoutes(till: till)
        let world = till.kiosk.world
        let route = try #require(events.routes.first)
        let count = payments.count
        let heard = try world.finish { () async throws(Failure) -> [String] in
            var request = VirtualServedTill.request()
            request.fields["last-event-id"] = "1"
            guard case .events(let chunks) = try await route.work(request).body else { return [] }
            var heard: [String] = []
            for await chunk in chunks {
                heard += String(decoding: chunk, as: UTF8.self).components(separatedBy: "\n\n")
                if heard.count(where: { $0.contains("event: payment.settled\n") }) >= count { break }
            }
            return heard
        }
        for kind in ["intended", "sending", "settled"] {
            let told = heard.filter { $0.contains("event: payment.\(kind)\n") }
            let named = told.compactMap { $0.firstMatch(of: /"payment":"([^"]+)"/).map { String($0.1) } }
            #expect(named.count == count && Set(named) == Set(payments), "\(kind)")
        }
    }
}

/// Clients of one service, in virtual time.
private final class Crowd: Sendable {
    private struct State {
        /// The payment of each key.
        var begun: [String: String] = [:]
        var ended = 0
        var faults: [String] = []
    }

    private let environment: Flow.Environment
    private let routes: [Route]
    private let orders: [OrderID]
    private let state = Mutex(State())

    init(environment: Flow.Environment, routes: [Route], orders: [OrderID]) {
        (self.environment, self.routes, self.orders) = (environment, routes, orders)
    }

    var begun: [String: String] { state.withLock { $0.begun } }
    var faults: [String] { state.withLock { $0.faults } }
    func isAtWork(_ clients: Int) -> Bool { state.withLock { $0.ended < clients && $0.faults.count < 10 } }

    func start(_ client: Int, payments: Int) {
        _ = environment.spawn("client \(client)") { [self] in
            for number in 0..<payments { await pay("\(client)-\(number)") }
            state.withLock { $0.ended += 1 }
        }
    }

    private func draw(_ bound: Int) -> Int { Int(environment.random() % UInt64(bound)) }

    private func pause(_ longest: Int) async {
        try? await environment.sleep(environment.uptime() + .milliseconds(draw(longest)))
    }

    private func ask(
        _ method: String, _ path: String, _ body: String = "", id: String = "", key: String? = nil
    ) async -> Result<ServiceResponse, Failure> {
        guard let route = routes.first(where: { $0.method == method && $0.path == path }) else {
            preconditionFailure("there is no \(path)")
        }
        let request = VirtualServedTill.request(
            .kiosk, body, parameters: ["id": id], fields: key.map { ["idempotency-key": $0] } ?? [:])
        do throws(Failure) { return .success(try await route.work(request)) } catch { return .failure(error) }
    }

    /// Pays any order that can be paid, cancels every other time, and waits until the payment is final.
    private func pay(_ key: String) async {
        var attempt = 0
        var order = orders[draw(orders.count)]
        while true {
            // A key that was refused stands for nothing, but a client takes a new one for another order.
            let own = "\(key)-\(attempt)"
            switch await ask("POST", "/v1/payments", #"{"order": "\#(order)"}"#, key: own) {
            case .success(let answer):
                let payment = answer.fields["Location"]?.split(separator: "/").last.map(String.init) ?? "-"
                note(own, payment)
                return await follow(payment, own, order)
            case .failure(let failure) where failure.belongsToTheOrder:
                attempt += 1
                order = orders[draw(orders.count)]
            case .failure(let failure) where Problem.status(of: failure) == 503: await pause(2_000)
            case .failure(let failure): return fault("\(own): \(failure)")
            }
        }
    }

    private func note(_ key: String, _ payment: String) {
        let before = state.withLock { $0.begun.updateValue(payment, forKey: key) }
        if let before, before != payment { fault("\(key) is \(before) and \(payment)") }
    }

    private func fault(_ words: String) { state.withLock { $0.faults.append(words) } }

    private func follow(_ payment: String, _ key: String, _ order: OrderID) async {
        if draw(2) == 0 { await sendAgain(key, order) }
        if draw(2) == 0 {
            await pause(4_000)
            _ = await ask("POST", "/v1/payments/{id}/cancel", id: payment)
        }
        if draw(2) == 0 { await sendAgain(key, order) }
        while await isOpen(payment) { await pause(2_000) }
        if draw(4) == 0 { await sendAgain(key, order) }
    }

    /// Sends a request once more, as after an answer that was lost.
    private func sendAgain(_ key: String, _ order: OrderID) async {
        switch await ask("POST", "/v1/payments", #"{"order": "\#(order)"}"#, key: key) {
        case .success(let answer):
            note(key, answer.fields["Location"]?.split(separator: "/").last.map(String.init) ?? "-")
        case .failure(let failure): fault("\(key) again: \(failure)")
        }
    }

    private func isOpen(_ payment: String) async -> Bool {
        guard case .success(let answer) = await ask("GET", "/v1/payments/{id}", id: payment),
            case .bytes(let bytes, _) = answer.body
        else {
            fault("\(payment) is not there")
            return false
        }
        return !String(decoding: bytes, as: UTF8.self).contains(#""state":"final""#)
    }
}

extension Failure {
    fileprivate var belongsToTheOrder: Bool { code.hasPrefix("order.") || code == "payment.inDoubt" }
}
