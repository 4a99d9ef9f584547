import CTerminalLine
import Flow
import Glibc
import Hardware
import Model
import Readers
import Transports

/// The accuracy of the timeout inside a block (T1, 200 ms): a terminal breaks off in the middle of a block and receives a
/// NAK.
struct Supervision: Benchmark {
    static let name = "t1_"
    private static let rounds = 20
    private static let gap = SerialLink.Timing().insideBlock
    /// Longer than any error worth measuring.
    private static let patience = Duration.seconds(2)
    private static let ack: UInt8 = 0x06
    private static let nak: UInt8 = 0x15
    /// A response to no command: it is acknowledged and has no effect.
    private static let response: [UInt8] = [0x80, 0x00, 0x00]

    private let place: Workplace
    init(_ place: Workplace) { self.place = place }

    func figures() throws -> [Figure] {
        var name = [CChar](repeating: 0, count: 128)
        let master = till_pty_open(&name, name.count)
        defer { close(master) }
        let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let address = DeviceAddress(scheme: "serial", path: path, options: ["baud": "115200"])
        let terminal = ZVTTerminal(
            identity: DeviceIdentity(kind: .terminal, address: address),
            transport: try SerialPort(address, uptime: place.environment.uptime))
        try terminal.open()
        defer { terminal.close() }
        // The link listens only after the line was silent.
        _ = isReadable(master, within: Self.gap * 2)
        let errors = Samples(try (0..<Self.rounds).map { _ in try error(master) })
        return [
            Figure(name: Self.name + "error_p50", value: errors.p50 / 1e6, unit: "ms"),
            Figure(name: Self.name + "error_max", value: errors.longest / 1e6, unit: "ms", goal: .atMost(10)),
        ]
    }

    /// The deviation of the NAK from its time, in nanoseconds.
    private func error(_ master: Int32) throws -> Int64 {
        let uptime = place.environment.uptime
        let block = SerialBlock.encode(Self.response)
        try say(block.dropLast(3), to: master)
        let brokenOff = uptime()
        guard try answer(master) == Self.nak else { throw BenchmarkFailed(description: "no NAK came") }
        let error = (uptime() - brokenOff - Self.gap).wholeNanoseconds
        // Three damaged blocks in a row would end the conversation.
        try say(block[...], to: master)
        guard try answer(master) == Self.ack else { throw BenchmarkFailed(description: "no ACK came") }
        return abs(error)
    }

    private func say(_ bytes: ArraySlice<UInt8>, to master: Int32) throws {
        guard write(master, Array(bytes), bytes.count) == bytes.count else {
            throw BenchmarkFailed(description: "the line does not take a block: error \(errno)")
        }
    }

    private func answer(_ master: Int32) throws -> UInt8 {
        var byte: UInt8 = 0
        guard isReadable(master, within: Self.patience), read(master, &byte, 1) == 1 else {
            throw BenchmarkFailed(description: "the till says nothing to a broken block")
        }
        return byte
    }

    private func isReadable(_ master: Int32, within span: Duration) -> Bool {
        var watched = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, Int32(span / .milliseconds(1))) == 1
    }
}
