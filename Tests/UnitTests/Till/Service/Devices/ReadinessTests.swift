import Flow
import Foundation
import Model
import Payments
import Simulator
import Stores
import Testing

@testable import Service

/// Whether a payment could begin, asked of a kiosk in virtual time.
@Suite struct ReadinessTests {
    private let till: VirtualServedTill
    private let gate = ShutdownGate()
    private let enquiries: TerminalEnquiries
    private let readiness: ReadinessCheck

    init() throws {
        till = try VirtualServedTill()
        enquiries = TerminalEnquiries(till: till)
        readiness = ReadinessCheck(till: till, gate: gate, enquiries: enquiries)
    }

    private var world: VirtualWorld { till.kiosk.world }

    private func codes() -> [String] {
        let readiness = readiness
        return world.finish { await readiness.obstacles() }.map(\.failure.code)
    }

    private func pay(
        _ key: String, order: Int64 = 1042, giveUpAfter: Duration = .seconds(60)
    ) -> Result<PaymentID, Failure> {
        let starts = PaymentStarts(till: till, gate: gate, enquiries: enquiries)
        let request = PaymentRequest(
            subject: .order(OrderID(rawValue: order)), terminal: till.kiosk.terminal.address,
            printer: MemoryPrinter.address, giveUpAfter: giveUpAfter)
        return world.finish {
            do throws(Failure) { return .success(try await starts.begin(request, key: key)) } catch {
                return .failure(error)
            }
        }
    }

    @Test func aTillWhoseTerminalAnswersIsReady() {
        #expect(codes() == [])
    }

    @Test func anAnswerStandsForASecond() {
        #expect(codes() == [])
        gate.close()
        #expect(codes() == [])
        world.advance(by: ReadinessCheck.longestAge)
        #expect(codes() == ["service.stopping"])
    }

    @Test func aTerminalThatFallsSilentIsNoticedWithinAMinute() {
        #expect(codes() == [])
        till.kiosk.terminal.switchOff()
        world.advance(by: .seconds(30))
        #expect(codes() == [], "its last answer is not a minute old")
        world.advance(by: .seconds(31))
        let silent = codes()
        #expect(silent == ["line.notFound"])
    }

    @Test func aPaymentWaitsForTheEndOfAnEnquiry() throws {
        let (enquiries, terminal) = (enquiries, till.kiosk.terminal.address)
        let asked = till.environment.spawn("enquiry") { _ = await enquiries.obstacle(at: terminal) }
        world.advance(by: .milliseconds(1))
        _ = try pay("k1").get()
        withExtendedLifetime(asked) {}
    }

    /// The kiosk stops looking when a customer comes, and asks the terminal for this customer a moment later.
    @Test func whoStopsWaitingForAnEnquiryLeavesItToTheNext() {
        let (enquiries, terminal) = (enquiries, till.kiosk.terminal.address)
        let readiness = readiness
        let asked = till.environment.spawn("look") { _ = await readiness.obstacles() }
        world.advance(by: .milliseconds(1))
        asked.cancel()
        world.advance(by: .seconds(5))
        #expect(world.finish { await enquiries.obstacle(at: terminal) } == nil)
        #expect(codes() == [])
    }

    @Test func aTerminalThatTakesAPaymentIsNotAsked() throws {
        _ = try pay("k1").get()
        #expect(till.isBusy)
        #expect(codes() == [])
        world.advance(by: .seconds(60))
        #expect(!till.isBusy)
        #expect(try till.storage.read { try $0.unsettledPayments() }.isEmpty)
    }

    /// Until the service gives up asking, nobody can pay there: it is no doubt yet, and no readiness either.
    @Test func aTerminalThatIsLostInAPaymentIsAnObstacleUntilItTellsHowThatEnded() throws {
        // A terminal with a last transaction can tell that this one never happened.
        _ = try pay("k0", order: 1043).get()
        world.advance(by: .seconds(60))
        _ = try pay("k1", giveUpAfter: .seconds(600)).get()
        world.advance(by: .milliseconds(500))
        #expect(codes() == [])
        till.kiosk.terminal.switchOff()
        world.advance(by: .seconds(5))
        #expect(till.isBusy, "the service asks for ten minutes")
        #expect(codes().contains("service.findingOut"))
        till.kiosk.terminal.switchOn()
        world.advance(by: .seconds(550))
        #expect(!till.isBusy)
        #expect(codes() == [])
    }

    /// After that the payment is in doubt, whoever asks the terminal again meanwhile.
    @Test func aPaymentThatWasGivenUpIsInDoubtAlsoWhileItIsAskedAboutAgain() throws {
        _ = try pay("k1").get()
        world.advance(by: .milliseconds(500))
        till.kiosk.terminal.switchOff()
        world.advance(by: .seconds(90))
        #expect(codes().contains("payment.inDoubt"))
        let told = try reasons(.operator)
        #expect(told.contains("accepts no new transaction") && !told.contains("was not started"), "\(told)")
    }

    @Test func aClockThatIsBehindTheJournalIsAnObstacle() throws {
        _ = try pay("k1").get()
        world.advance(by: .seconds(60))
        #expect(codes() == [])
        world.now -= 3_600
        world.advance(by: ReadinessCheck.longestAge)
        #expect(codes() == ["service.clockIsBehind"])
        let refused = #expect(throws: Failure.self) { try pay("k2").get() }
        #expect(refused?.code == "service.clockIsBehind")
        #expect(try pay("k1").get() != PaymentID(rawValue: ""), "a repeated request is answered as ever")
        try till.storage.write { try $0.append(kind: "test.fact", payment: nil, encoding: ["number": 1]) }
        world.advance(by: ReadinessCheck.longestAge)
        #expect(codes() == ["service.clockIsBehind"], "an entry of the wrong time does not make it right")
        #expect(throws: Failure.self) { try pay("k3").get() }
        till.isSynchronised.withLock { $0 = true }
        world.advance(by: ReadinessCheck.longestAge)
        #expect(codes() == [], "the clock was wrong before")
    }

    // MARK: What is told to whom

    private func reasons(_ scope: TokenScope?) throws -> String {
        let route = try #require(HealthRoutes(till: till, readiness: readiness).routes.first { $0.path == "/readyz" })
        let answer = try world.finish { () async throws(Failure) in
            try await route.work(VirtualServedTill.request(scope))
        }
        #expect(answer.status == 503)
        guard case .bytes(let bytes, _) = answer.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func withoutATokenOnlyTheCodesAreTold() throws {
        gate.close()
        let told = try reasons(nil)
        #expect(told.contains("service.stopping") && !told.contains("sentence") && !told.contains("remedy"), "\(told)")
    }

    @Test func whoMayLookIsToldTheSentences() throws {
        gate.close()
        let told = try reasons(.readOnly)
        #expect(told.contains("\"sentence\":\"The service is stopping"), "\(told)")
    }
}
