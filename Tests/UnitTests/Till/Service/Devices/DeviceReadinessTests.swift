import Flow
import Foundation
import Model
import Payments
import Simulator
import Storage
import Stores
import Testing

@testable import Service

/// What readiness says of a service with several terminals and printers, in virtual time.
@Suite struct DeviceReadinessTests {
    private let till: VirtualServedTill
    private let gate = ShutdownGate()
    private let enquiries: TerminalEnquiries
    private let readiness: ReadinessCheck
    private static let kitchen = DeviceAddress(scheme: "memory", path: "kitchen")

    init() throws {
        till = try VirtualServedTill()
        till.configure(bar: true, printer: Self.kitchen)
        enquiries = TerminalEnquiries(till: till)
        readiness = ReadinessCheck(till: till, gate: gate, enquiries: enquiries)
    }

    private var world: VirtualWorld { till.kiosk.world }

    /// Each reason as `code device`, with `!` if it stops payments.
    private func reasons(_ check: ReadinessCheck? = nil) -> [String] {
        let check = check ?? readiness
        return world.finish { await check.obstacles() }.map { found in
            found.failure.code + (found.device.map { " \($0)" } ?? "") + (found.stops ? "!" : "")
        }
    }

    private func answer(_ scope: TokenScope? = .readOnly) throws -> (status: Int, text: String) {
        let routes = HealthRoutes(till: till, readiness: readiness).routes
        let route = try #require(routes.first { $0.path == "/readyz" })
        let answer = try world.finish { () async throws(Failure) in
            try await route.work(VirtualServedTill.request(scope))
        }
        guard case .bytes(let bytes, _) = answer.body else { return (answer.status, "") }
        return (answer.status, String(decoding: bytes, as: UTF8.self))
    }

    private func pay(at terminal: DeviceAddress) throws {
        let starts = PaymentStarts(till: till, gate: gate, enquiries: enquiries)
        let request = PaymentRequest(
            subject: .order(OrderID(rawValue: 1042)), terminal: terminal, printer: MemoryPrinter.address,
            giveUpAfter: .seconds(60))
        _ = try world.finish { () async throws(Failure) in try await starts.begin(request, key: "k1") }
    }

    /// Switches a terminal off now. No time passes.
    private func switchOff(_ terminal: SimulatedTerminalInMemory) {
        terminal.switchOff()
        world.run()
    }

    private func askForStatus(of printer: DeviceAddress) throws {
        let till = till
        _ = try world.finish { () async throws(Failure) in
            try await till.ask { PrinterServiceAction.status(printer, $0) }
        }
    }

    // MARK: Terminals

    @Test func everyConfiguredTerminalIsAsked() {
        #expect(reasons() == [])
        #expect(till.kiosk.terminal.commands[0x0501] == 1)
        #expect(till.bar.commands[0x0501] == 1)
    }

    @Test func aBrokenTerminalBesideTheUsualOneIsNamedAndStopsNothing() throws {
        switchOff(till.bar)
        #expect(reasons() == ["line.notFound bar"])
        let (status, text) = try answer()
        #expect(status == 200 && text.contains("\"ready\":true"), "\(text)")
        #expect(text.contains("\"device\":\"bar\"") && text.contains("\"stops\":false"), "\(text)")
    }

    @Test func withoutATokenNoDeviceIsNamed() throws {
        switchOff(till.bar)
        let text = try answer(nil).text
        #expect(text.contains("\"code\":\"line.notFound\"") && !text.contains("bar"), "\(text)")
    }

    @Test func theUsualTerminalStopsReadiness() throws {
        switchOff(till.kiosk.terminal)
        #expect(reasons() == ["line.notFound counter!"])
        #expect(try answer().status == 503)
    }

    /// The bar's last answer would be as old as the longest row of payments at the counter.
    @Test func anIdleTerminalIsAskedWhileAnotherOneTakesAPayment() throws {
        #expect(reasons() == [])
        world.advance(by: TerminalEnquiries.longestAge)
        try pay(at: till.kiosk.terminal.address)
        switchOff(till.bar)
        #expect(till.isBusy)
        #expect(reasons() == ["line.notFound bar"])
        #expect(till.kiosk.terminal.commands[0x0501] == 1, "the terminal that takes the payment is left alone")
    }

    @Test func aTerminalThatWasNeverAskedIsNotReady() throws {
        let other = try till.locks.take(terminal: till.bar.address)
        #expect(reasons() == ["reader.notAsked bar"])
        other.release()
        world.advance(by: ReadinessCheck.longestAge)
        #expect(reasons() == [])
    }

    @Test func anAnswerThatCannotBeRenewedStandsForSomeMinutes() throws {
        #expect(reasons() == [])
        let other = try till.locks.take(terminal: till.kiosk.terminal.address)
        world.advance(by: TerminalEnquiries.longestAge * 2)
        #expect(reasons() == [])
        world.advance(by: TerminalEnquiries.longestStanding)
        #expect(reasons() == ["reader.notAsked counter!"])
        other.release()
    }

    /// As a recovery uses it that asks what became of a payment: the cable is in by then.
    @Test func aTerminalThatIsUsedAgainIsNotCalledMissing() throws {
        switchOff(till.bar)
        #expect(reasons() == ["line.notFound bar"])
        till.bar.switchOn()
        let other = try till.locks.take(terminal: till.bar.address)
        world.advance(by: TerminalEnquiries.longestAge)
        #expect(reasons() == ["reader.notAsked bar"])
        other.release()
        world.advance(by: ReadinessCheck.longestAge)
        #expect(reasons() == [])
    }

    @Test func whoAsksDuringAnEnquiryGetsItsAnswer() {
        let (enquiries, terminal) = (enquiries, till.bar.address)
        switchOff(till.bar)
        let first = till.environment.spawn("first") { _ = await enquiries.obstacle(at: terminal) }
        world.advance(by: .milliseconds(1))
        #expect(world.finish { await enquiries.obstacle(at: terminal) }?.code == "line.notFound")
        withExtendedLifetime(first) {}
    }

    @Test func aDoubtAtAnotherTerminalIsNamedAndStopsNothing() throws {
        try pay(at: till.bar.address)
        world.advance(by: .milliseconds(500))
        switchOff(till.bar)
        world.advance(by: .seconds(90))
        #expect(reasons().contains("payment.inDoubt bar"), "\(reasons())")
    }

    @Test func aKioskLooksAtItsOwnDevicesOnly() throws {
        switchOff(till.bar)
        till.kiosk.printer.takePaperOut()
        try askForStatus(of: Self.kitchen)
        let own = ReadinessCheck(
            till: till, gate: gate, enquiries: enquiries, of: .kiosk(terminal: nil, printer: nil))
        #expect(reasons(own) == [])
        let bar = ReadinessCheck(
            till: till, gate: gate, enquiries: enquiries, of: .kiosk(terminal: "bar", printer: "kitchen"))
        #expect(reasons(bar) == ["line.notFound bar!", "printer.paperOut kitchen!"])
    }

    // MARK: Printers

    @Test func aPrinterWithoutPaperIsAReason() throws {
        till.kiosk.printer.takePaperOut()
        #expect(reasons() == [], "nobody has asked it yet")
        try askForStatus(of: MemoryPrinter.address)
        world.advance(by: ReadinessCheck.longestAge)
        #expect(reasons() == ["printer.paperOut receipts!"])
    }

    @Test func noPrinterStopsPaymentsAtATerminalThatPrintsReceipts() throws {
        till.terminalsPrint.withLock { $0 = true }
        till.kiosk.printer.takePaperOut()
        try askForStatus(of: MemoryPrinter.address)
        world.advance(by: ReadinessCheck.longestAge)
        #expect(reasons() == ["printer.paperOut receipts"], "it is said all the same")
    }

    @Test func anotherPrinterWithoutPaperIsNamedAndStopsNothing() throws {
        till.kiosk.printer.takePaperOut()
        try askForStatus(of: Self.kitchen)
        #expect(reasons() == ["printer.paperOut kitchen"])
        #expect(try answer().status == 200)
    }
}
