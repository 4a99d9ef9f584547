import Foundation
import Glibc

/// A blocking TCP connection on this machine, closed when it is released.
final class TCPSocket: Sendable {
    let descriptor: Int32

    /// Takes over an open descriptor.
    init(owning descriptor: Int32) { self.descriptor = descriptor }

    /// Connects to a port of 127.0.0.1, and throws if nothing listens there.
    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = Self.address(port)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
        }
        guard isConnected else { throw BenchmarkFailed(description: "nothing listens at port \(port)") }
        sendAtOnce()
    }

    deinit { close(descriptor) }

    /// Sends each write at once, however short it is.
    func sendAtOnce() {
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// A socket that listens at a free port of this machine.
    static func listening() throws -> (socket: TCPSocket, port: UInt16) {
        let listener = TCPSocket(
            owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
        var address = Self.address(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener.descriptor, address, size) == 0 && listen(listener.descriptor, 8) == 0
                    && getsockname(listener.descriptor, address, &size) == 0
            }
        }
        guard isBound else { throw BenchmarkFailed(description: "no port is free") }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// A port that nobody listens at.
    static func freePort() throws -> UInt16 { try listening().port }

    static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }

    /// Writes all bytes. Returns false when the other end is gone.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                send(
                    descriptor, buffer.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// The next bytes; empty at the end.
    func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    /// Ends what waits in `read`.
    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
