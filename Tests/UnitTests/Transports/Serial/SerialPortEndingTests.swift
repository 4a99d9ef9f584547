import Flow
import Foundation
import Glibc
import Hardware
import Synchronization
import Testing

@testable import Transports

/// How a line ends, on request or not.
@Suite struct SerialPortEndingTests {
    @Test func aHangUpIsNamedWithThePathOnce() throws {
        var line: Pseudoterminal? = try Pseudoterminal()
        let handler = RecordingLineHandler()
        let address = try #require(line?.address())
        let port = try SerialPort(address, uptime: steadyClock)
        try port.open(handler)
        line = nil
        #expect(handler.wait { !$0.losses.isEmpty })
        port.close()
        #expect(handler.calls == [.opened, .lost(.unplugged(address.path))])
    }

    @Test func aHangUpDuringAWriteIsALossNotACrash() throws {
        var line: Pseudoterminal? = try Pseudoterminal()
        let handler = RecordingLineHandler()
        let port = try SerialPort(#require(line?.address()), uptime: steadyClock)
        try port.open(handler)
        port.perform { _ in LineCommands(write: [UInt8](repeating: 1, count: 200_000)) }
        line = nil
        #expect(handler.wait { $0.losses.count == 1 })
        port.close()
    }

    @Test func aLostLineIsFreeAgainWhenTheWireHearsOfIt() throws {
        let link = NSTemporaryDirectory() + "till-line-\(ProcessInfo.processInfo.globallyUniqueString)"
        var first: Pseudoterminal? = try Pseudoterminal()
        let second = try Pseudoterminal()
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: #require(first?.path))
        defer { try? FileManager.default.removeItem(atPath: link) }
        let port = try SerialPort(.init(scheme: "serial", path: link), uptime: steadyClock)
        let lost = RecordingLineHandler()
        try port.open(lost)
        first = nil
        #expect(lost.wait { $0.losses == [.unplugged(link)] })

        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: second.path)
        try port.open(echo())
        defer { port.close() }
        try second.send([9])
        #expect(try second.take(1) == [9])
    }

    @Test func afterClosingTheWireIsNotCalledAndWorkIsDropped() throws {
        let line = try Pseudoterminal()
        let handler = RecordingLineHandler { _, now in LineCommands(deadline: now + .milliseconds(1)) }
        let port = try SerialPort(line.address(), uptime: steadyClock)
        try port.open(handler)
        #expect(handler.wait { $0.deadlines.count > 3 })
        port.close()
        let calls = handler.calls.count
        let ran = Atomic(false)
        port.perform { _ in
            ran.store(true, ordering: .relaxed)
            return LineCommands()
        }
        try line.send([1])
        port.close()
        #expect(handler.calls.count == calls)
        #expect(ran.load(ordering: .relaxed) == false)
        #expect(handler.losses.isEmpty)
    }

    @Test func closingInTheMiddleOfTrafficFreesTheLineAtOnce() throws {
        let line = try Pseudoterminal()
        let stop = Atomic(false)
        let flooded = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while !stop.load(ordering: .relaxed) { try? line.send([UInt8](repeating: 5, count: 64)) }
            flooded.signal()
        }
        for _ in 0..<50 {
            let handler = echo()
            let port = try SerialPort(line.address(), uptime: steadyClock)
            try port.open(handler)
            #expect(handler.wait { !$0.received.isEmpty })
            port.close()
            _ = line.takeWhatIsThere()
        }
        stop.store(true, ordering: .relaxed)
        // The flooding thread may wait for room, which only a reader makes.
        let last = try SerialPort(line.address(), uptime: steadyClock)
        try last.open(RecordingLineHandler())
        flooded.wait()
        last.close()
    }

    @Test func aThousandOpeningsLeaveNoDescriptorBehind() throws {
        let line = try Pseudoterminal()
        let port = try SerialPort(line.address(), uptime: steadyClock)
        let before = try descriptors()
        for _ in 0..<1000 {
            try port.open(RecordingLineHandler())
            port.close()
        }
        // Other tests open files meanwhile; one descriptor lost each time would be a thousand.
        #expect(try descriptors() - before < 500)
    }

    @Test func aThousandFailedOpeningsLeaveNoDescriptorBehind() throws {
        let line = try Pseudoterminal()
        let owner = try SerialPort(line.address(), uptime: steadyClock)
        try owner.open(RecordingLineHandler())
        defer { owner.close() }
        let before = try descriptors()
        for _ in 0..<1000 {
            #expect(throws: LineError.self) { try OpenTTY(line.path, .terminal) }
        }
        #expect(try descriptors() - before < 500)
    }

    private func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
