import Flow
import Glibc
import Model
import Synchronization
import Testing

@testable import Transports

/// A terminal's end of the network, controlled by the test: a listener on this machine, and one of its connections.
final class TCPPeer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let accepted = Mutex<Int32>(-1)
    private var connection: Int32 { accepted.withLock { $0 } }

    /// Listens at a free port, and accepts nobody yet.
    ///
    /// - Parameter queue: how many connections may wait to be accepted.
    init(host: String = "127.0.0.1", queue: Int32 = 8) throws {
        let found = try #require(SocketAddress.numeric(TCPSettings(host: host, port: 0, use: .kept))?.first)
        let descriptor = socket(found.family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard found.withPointer({ bind(descriptor, $0, $1) }) == 0, listen(descriptor, queue) == 0 else {
            throw CallFailed(call: "listen", code: errno)
        }
        listener = descriptor
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let named = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        guard named == 0 else { throw CallFailed(call: "getsockname", code: errno) }
        port = withUnsafeBytes(of: &address) { UInt16($0[2]) << 8 | UInt16($0[3]) }
    }

    deinit {
        hangUp()
        close(listener)
    }

    func address(_ options: [String: String] = [:], host: String = "127.0.0.1") -> DeviceAddress {
        DeviceAddress(scheme: "tcp", path: "\(host):\(port)", options: options)
    }

    /// Runs the peer's work on a thread of its own. It may wait there for a task, which needs a thread of the pool.
    func does<Value: Sendable>(_ work: @escaping @Sendable (TCPPeer) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            _ = Environment.live.lane("peer", 1).enqueue {
                continuation.resume(with: Result { try work(self) })
            }
        }
    }

    /// Waits for the next connection; the previous one is closed.
    func accept() throws {
        hangUp()
        try Self.wait(listener, for: POLLIN)
        accepted.withLock { $0 = Glibc.accept(listener, nil, nil) }
        guard connection >= 0 else { throw CallFailed(call: "accept", code: errno) }
    }

    func send(_ bytes: [UInt8]) throws {
        guard Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw CallFailed(call: "send", code: errno)
        }
    }

    /// Reads exactly this many bytes.
    func take(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            try Self.wait(connection, for: POLLIN)
            var chunk = [UInt8](repeating: 0, count: count - bytes.count)
            let got = read(connection, &chunk, chunk.count)
            guard got > 0 else { throw CallFailed(call: "read", code: got == 0 ? EPIPE : errno) }
            bytes += chunk[..<got]
        }
        return bytes
    }

    /// Whether the other side closes the connection properly without sending anything first.
    func seesTheEnd() throws -> Bool {
        try Self.wait(connection, for: POLLIN)
        var byte: UInt8 = 0
        return read(connection, &byte, 1) == 0
    }

    /// Reads until the end; returns whether the other side closed properly, and not by a reset.
    func readsToAnEndInOrder() throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            try Self.wait(connection, for: POLLIN)
            let got = read(connection, &chunk, chunk.count)
            if got == 0 { return true }
            if got < 0 { return errno == ECONNRESET ? false : try failed("read") }
        }
    }

    private func failed(_ call: String) throws -> Bool { throw CallFailed(call: call, code: errno) }

    /// Closes the sending direction; receiving goes on.
    func saysNoMore() { shutdown(connection, Int32(SHUT_WR)) }

    func hangUp() {
        accepted.withLock { connection in
            if connection >= 0 { close(connection) }
            connection = -1
        }
    }

    /// Closes so that the other side gets a reset.
    func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        hangUp()
    }

    private static func wait(_ descriptor: Int32, for event: Int32) throws {
        var watched = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        if poll(&watched, 1, Int32(patience.components.seconds * 1000)) != 1 {
            throw CallFailed(call: "poll", code: ETIMEDOUT)
        }
    }
}
