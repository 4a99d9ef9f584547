import CTerminalLine
import Flow
import Glibc
import Model

/// The machine's monotonic clock.
let steadyClock: @Sendable () -> Uptime = {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Uptime(nanoseconds: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
}

/// The longest wait of a test for something that must happen. It says nothing about how long that takes: other tests
/// may use the machine.
let patience: Duration = .seconds(300)

/// A pseudo terminal of the kernel; the test has the device's end.
final class Pseudoterminal: Sendable {
    let master: Int32
    /// The path of the end that a `SerialPort` opens.
    let path: String

    init() throws {
        var name = [CChar](repeating: 0, count: 128)
        master = till_pty_open(&name, name.count)
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard master >= 0 else { throw CallFailed(call: "till_pty_open", code: -master) }
    }

    deinit { _ = close(master) }

    func address(_ options: [String: String] = [:]) -> DeviceAddress {
        DeviceAddress(scheme: "serial", path: path, options: options)
    }

    /// Writes all bytes and waits for room if necessary.
    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else { try wait(for: POLLOUT) }
        }
    }

    /// Reads exactly this many bytes, in reads of at most `step`.
    func take(_ count: Int, step: Int = 4096) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            try wait(for: POLLIN)
            var chunk = [UInt8](repeating: 0, count: min(step, count - bytes.count))
            let got = read(master, &chunk, chunk.count)
            if got > 0 { bytes += chunk[..<got] }
        }
        return bytes
    }

    /// Reads everything that is there now, without waiting.
    func takeWhatIsThere() -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        return Array(chunk[..<max(0, read(master, &chunk, chunk.count))])
    }

    private func wait(for event: Int32) throws {
        var watched = pollfd(fd: master, events: Int16(event), revents: 0)
        if poll(&watched, 1, Int32(patience.components.seconds * 1000)) != 1 {
            throw CallFailed(call: "poll", code: ETIMEDOUT)
        }
    }
}

struct CallFailed: Error {
    let call: String
    let code: Int32
}
