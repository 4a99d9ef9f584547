import CTerminalLine
import Flow
import Foundation
import Glibc
import Hardware
import Model
import Synchronization
import Testing

@testable import Transports

/// The promises of `Transport`, tested over real pseudo terminals of the kernel.
@Suite struct SerialPortTests {
    let line: Pseudoterminal

    init() throws { line = try Pseudoterminal() }

    private func openPort(_ handler: any LineHandler, options: [String: String] = [:]) throws -> SerialPort {
        let port = try SerialPort(line.address(options), uptime: steadyClock)
        try port.open(handler)
        return port
    }

    @Test func everyByteValueGoesBothWaysUnchanged() throws {
        let handler = echo()
        let port = try openPort(handler)
        defer { port.close() }
        let all = Array(UInt8.min...UInt8.max)
        try line.send(all)
        #expect(try line.take(256) == all)
        #expect(handler.received == all)
        #expect(handler.calls.first == .opened)
    }

    @Test func whatTheWireOrdersOnOpeningIsSentFirst() throws {
        let handler = RecordingLineHandler { call, _ in LineCommands(write: call == .opened ? [1, 2, 3] : []) }
        let port = try openPort(handler)
        defer { port.close() }
        port.perform { _ in LineCommands(write: [4]) }
        #expect(try line.take(4) == [1, 2, 3, 4])
    }

    @Test func bytesThatWaitedBeforeTheOpeningAreReceived() throws {
        let keeper = Glibc.open(line.path, O_RDWR | O_NOCTTY)
        defer { _ = Glibc.close(keeper) }
        var raw = termios()
        tcgetattr(keeper, &raw)
        cfmakeraw(&raw)
        tcsetattr(keeper, TCSANOW, &raw)
        try line.send([0x10, 0x02])
        let handler = RecordingLineHandler()
        let port = try openPort(handler)
        defer { port.close() }
        #expect(handler.wait { $0.received == [0x10, 0x02] })
    }

    @Test func theLineIsRawWithTheSpeedAndStopBitsAsked() throws {
        let port = try openPort(RecordingLineHandler(), options: ["baud": "115200", "stop": "2"])
        defer { port.close() }
        let probe = Glibc.open(line.path, O_RDWR | O_NOCTTY)
        defer { _ = Glibc.close(probe) }
        var set = termios()
        #expect(tcgetattr(probe, &set) == 0)
        #expect(cfgetospeed(&set) == speed_t(B115200))
        #expect(set.c_cflag & tcflag_t(CSIZE) == tcflag_t(CS8))
        #expect(set.c_cflag & tcflag_t(CSTOPB) != 0)
        #expect(set.c_cflag & tcflag_t(PARENB) == 0)
        #expect(set.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
        #expect(set.c_iflag & tcflag_t(IXON | IXOFF | ICRNL) == 0)
        #expect(set.c_oflag & tcflag_t(OPOST) == 0)
    }

    private func openPrinterPort(_ handler: any LineHandler, _ handshake: String) throws -> SerialPort {
        let port = try SerialPort(line.address(["handshake": handshake]), isPrinter: true, uptime: steadyClock)
        try port.open(handler)
        return port
    }

    @Test(arguments: [("none", false, false), ("rts", true, false), ("xon", false, true)])
    func theHandshakeIsThatOfTheAddress(_ handshake: String, _ heedsCTS: Bool, _ heedsXOFF: Bool) throws {
        let port = try openPrinterPort(RecordingLineHandler(), handshake)
        defer { port.close() }
        let probe = Glibc.open(line.path, O_RDWR | O_NOCTTY)
        defer { _ = Glibc.close(probe) }
        #expect((till_line_obeys(probe, TILL_HANDSHAKE_RTS) != 0) == heedsCTS)
        #expect((till_line_obeys(probe, TILL_HANDSHAKE_XON) != 0) == heedsXOFF)
    }

    @Test func whatXOFFHoldsBackLeavesWithXONAndNeitherReachesTheWire() throws {
        let handler = RecordingLineHandler()
        let port = try openPrinterPort(handler, "xon")
        defer { port.close() }
        try line.send([0x13, 0x41])
        #expect(handler.wait { $0.received == [0x41] })
        port.perform { _ in LineCommands(write: [1, 2, 3]) }
        try line.send([0x42])
        #expect(handler.wait { $0.received == [0x41, 0x42] })
        #expect(line.takeWhatIsThere().isEmpty)
        try line.send([0x11])
        #expect(try line.take(3) == [1, 2, 3])
        #expect(handler.received == [0x41, 0x42])
    }

    @Test func anXOFFOfFormerTimesHoldsNothingBack() throws {
        let keeper = Glibc.open(line.path, O_RDWR | O_NOCTTY)
        defer { _ = Glibc.close(keeper) }
        let handler = RecordingLineHandler()
        let former = try openPrinterPort(handler, "xon")
        try line.send([0x13, 0x41])
        #expect(handler.wait { $0.received == [0x41] })
        former.close()
        let port = try openPrinterPort(RecordingLineHandler(), "xon")
        defer { port.close() }
        port.perform { _ in LineCommands(write: [1, 2, 3]) }
        #expect(try line.take(3) == [1, 2, 3])
    }

    /// Bytes that the kernel has may leave long after their job was given up, and closing the line would wait for them.
    /// The other end of the pty already holds 4 KiB of the bytes.
    @Test(arguments: [true, false])
    func withAHandshakeWhatIsNotSettledIsTakenBackAtTheClose(_ isSettled: Bool) throws {
        let job = [UInt8](repeating: 7, count: 6000)
        let handler = RecordingLineHandler { call, _ in
            LineCommands(write: call == .received([0x41]) ? job : [], isSettled: isSettled)
        }
        let port = try openPrinterPort(handler, "rts")
        let keeper = Glibc.open(line.path, O_RDWR | O_NOCTTY)
        defer { _ = Glibc.close(keeper) }
        for byte: UInt8 in [0x41, 0x42] {
            try line.send([byte])
            #expect(handler.wait { $0.received.last == byte })
        }
        port.close()
        guard !isSettled else { return #expect(try line.take(job.count) == job) }
        var left = 0
        while case let count = line.takeWhatIsThere().count, count > 0 { left += count }
        #expect(left < job.count)
    }

    @Test func aBurstLargerThanTheKernelTakesArrivesWholeAndInOrder() throws {
        let burst = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let port = try openPort(RecordingLineHandler())
        defer { port.close() }
        port.perform { _ in LineCommands(write: Array(burst[..<150_000])) }
        port.perform { _ in LineCommands(write: Array(burst[150_000...])) }
        #expect(try line.take(burst.count, step: 997) == burst)
    }

    @Test func theLineIsReadWhileABurstWaitsForAPeerThatTakesNothing() throws {
        let handler = RecordingLineHandler()
        let port = try openPort(handler)
        defer { port.close() }
        port.perform { _ in LineCommands(write: [UInt8](repeating: 7, count: 200_000)) }
        try line.send([0x15])
        #expect(handler.wait { $0.received == [0x15] })
    }

    @Test func morePendingThanTheNamedLimitEndsTheLine() throws {
        let handler = RecordingLineHandler()
        let port = try openPort(handler)
        defer { port.close() }
        let tooMuch = [UInt8](repeating: 0, count: LineLimits.longestBacklog + 1)
        port.perform { _ in LineCommands(write: tooMuch) }
        #expect(handler.wait { $0.losses == [.system(errno: ENOBUFS, during: .writing)] })
        #expect(line.takeWhatIsThere().isEmpty)
    }

    @Test func workFromManyThreadsIsDoneOnceEachAndInTheOrderOfItsThread() throws {
        let port = try openPort(RecordingLineHandler())
        defer { port.close() }
        let threads = 8
        for thread in 0..<threads {
            Thread.detachNewThread {
                for number in 0..<1000 {
                    port.perform { _ in LineCommands(write: [UInt8(thread), UInt8(number >> 8), UInt8(number & 0xFF)]) }
                }
            }
        }
        let bytes = try line.take(threads * 3000)
        var next = [Int](repeating: 0, count: threads)
        for record in stride(from: 0, to: bytes.count, by: 3) {
            let thread = Int(bytes[record])
            #expect(Int(bytes[record + 1]) << 8 | Int(bytes[record + 2]) == next[thread])
            next[thread] += 1
        }
        #expect(next == [Int](repeating: 1000, count: threads))
    }
}
