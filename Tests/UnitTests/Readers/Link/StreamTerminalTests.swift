import Failures
import Flow
import Hardware
import Model
import Testing

@testable import Readers

/// A terminal on the network. Connections come and go, and requests are affected only if they are cut off.
@Suite struct StreamTerminalTests {
    private static let address = DeviceAddress(scheme: "tcp", path: "192.168.1.20")
    private static let closed = LineLoss.disconnected(Failure(LineFailure.closed, "It closed.", recovery: .askOperator))
    private static let refused = LineLoss.disconnected(Failure(LineFailure.refused, "Nobody.", recovery: .askOperator))
    private static let enquiry = bytes(of: .enquireStatus)
    private static let registration = bytes(of: .register(.eur))
    private static let lastReceipt = bytes(of: .repeatReceipt)
    private static let positive: [UInt8] = [0x80, 0x00, 0x00]

    private let told = Told()

    private static func bytes(of request: TerminalRequest) -> [UInt8] {
        (try? Sequences.telegram(of: request, TerminalSettings()).bytes) ?? []
    }

    private static func line(_ use: ConnectionUse = .kept) -> ManualTransport {
        ManualTransport(address: address, kind: .stream(use))
    }

    private func terminal(on line: ManualTransport) throws -> ZVTTerminal {
        let terminal = ZVTTerminal(identity: DeviceIdentity(kind: .terminal, address: Self.address), transport: line)
        try terminal.open()
        return terminal
    }

    private static func completion(terminal id: [UInt8]? = nil) -> [UInt8] {
        let field = id.map { [0x29] + $0 } ?? []
        return [0x06, 0x0F, UInt8(field.count)] + field
    }

    /// A terminal that is registered as 29001234, with an open connection.
    private func registered(on line: ManualTransport) throws -> ZVTTerminal {
        let terminal = try terminal(on: line)
        line.connect()
        terminal.start(.register(.eur), events: Told().events)
        line.run()
        line.receive(Self.positive + Self.completion(terminal: [0x29, 0x00, 0x12, 0x34]))
        #expect(line.takeWritten() == Self.registration + Self.positive)
        return terminal
    }

    @Test func aRequestWaitsForTheConnectionAndGoesOutBare() throws {
        let line = Self.line()
        let terminal = try terminal(on: line)
        terminal.start(.enquireStatus, events: told.events)
        line.run()
        #expect(line.takeWritten().isEmpty)
        line.connect()
        #expect(line.takeWritten() == Self.enquiry)
        line.receive(Self.positive + [0x06, 0x0F, 0x01, 0x00])
        #expect(told.all == [.accepted, .finished(.completed(TerminalState(status: 0)))])
        #expect(line.takeWritten() == Self.positive)
        #expect(line.isOpen)
    }

    @Test func aConnectionThatCannotBeMadeDisturbsTheRequestAndTheNextTriesAgain() throws {
        let line = Self.line()
        let terminal = try terminal(on: line)
        terminal.start(.enquireStatus, events: told.events)
        line.lose(Self.refused)
        #expect(told.codes == ["line.refused"])
        terminal.start(.enquireStatus, events: told.events)
        #expect(line.openings == 2)
        line.connect()
        #expect(line.takeWritten() == Self.enquiry)
    }

    @Test func anIdleCloseIsNoDisturbanceAndTheNextRequestRegistersAnewFirst() throws {
        let line = Self.line()
        let terminal = try registered(on: line)
        line.lose(Self.closed)
        #expect(line.openings == 1)
        terminal.start(.repeatReceipt, events: told.events)
        line.connect()
        #expect(line.takeWritten() == Self.registration)
        line.receive(Self.positive + Self.completion(terminal: [0x29, 0x00, 0x12, 0x34]))
        #expect(line.takeWritten() == Self.positive + Self.lastReceipt)
        #expect(told.all.isEmpty)
        line.receive(Self.positive + Self.completion())
        #expect(told.all == [.accepted, .finished(.completed(TerminalState()))])
    }

    /// The connection was already closing when the request was made, so nothing of it was sent.
    @Test func aCloseBeforeTheQueueSawTheRequestIsNoDisturbance() throws {
        let line = Self.line()
        let terminal = try registered(on: line)
        terminal.start(.enquireStatus, events: told.events)
        line.lose(Self.closed)
        #expect(line.openings == 2)
        line.connect()
        #expect(line.takeWritten() == Self.enquiry)
        #expect(told.all.isEmpty)
    }

    @Test func aCloseDuringARequestDisturbsItAndNothingIsSentAgain() throws {
        let line = Self.line()
        let terminal = try registered(on: line)
        terminal.start(.authorise(Money(minorUnits: 1250, currency: .eur)), events: told.events)
        line.run()
        #expect(line.takeWritten().starts(with: [0x06, 0x01]))
        line.lose(Self.closed)
        #expect(told.codes == ["line.closed"])
        #expect(line.openings == 1)
        #expect(line.takeWritten().isEmpty)
    }

    @Test func aCommandIsTakenBackWithTheConnectionUntilItHasItsEnd() throws {
        let line = Self.line()
        let terminal = try registered(on: line)
        #expect(line.isSettled)
        terminal.start(.enquireStatus, events: told.events)
        line.run()
        #expect(!line.isSettled)
        line.receive(Self.positive)
        #expect(!line.isSettled)
        line.receive(Self.completion())
        #expect(line.isSettled)
    }

    /// Nobody answers. The command may still be in a queue of the network, and it must not arrive later.
    @Test(arguments: ConnectionUse.allCases)
    func aCommandThatWasGivenUpIsTakenBackWithTheConnection(_ use: ConnectionUse) throws {
        let line = Self.line(use)
        let terminal = try terminal(on: line)
        line.connect()
        terminal.start(.enquireStatus, events: told.events)
        line.run()
        line.wake(after: .seconds(5))
        #expect(told.codes == ["reader.noAnswer"])
        #expect(!line.isOpen)
        #expect(!line.isSettled)
    }

    @Test func ourLastAnswerOfATransactionIsNotTakenBackWithItsConnection() throws {
        let line = Self.line(.transaction)
        let terminal = try terminal(on: line)
        line.connect()
        terminal.start(.enquireStatus, events: told.events)
        line.run()
        line.receive(Self.positive + Self.completion())
        #expect(line.takeWritten().suffix(3) == Self.positive)
        #expect(!line.isOpen)
        #expect(line.isSettled)
    }

    @Test func aQuestionThatMetAnIdleCloseIsAskedOnceMore() throws {
        let line = Self.line()
        let terminal = try registered(on: line)
        terminal.start(.repeatReceipt, events: told.events)
        line.run()
        #expect(line.takeWritten() == Self.lastReceipt)
        line.lose(Self.closed)
        #expect(told.all.isEmpty)
        line.connect()
        #expect(line.takeWritten() == Self.registration)
        line.receive(Self.positive + Self.completion(terminal: [0x29, 0x00, 0x12, 0x34]))
        #expect(line.takeWritten() == Self.positive + Self.lastReceipt)
        line.lose(Self.closed)
        #expect(told.codes == ["line.closed"])
        #expect(line.openings == 2)
    }

    /// It closes the connection after each command, a registration included. Only the question for the last receipt is then
    /// asked without one: what became of a payment may depend on it.
    @Test(arguments: [(TerminalRequest.repeatReceipt, true), (.turnoverTotals, false), (.openPreauthorisations, false)])
    func aTerminalThatClosesAfterOurRegistrationIsAskedForItsLastReceiptAlone(
        _ request: TerminalRequest, _ isAskedAgain: Bool
    ) throws {
        let line = Self.line()
        let terminal = try registered(on: line)
        line.lose(Self.closed)
        terminal.start(request, events: told.events)
        line.connect()
        line.receive(Self.positive + Self.completion(terminal: [0x29, 0x00, 0x12, 0x34]))
        #expect(line.takeWritten() == Self.registration + Self.positive + Self.bytes(of: request))
        line.lose(Self.closed)
        #expect(told.codes == (isAskedAgain ? [] : ["line.closed"]))
        #expect(line.openings == (isAskedAgain ? 3 : 2))
        guard isAskedAgain else { return }
        line.connect()
        #expect(line.takeWritten() == Self.bytes(of: request))
    }

    /// A question that needs no registration before it.
    @Test func aQuestionThatMeetsTwoIdleClosesIsNotAskedAThirdTime() throws {
        let line = Self.line()
        let terminal = try registered(on: line)
        terminal.start(.enquireStatus, events: told.events)
        line.run()
        line.lose(Self.closed)
        line.connect()
        #expect(told.all.isEmpty && line.openings == 2)
        line.lose(Self.closed)
        #expect(told.codes == ["line.closed"])
        #expect(line.openings == 2)
    }

    @Test func aQuestionThatWasHeardIsNotAskedAgain() throws {
        let line = Self.line()
        let terminal = try registered(on: line)
        terminal.start(.turnoverTotals, events: told.events)
        line.run()
        line.receive(Self.positive)
        line.lose(Self.closed)
        #expect(told.codes == ["line.closed"])
        #expect(line.openings == 1)
    }

    /// A second end of day would report an empty day.
    @Test func anEndOfDayIsNotAskedForAgain() throws {
        let line = Self.line()
        let terminal = try registered(on: line)
        terminal.start(.endOfDay, events: told.events)
        line.run()
        line.lose(Self.closed)
        #expect(told.codes == ["line.closed"])
        #expect(line.openings == 1)
    }

    @Test func aSlowNetworkMayHaveALongerT3() throws {
        let line = Self.line()
        var settings = TerminalSettings()
        settings.answerWithin = .seconds(20)
        let terminal = ZVTTerminal(
            identity: DeviceIdentity(kind: .terminal, address: Self.address), transport: line, settings: settings)
        try terminal.open()
        line.connect()
        terminal.start(.enquireStatus, events: told.events)
        line.run()
        line.wake(after: .seconds(19))
        #expect(told.all.isEmpty)
        line.wake(after: .seconds(1))
        #expect(told.codes == ["reader.noAnswer"])
    }

    @Test func anotherTerminalBehindTheAddressGetsNoCommandOfOurs() throws {
        let line = Self.line()
        let terminal = try registered(on: line)
        line.lose(Self.closed)
        terminal.start(.authorise(Money(minorUnits: 1250, currency: .eur)), events: told.events)
        line.connect()
        line.receive(Self.positive + Self.completion(terminal: [0x29, 0x00, 0x99, 0x99]))
        #expect(told.codes == ["reader.exchanged"])
        #expect(line.takeWritten() == Self.registration + Self.positive)
        #expect(!line.isOpen)
    }

    @Test func aRequestWhoseRegistrationIsRefusedWasNeverStarted() throws {
        let line = Self.line()
        let terminal = try registered(on: line)
        line.lose(Self.closed)
        terminal.start(.repeatReceipt, events: told.events)
        line.connect()
        line.receive([0x84, 0x83, 0x00])
        #expect(told.all == [.finished(.refused(code: 0x83))])
    }

    @Test func aCommandThatIsNotAnsweredWithinT3ClosesTheConnection() throws {
        let line = Self.line()
        let terminal = try terminal(on: line)
        line.connect()
        terminal.start(.enquireStatus, events: told.events)
        line.run()
        line.wake(after: .seconds(5))
        #expect(told.codes == ["reader.noAnswer"])
        #expect(!line.isOpen)
    }

    @Test func aConnectionForEachTransactionEndsWithItsLastAnswer() throws {
        let line = Self.line(.transaction)
        let terminal = try registered(on: line)
        #expect(!line.isOpen)
        terminal.start(.repeatReceipt, events: told.events)
        #expect(line.openings == 2)
        line.connect()
        line.receive(Self.positive + Self.completion())
        line.receive(Self.positive + Self.completion())
        #expect(
            line.takeWritten() == Self.registration + Self.positive + Self.lastReceipt + Self.positive)
        #expect(told.all == [.accepted, .finished(.completed(TerminalState()))])
        #expect(!line.isOpen)
    }

    @Test func theNextRequestMayStartFromTheLastEventOnAConnectionThatCloses() throws {
        let line = Self.line(.transaction)
        let terminal = try terminal(on: line)
        let told = told
        line.connect()
        terminal.start(.enquireStatus) { event in
            if event.end != nil { terminal.start(.enquireStatus, events: told.events) }
        }
        line.run()
        line.receive(Self.positive + Self.completion())
        #expect(line.openings == 2)
        line.connect()
        #expect(line.takeWritten() == Self.enquiry + Self.positive + Self.enquiry)
    }

    @Test func aStrangerOnThePortIsNamedAndHungUpOn() throws {
        let line = Self.line()
        let terminal = try terminal(on: line)
        line.connect()
        terminal.start(.enquireStatus, events: told.events)
        line.run()
        line.receive(Array("HTTP/1.1 400 Bad Request\r\n".utf8))
        #expect(told.codes == ["reader.foreignProtocol"])
        #expect(!line.isOpen)
    }

    @Test func afterClosingNothingIsOpenedAgain() throws {
        let line = Self.line()
        let terminal = try terminal(on: line)
        terminal.start(.enquireStatus, events: told.events)
        terminal.close()
        #expect(told.codes == ["reader.closed"])
        terminal.start(.enquireStatus, events: told.events)
        #expect(told.codes == ["reader.closed", "reader.closed"])
        #expect(line.openings == 1)
        // A connection that is established nevertheless is closed.
        #expect(terminal.opened(at: Uptime(nanoseconds: 0)).hangsUp)
    }
}
