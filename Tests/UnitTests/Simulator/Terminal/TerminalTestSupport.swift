import Flow
import Foundation
import Glibc
import Testing

/// A directory that is removed at the end of the test.
final class Scratch {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + Environment.live.newID("terminal")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }
}

/// The till's end of a pty, without any protocol.
final class Peer {
    let descriptor: Int32
    /// The longest wait in milliseconds. It is generous, so that a slow machine is no failure.
    static let patience: Int32 = 20_000

    init(_ path: String) throws {
        descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        try #require(descriptor >= 0, "\(path) does not open")
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) { #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count) }

    /// Reads exactly this many bytes, or fewer if the time ends or the line hangs up.
    func read(_ count: Int) -> [UInt8] {
        var received: [UInt8] = []
        while received.count < count {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, Self.patience) > 0 else { break }
            var chunk = [UInt8](repeating: 0, count: count - received.count)
            let length = Glibc.read(descriptor, &chunk, chunk.count)
            guard length > 0 else { break }
            received += chunk.prefix(length)
        }
        return received
    }

    func sawHangUp() -> Bool {
        var waiting = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&waiting, 1, Self.patience) > 0 && Int32(waiting.revents) & POLLHUP != 0
    }
}

/// Waits for a condition in steps of a millisecond, up to a generous limit.
func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<20_000 {
        if condition() { return true }
        poll(nil, 0, 1)
    }
    return condition()
}

func hex(_ text: String) -> [UInt8] { text.split(separator: " ").compactMap { UInt8($0, radix: 16) } }
