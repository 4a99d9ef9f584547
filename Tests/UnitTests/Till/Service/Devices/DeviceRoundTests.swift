import Flow
import Foundation
import Model
import Payments
import Simulator
import Storage
import Stores
import Testing

@testable import Service

/// The looks at devices that nobody asks about, in virtual time.
@Suite struct DeviceRoundTests {
    private let till: VirtualServedTill
    private let gate = ShutdownGate()
    private let enquiries: TerminalEnquiries
    private let rounds: any Running
    /// Status enquiry and registration, by their control fields.
    private static let (status, registration): (UInt16, UInt16) = (0x0501, 0x0600)

    init() throws {
        till = try VirtualServedTill()
        till.configure(bar: true)
        enquiries = TerminalEnquiries(till: till)
        rounds = DeviceRounds(till: till, gate: gate, enquiries: enquiries).begin()
        for device in till.knownTerminals() { try attach(DeviceIdentity(kind: .terminal, address: device.address)) }
        try attach(DeviceIdentity(kind: .printer, address: MemoryPrinter.address))
        world.run()
    }

    private var world: VirtualWorld { till.kiosk.world }
    private var counter: SimulatedTerminalInMemory { till.kiosk.terminal }

    private func attach(_ device: DeviceIdentity) throws {
        let till = till
        try world.finish { () async throws(Failure) in try await till.ask { DeviceAction.attach(device, $0) } }
    }

    private func standing(_ device: DeviceAddress) -> DevicesState.Standing? {
        till.watched.current.standing(of: device)
    }

    private func pay() throws {
        let starts = PaymentStarts(till: till, gate: gate, enquiries: enquiries)
        let request = PaymentRequest(
            subject: .order(OrderID(rawValue: 1042)), terminal: counter.address, printer: MemoryPrinter.address,
            giveUpAfter: .seconds(60))
        _ = try world.finish { () async throws(Failure) in try await starts.begin(request, key: "k1") }
    }

    @Test func anIdleTerminalIsAskedOnceAMinuteAndNothingElse() {
        world.advance(by: .seconds(59))
        #expect(counter.commands == [:] && till.bar.commands == [:])
        world.advance(by: .seconds(600))
        for terminal in [counter, till.bar] {
            #expect((9...10).contains(terminal.commands[Self.status] ?? 0))
            #expect(terminal.commands[Self.registration] == terminal.commands[Self.status])
        }
    }

    /// Whoever polls readiness every few seconds adds nothing.
    @Test func thoseWhoAskForReadinessShareTheAnswers() {
        let readiness = ReadinessCheck(till: till, gate: gate, enquiries: enquiries)
        for _ in 0..<120 {
            #expect(world.finish { await readiness.obstacles() }.isEmpty)
            world.advance(by: .seconds(5))
        }
        #expect((9...11).contains(counter.commands[Self.status] ?? 0))
    }

    @Test func aTerminalThatTakesAPaymentIsLeftAlone() throws {
        world.advance(by: .seconds(59.9))
        try pay()
        world.advance(by: .seconds(10))
        #expect(counter.commands[Self.status] == nil)
        #expect(till.bar.commands[Self.status] == 1)
    }

    /// As a command does that was handed over to the service.
    @Test func workThatNeedsATerminalWaitsForItsEnquiryAndIsNotRefused() throws {
        world.advance(by: .seconds(60))
        world.advance(by: .milliseconds(1))
        let (till, terminal) = (till, counter.address)
        let report = try world.finish { () async throws(Failure) in
            try await till.ask { TerminalServiceAction.perform(.register, on: terminal, .eur, $0) }
        }
        #expect(report.terminalID != nil)
        #expect(counter.commands[Self.status] == 1, "the enquiry was not cut off")
    }

    @Test func aTerminalThatFallsSilentIsMissedAndFoundAgainThoughNobodyAsks() throws {
        world.advance(by: .seconds(61))
        #expect(standing(till.bar.address) == .ready)
        till.bar.switchOff()
        world.advance(by: .seconds(61))
        guard case .notReady(let why) = standing(till.bar.address) else { return #expect(Bool(false)) }
        #expect(why.code == "line.notFound")
        #expect(try metrics().contains("till_device_up{device=\"bar\",kind=\"reader\"} 0"))
        #expect(try metrics().contains("till_device_up{device=\"counter\",kind=\"reader\"} 1"))
        till.bar.switchOn()
        world.advance(by: .seconds(120))
        #expect(standing(till.bar.address) == .ready)
        #expect(try metrics().contains("till_device_up{device=\"bar\",kind=\"reader\"} 1"))
    }

    private func metrics() throws -> String {
        let route = try #require(MetricsRoutes(till: till, enquiries: enquiries).routes.first)
        let answer = try world.finish { () async throws(Failure) in
            try await route.work(VirtualServedTill.request(.readOnly))
        }
        guard case .bytes(let bytes, _) = answer.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func aPrinterThatHasRunOutOfPaperIsNoticedThoughNobodyPrints() {
        #expect(standing(MemoryPrinter.address) == .ready)
        till.kiosk.printer.takePaperOut()
        world.advance(by: .seconds(61))
        guard case .notReady(let why) = standing(MemoryPrinter.address) else { return #expect(Bool(false)) }
        #expect(why.code == "printer.paperOut")
    }

    @Test func aTerminalThatIsKnownToRefuseTheQuestionIsOnlyRegisteredWith() throws {
        let profile = StoredProfile(profile: TerminalProfile(), foundAt: world.now)
        try ProfileMemory(storage: till.storage).keep(profile, at: counter.address)
        world.advance(by: .seconds(65))
        #expect(counter.commands[Self.registration] == 1 && counter.commands[Self.status] == nil)
        #expect(till.bar.commands[Self.status] == 1)
    }

    @Test func aServiceThatStopsLooksAtNothing() {
        gate.close()
        world.advance(by: .seconds(600))
        #expect(counter.commands == [:])
    }
}
