import Failures
import Flow
import Hardware
import Model
import Synchronization
import Testing

@testable import Readers

@Suite struct ZVTTerminalTests {
    private static let address = DeviceAddress(scheme: "serial", path: "/dev/ttyUSB0")
    private static let identity = DeviceIdentity(kind: .terminal, address: address)

    private let transport = ManualTransport(address: address)
    private let told = Told()

    private func terminal() throws -> ZVTTerminal {
        let terminal = ZVTTerminal(identity: Self.identity, transport: transport)
        try terminal.open()
        transport.wake(after: .milliseconds(200))
        return terminal
    }

    @Test func aRequestGoesOutAndItsEndComesBack() throws {
        let terminal = try terminal()
        terminal.start(.enquireStatus, events: told.events)
        transport.run()
        #expect(transport.takeWritten() == SerialBlock.encode([0x05, 0x01, 0x05, 0x00, 0x00, 0x00, 0x03, 0x05]))
        transport.receive(Bytes.ack + Bytes.positive)
        transport.receive(SerialBlock.encode([0x06, 0x0F, 0x01, 0x9C]))
        #expect(told.all == [.accepted, .finished(.completed(TerminalState(status: 0x9C)))])
        #expect(transport.takeWritten() == Bytes.ack + Bytes.ack + Bytes.positive)
    }

    /// In an earlier version each telegram wrapped the listener once more, until a call overflowed the stack.
    @Test func aRequestWithAMillionTelegramsEnds() throws {
        let transport = ManualTransport(address: Self.address, kind: .stream(.kept))
        var settings = TerminalSettings()
        (settings.limits.telegrams, settings.limits.bytes) = (.max, .max)
        let terminal = ZVTTerminal(identity: Self.identity, transport: transport, settings: settings)
        try terminal.open()
        transport.connect()
        let count = Mutex(0)
        terminal.start(.authorise(Money(minorUnits: 1250, currency: .eur))) { _ in count.withLock { $0 += 1 } }
        transport.run()
        transport.receive([0x80, 0x00, 0x00])
        for _ in 0..<1_000_000 {
            transport.receive([0x04, 0xFF, 0x01, 0x0A])
            _ = transport.takeWritten()
        }
        transport.receive([0x06, 0x1E, 0x01, 0x6C])
        #expect(count.withLock { $0 } == 1_000_002)
    }

    @Test func theNextRequestMayStartFromTheLastEventOfTheFormer() throws {
        let terminal = try terminal()
        let told = told
        terminal.start(.enquireStatus) { event in
            if event.end != nil { terminal.start(.repeatReceipt, events: told.events) }
        }
        transport.run()
        transport.receive(Bytes.ack + Bytes.positive + SerialBlock.encode([0x06, 0x0F, 0x01, 0x00]))
        transport.run()
        transport.receive(Bytes.ack)
        #expect(transport.takeWritten().hexSuffix(of: SerialBlock.encode([0x06, 0x20, 0x05, 0, 0, 0, 0x03, 0x03])))
    }

    @Test func aLostLineEndsTheRequestOnce() throws {
        let terminal = try terminal()
        terminal.start(.enquireStatus, events: told.events)
        transport.run()
        transport.lose(.unplugged("/dev/ttyUSB0"))
        terminal.close()
        #expect(told.codes == ["reader.lineLost"])
    }

    @Test func aRequestTheQueueNeverSawEndsToo() throws {
        let terminal = try terminal()
        terminal.start(.enquireStatus, events: told.events)
        transport.lose(.system(errno: 5, during: .reading))
        #expect(told.codes == ["reader.lineLost"])
    }

    @Test func aRequestAfterTheLineWasLostEndsAtOnce() throws {
        let terminal = try terminal()
        transport.lose(.unplugged("/dev/ttyUSB0"))
        terminal.start(.enquireStatus, events: told.events)
        #expect(told.codes == ["reader.lineLost"])
    }

    @Test func closingEndsTheRequestAsDisturbed() throws {
        let terminal = try terminal()
        terminal.start(.register(.eur), events: told.events)
        transport.run()
        terminal.close()
        #expect(told.codes == ["reader.closed"])
    }

    @Test func anAmountNoTelegramCanSayIsNeverSent() throws {
        let terminal = try terminal()
        terminal.start(.authorise(Money(minorUnits: 1_000_000_000_000, currency: .eur)), events: told.events)
        transport.run()
        #expect(told.codes == ["reader.amountOutOfRange"])
        #expect(transport.takeWritten().isEmpty)
    }

    @Test func theServiceConnectsThroughWhatItWasGiven() throws {
        let transport = transport
        let service = ZVTReaderService(
            candidates: { [Self.identity] }, identity: { $0 == Self.address ? Self.identity : nil },
            transport: { _ in transport })
        #expect(service.discover() == [Self.identity])
        #expect(try service.connect(Self.address).identity == Self.identity)
        #expect(transport.isOpen)
    }

    @Test func noOtherDeviceIsLookedAtForAConnection() throws {
        let transport = transport
        let looks = Atomic(0)
        let service = ZVTReaderService(
            candidates: {
                looks.add(1, ordering: .relaxed)
                return []
            }, transport: { _ in transport })
        #expect(try service.connect(Self.address).identity == DeviceIdentity(kind: .terminal, address: Self.address))
        #expect(looks.load(ordering: .relaxed) == 0)
    }

    @Test func whatGoesWrongOnALineIsTold() throws {
        let transport = transport
        let noticed = Noticed()
        let service = ZVTReaderService(
            candidates: { [] }, transport: { _ in transport },
            noticed: noticed.note)
        let terminal = try service.connect(Self.address)
        terminal.start(.register(.eur), events: told.events)
        transport.run()
        terminal.close()
        #expect(noticed.all == [.disturbed])
    }

    @Test func anAddressThatIsNoLineIsRefusedInItsOwnWords() throws {
        let refusal = Failure(LineFailure.notFound, "No line has this address.", recovery: .askOperator)
        let service = ZVTReaderService(
            candidates: { [] }, transport: { _ throws(Failure) -> any Transport in throw refusal })
        #expect(throws: refusal) { try service.connect(Self.address) }
    }
}

/// What was noticed on a line.
private final class Noticed: Sendable {
    private let errors = Mutex<[ProtocolError]>([])

    var all: [ProtocolError] { errors.withLock { $0 } }
    @Sendable func note(_ error: ProtocolError) { errors.withLock { $0.append(error) } }
}

/// The events that the listener of a request received.
final class Told: Sendable {
    private let heard = Mutex<[TerminalEvent]>([])
    var events: @Sendable (TerminalEvent) -> Void { { event in self.heard.withLock { $0.append(event) } } }
    var all: [TerminalEvent] { heard.withLock { $0 } }
    /// The codes of the failures that ended requests.
    var codes: [String] {
        all.compactMap { if case .finished(.disturbed(let failure)) = $0 { failure.code } else { nil } }
    }
}

extension [UInt8] {
    func hexSuffix(of other: [UInt8]) -> Bool { suffix(other.count) == other[...] }
}
