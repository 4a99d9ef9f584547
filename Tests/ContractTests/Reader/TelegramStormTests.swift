import Flow
import Foundation
import Glibc
import Hardware
import Model
import Readers
import Simulator
import Synchronization
import Testing
import Transports

/// Terminals on real lines that send without end.
@Suite struct TelegramStormTests {
    /// The terminal sends a block on a serial line with each acknowledgement.
    @Test func aStormOnAPtyEndsTheRequestAtItsLimit() throws {
        let link = NSTemporaryDirectory() + Environment.live.newID("storm")
        let host = PtyHost(Storm(), link: link, baud: 115_200, environment: .live)
        try host.start()
        defer { host.stop() }
        let address = DeviceAddress(scheme: "serial", path: link, options: ["baud": "115200"])
        var settings = TerminalSettings()
        settings.limits.telegrams = 300
        let transport = try SerialPort(address, uptime: Environment.live.uptime)
        let (terminal, told) = try pay(over: transport, address, settings)
        #expect(passes { told.end != nil })
        terminal.close()
        guard case .disturbed(let failure)? = told.end else {
            Issue.record("\(String(describing: told.end))")
            return
        }
        #expect(failure.code == "reader.endless", "\(failure)")
        #expect(told.count <= 302)
    }
}

/// The long form of the test, on a socket (`scripts/soak`): nothing that is kept for a request grows with its
/// telegrams.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["TILL_SOAK_KILLS"] != nil, "only in scripts/soak"))
struct TelegramSoakTests {
    private static let count = 100_000

    @Test func aHundredThousandTelegramsOverASocketEndAsTheTerminalSays() throws {
        let terminal = try TalkativeTerminal(telegrams: Self.count)
        let address = DeviceAddress(scheme: "tcp", path: "127.0.0.1:\(terminal.port)")
        var settings = TerminalSettings()
        (settings.limits.telegrams, settings.limits.bytes) = (.max, .max)
        let transport = try TCPPort(address, uptime: Environment.live.uptime)
        let before = Self.residentKilobytes()
        let (reader, told) = try pay(over: transport, address, settings)
        terminal.talk { told.end != nil }
        #expect(passes { told.end != nil })
        reader.close()
        #expect(told.end == .aborted(code: 0x6C), "\(String(describing: told.end))")
        #expect(told.count == Self.count + 2)
        let grown = Self.residentKilobytes() - before
        #expect(grown < 64 << 10, "\(grown) kB")
        print("soak: \(Self.count) telegrams over a socket, \(grown) kB more")
    }

    private static func residentKilobytes() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}

/// What a terminal reported.
private final class Told: Sendable {
    private let state = Mutex((count: 0, end: TerminalEnd?.none))

    var count: Int { state.withLock { $0.count } }
    var end: TerminalEnd? { state.withLock { $0.end } }

    func take(_ event: TerminalEvent) {
        state.withLock { state in
            state.count += 1
            if case .finished(let end) = event { state.end = end }
        }
    }
}

private func pay(
    over transport: any Transport, _ address: DeviceAddress, _ settings: TerminalSettings
) throws -> (ZVTTerminal, Told) {
    let terminal = ZVTTerminal(
        identity: DeviceIdentity(kind: .terminal, address: address), transport: transport, settings: settings)
    let told = Told()
    try terminal.open()
    terminal.start(.authorise(Money(minorUnits: 1250, currency: .eur))) { told.take($0) }
    return (terminal, told)
}

/// Accepts a payment command and shows for ever that a card is waited for.
private final class Storm: PtyDevice {
    /// `04 FF 01 0A` and `80 00 00` as blocks of the serial line.
    private static let progress: [UInt8] = SerialBlock.encode([0x04, 0xFF, 0x01, 0x0A])
    private static let accepted: [UInt8] = [0x06] + SerialBlock.encode([0x80, 0x00, 0x00])

    private let heard = Mutex((bytes: [UInt8](), hasCommand: false))

    func attached(at now: Uptime) -> PtyOrders { PtyOrders() }

    func received(_ bytes: [UInt8], at now: Uptime) -> PtyOrders {
        heard.withLock { heard in
            // Each of the till's answers is acknowledged, and the next telegram sent with the acknowledgement.
            if heard.hasCommand { return PtyOrders(write: bytes.count > 1 ? [0x06] + Self.progress : []) }
            heard.bytes += bytes
            // A block ends with DLE ETX and two bytes of checksum.
            heard.hasCommand = heard.bytes.dropLast(2).suffix(2) == [0x10, 0x03]
            return heard.hasCommand
                ? PtyOrders(write: Self.accepted + Self.progress) : PtyOrders()
        }
    }

    func deadlineReached(at now: Uptime) -> PtyOrders { PtyOrders() }
}

/// A terminal on a socket that accepts a command, sends a fixed number of telegrams whatever is answered, and ends the
/// payment.
private final class TalkativeTerminal: Sendable {
    let port: UInt16
    private let listener: Int32
    private let telegrams: Int

    init(telegrams: Int) throws {
        self.telegrams = telegrams
        let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        listener = made
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(made, $0, length) == 0 && listen(made, 1) == 0 && getsockname(made, $0, &length) == 0
            }
        }
        guard made >= 0, isBound else { throw CocoaError(.fileNoSuchFile) }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(listener) }

    /// Talks on this thread until the request is known to have ended.
    func talk(until isOver: () -> Bool) {
        let line = accept(listener, nil, nil)
        guard line >= 0 else { return }
        defer { close(line) }
        var heard = [UInt8](repeating: 0, count: 65_536)
        guard recv(line, &heard, heard.count, 0) > 0 else { return }
        send([0x80, 0x00, 0x00], on: line)
        let batch = 100
        let progress = [[UInt8]](repeating: [0x04, 0xFF, 0x01, 0x0A], count: batch).flatMap { $0 }
        for _ in 0..<telegrams / batch {
            send(progress, on: line)
            while recv(line, &heard, heard.count, Int32(MSG_DONTWAIT)) > 0 {}
        }
        send([0x06, 0x1E, 0x01, 0x6C], on: line)
        // An acknowledgement sent to a closed line would be a disturbance.
        _ = passes(until: isOver)
    }

    private func send(_ bytes: [UInt8], on line: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(line, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
