import Flow
import Hardware
import LogEvents
import Model
import Simulator
import Testing

@testable import Payments
@testable import Stores

/// Looking after devices as effects of the till's state.
@Suite struct DeviceTests {
    private let counter: Counter
    private var world: VirtualWorld { counter.world }
    private static let printer = DeviceIdentity(kind: .printer, address: Counter.printer)
    private static let reader = DeviceIdentity(kind: .terminal, address: Counter.terminal)

    init() throws { counter = try Counter() }

    private func attach(_ device: DeviceIdentity, to till: TillStores) throws {
        try counter.ask(till) { DeviceAction.attach(device, $0) }
    }

    private func standing(_ device: DeviceIdentity, _ till: TillStores) -> DevicesState.Standing? {
        till.devices.current.standing(of: device.address)
    }

    @Test(arguments: [printer, reader]) func aDeviceThatIsThereIsReady(_ device: DeviceIdentity) throws {
        let till = try counter.start()
        try attach(device, to: till)
        world.run()
        #expect(standing(device, till) == .ready)
    }

    @Test(arguments: [printer, reader]) func aDeviceThatIsNotThereIsFoundWhenItIsPluggedIn(_ device: DeviceIdentity)
        throws
    {
        counter.printers.state.withLock { $0.isPlugged = false }
        counter.readers.isPlugged.withLock { $0 = false }
        let till = try counter.start()
        try attach(device, to: till)
        world.advance(by: .seconds(600))
        #expect(standing(device, till) == .notReady(.unplugged))
        counter.printers.state.withLock { $0.isPlugged = true }
        counter.readers.isPlugged.withLock { $0 = true }
        world.advance(by: .seconds(40))
        #expect(standing(device, till) == .ready)
    }

    /// Without it the next look would be half a minute away.
    @Test(arguments: [printer, reader]) func aDeviceIsFoundAtOnceWhenSomethingHasArrived(_ device: DeviceIdentity)
        throws
    {
        counter.printers.state.withLock { $0.isPlugged = false }
        counter.readers.isPlugged.withLock { $0 = false }
        let till = try counter.start()
        try attach(device, to: till)
        world.advance(by: .seconds(600))
        counter.printers.state.withLock { $0.isPlugged = true }
        counter.readers.isPlugged.withLock { $0 = true }
        try till.root.tell(.device(.arrived))
        world.advance(by: .milliseconds(10))
        #expect(standing(device, till) == .ready)
    }

    /// The kernel tells of the device, of its interfaces and of its drivers, each by itself.
    @Test func aDeviceThatArrivesInManyPartsIsToldOnce() throws {
        let readers = SlowReaders(counter)
        counter.readers.isPlugged.withLock { $0 = false }
        let till = try counter.start(readers: readers)
        try attach(Self.reader, to: till)
        world.advance(by: .seconds(600))
        counter.readers.isPlugged.withLock { $0 = true }
        for _ in 1...10 {
            try till.root.tell(.device(.arrived))
            world.advance(by: .milliseconds(50))
        }
        world.advance(by: .seconds(10))
        #expect(standing(Self.reader, till) == .ready)
        #expect(counter.log.entries.count { $0.event == .deviceReconnected } == 1)
    }

    @Test func aDeviceThatHasLeftIsMissedAtOnce() throws {
        let till = try counter.start()
        try attach(Self.printer, to: till)
        world.run()
        counter.printers.state.withLock { $0.isPlugged = false }
        try till.root.tell(.device(.left))
        world.advance(by: .milliseconds(10))
        #expect(standing(Self.printer, till) == .notReady(.unplugged))
    }

    @Test func whoIsDetachedIsLookedForNoMore() throws {
        counter.printers.state.withLock { $0.isPlugged = false }
        let till = try counter.start()
        try attach(Self.printer, to: till)
        world.advance(by: .seconds(5))
        try counter.ask(till) { DeviceAction.detach(Counter.printer, $0) }
        let before = counter.printers.connections
        world.advance(by: .seconds(600))
        #expect(counter.printers.connections == before)
        #expect(standing(Self.printer, till) == nil)
    }

    @Test func aPaymentDoesNotWaitForAPrinterThatIsDetachedMeanwhile() throws {
        let other = try counter.locks.take(printer: Counter.printer)
        let till = try counter.start()
        let request = PaymentRequest(
            subject: .amount(.sample), terminal: Counter.terminal, printer: Counter.printer, giveUpAfter: .seconds(5))
        let answer = Mailbox<PaymentReport>()
        till.manager.dispatch(CardPresentPaymentsAction.collectPayment(request, Reply { answer.put($0) }))
        world.advance(by: .milliseconds(100))
        try counter.ask(till) { DeviceAction.detach(Counter.printer, $0) }
        world.advance(by: .seconds(10))
        #expect(throws: Failure.detached) { try #require(answer.value).get() }
        other.release()
    }

    @Test func aPrinterThatIsBackPrintsAtOnceWhatWaits() throws {
        counter.printers.state.withLock { $0.isPlugged = false }
        try counter.approve(1042)
        let till = try counter.start()
        try attach(Self.printer, to: till)
        try counter.ask(till) { PrintSpoolAction.serve(printer: Counter.printer, $0) }
        world.advance(by: .seconds(600))
        counter.printers.state.withLock { $0.isPlugged = true }
        let back = till.devices
        while back.current.standing(of: Counter.printer) != .ready { world.advance(by: .milliseconds(100)) }
        world.advance(by: UnpluggedPrinters.printTime * 2)
        #expect(counter.printers.sheets == 2)
    }

    @Test func aPrinterThatFailsWhilePrintingIsLookedAt() throws {
        let till = try counter.start()
        try attach(Self.printer, to: till)
        world.run()
        counter.printers.state.withLock { $0.paper = .out }
        try counter.approve(1042)
        try counter.ask(till) { PrintSpoolAction.serve(printer: Counter.printer, $0) }
        world.advance(by: .seconds(5))
        guard case .notReady(let failure)? = standing(Self.printer, till) else { return #expect(Bool(false)) }
        #expect(failure.code == "printer.paperOut")
    }

    @Test func aTerminalThatHasAPaymentIsNotTouched() throws {
        let payment = try counter.locks.claim(Counter.terminal.description)
        let till = try counter.start()
        try attach(Self.reader, to: till)
        world.advance(by: .seconds(60))
        #expect(counter.readers.connections.withLock { $0 } == 0)
        payment?.release()
        world.advance(by: .seconds(60))
        #expect(standing(Self.reader, till) == .ready)
    }

    @Test func aTerminalThatHasAPaymentIsNotLost() throws {
        let till = try counter.start()
        try attach(Self.reader, to: till)
        world.run()
        #expect(standing(Self.reader, till) == .ready)
        let payment = try counter.locks.claim(Counter.terminal.description)
        // As when something else is unplugged meanwhile.
        try till.root.tell(.device(.left))
        world.advance(by: .seconds(120))
        #expect(standing(Self.reader, till) == .ready)
        payment?.release()
        world.advance(by: .seconds(40))
        #expect(standing(Self.reader, till) == .ready)
        #expect(!counter.log.entries.contains { $0.event == .deviceLost })
    }

    /// A recovery takes the terminal as soon as it is there again, and has it for minutes.
    @Test func aTerminalThatWasMissingAndIsUsedIsInUse() {
        var devices = DevicesState()
        let address = Self.reader.address
        _ = devices.reduce(.attached(Self.reader))
        _ = devices.reduce(.inUse(address))
        #expect(devices.standing(of: address) == .unknown, "nobody has seen yet whether it is there")
        _ = devices.reduce(.notReady(address, .unplugged))
        #expect(devices.absence(of: address) == .unplugged)
        _ = devices.reduce(.inUse(address))
        #expect(devices.standing(of: address) == .notReady(.usedAgain))
        #expect(devices.absence(of: address) == nil, "nobody is sent to the cable")
        #expect(devices.reduce(.ready(address)) == address, "what waits for it goes on")
        _ = devices.reduce(.inUse(address))
        #expect(devices.standing(of: address) == .ready)
    }

    @Test func aTerminalThatLeavesDuringAPaymentIsMissedAfterIt() throws {
        let till = try counter.start()
        try attach(Self.reader, to: till)
        world.run()
        let payment = try counter.locks.claim(Counter.terminal.description)
        counter.readers.isPlugged.withLock { $0 = false }
        try till.root.tell(.device(.left))
        world.advance(by: .seconds(60))
        #expect(standing(Self.reader, till) == .ready)
        payment?.release()
        world.advance(by: .seconds(40))
        #expect(standing(Self.reader, till) == .notReady(.unplugged))
    }

    @Test func aProcessThatStaysTakesUpEverything() throws {
        counter.printers.state.withLock { $0.isPlugged = false }
        counter.shop.cutOff()
        try counter.approve(1042)
        let till = try counter.start()
        try counter.ask(till) { AppSettingsAction.remember(Self.printer, $0) }
        try counter.ask(till) { AppSettingsAction.remember(Self.reader, $0) }
        try world.finish { () async throws(Failure) in try await till.resume() }
        world.advance(by: .seconds(600))
        #expect(standing(Self.reader, till) == .ready)
        counter.printers.state.withLock { $0.isPlugged = true }
        counter.shop.cutOff(false)
        world.advance(by: .seconds(400))
        #expect(counter.printers.sheets == 2)
        #expect(counter.shop.told == ["1042"])
    }
}

/// Readers that are found out about in a second, or as soon as nobody wants to know it any more.
private final class SlowReaders: CardReaderService {
    private let counter: Counter

    init(_ counter: Counter) { self.counter = counter }

    func discover() -> [DeviceIdentity] { [] }

    func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal {
        try counter.readers.connect(address)
    }

    func reach(_ address: DeviceAddress) async throws(Failure) {
        let environment = counter.world.environment
        try? await environment.sleep(environment.uptime() + .seconds(1))
        try connect(address).close()
    }
}
