import Flow
import Hardware
import Testing

@testable import Transports

/// Deadlines of a line handler, on the machine's clock and on one that the test moves.
@Suite struct SerialPortDeadlineTests {
    let line: Pseudoterminal

    init() throws { line = try Pseudoterminal() }

    @Test func aDeadlineIsReachedOnceAndNotBeforeItsTime() throws {
        let due = steadyClock() + .milliseconds(40)
        let handler = RecordingLineHandler { call, _ in LineCommands(deadline: call == .opened ? due : nil) }
        let port = try SerialPort(line.address(), uptime: steadyClock)
        try port.open(handler)
        defer { port.close() }
        #expect(handler.wait { !$0.deadlines.isEmpty })
        try line.send([1])
        #expect(handler.wait { $0.received == [1] })
        #expect(handler.deadlines.count == 1)
        #expect(handler.deadlines.allSatisfy { $0 >= due })
    }

    @Test func aLaterOrderReplacesTheDeadline() throws {
        let port = try SerialPort(line.address(), uptime: steadyClock)
        let first = steadyClock() + .seconds(3600)
        let second = steadyClock() + .milliseconds(20)
        let handler = RecordingLineHandler { call, _ in LineCommands(deadline: call == .opened ? first : nil) }
        try port.open(handler)
        defer { port.close() }
        port.perform { _ in LineCommands(deadline: second) }
        #expect(handler.wait { !$0.deadlines.isEmpty })
        #expect(handler.deadlines.allSatisfy { $0 >= second && $0 < first })
    }

    @Test func anOrderWithoutADeadlineTakesItAway() throws {
        let port = try SerialPort(line.address(), uptime: steadyClock)
        let handler = RecordingLineHandler { call, now in
            LineCommands(deadline: call == .opened ? now + .milliseconds(200) : nil)
        }
        try port.open(handler)
        defer { port.close() }
        let later = steadyClock() + .milliseconds(250)
        port.perform { _ in LineCommands() }
        // A second port shows when the deadline of the first one has long passed.
        let other = try Pseudoterminal()
        let watch = RecordingLineHandler { call, _ in LineCommands(deadline: call == .opened ? later : nil) }
        let otherPort = try SerialPort(other.address(), uptime: steadyClock)
        try otherPort.open(watch)
        defer { otherPort.close() }
        #expect(watch.wait { !$0.deadlines.isEmpty })
        try line.send([1])
        #expect(handler.wait { $0.received == [1] })
        #expect(handler.deadlines.isEmpty)
    }

    @Test func bytesThatWereThereAreReceivedBeforeADeadlineThatHasPassed() throws {
        let gate = BlockedOpening()
        let port = try SerialPort(line.address(), uptime: steadyClock)
        let handler = RecordingLineHandler { call, now in
            // Simulates slow scheduling: when the loop first looks, the deadline has passed and the bytes are there.
            if call == .opened { gate.waitUntilReleased() }
            return LineCommands(deadline: call == .opened ? now : nil)
        }
        try port.open(handler)
        defer { port.close() }
        try line.send([0x06])
        gate.release()
        #expect(handler.wait { $0.received == [0x06] })
        #expect(handler.calls == [.opened, .received([0x06])])
    }
}
