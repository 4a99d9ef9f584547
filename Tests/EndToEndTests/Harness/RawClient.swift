import Foundation
import Glibc

/// A connection over which a test sends any bytes.
final class RawClient {
    private let descriptor: Int32

    /// Connects to a port of 127.0.0.1. A read waits for this many seconds at most.
    init(port: UInt16, seconds: Int = 60) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        let isConnected = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw Child.Unexpected(description: "cannot connect to \(port): errno \(errno)") }
        var patience = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Sends as much as the other side takes.
    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    /// Closes this side of the connection, and still reads.
    func sendNoMore() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// All that comes until the other side closes or says nothing for too long.
    func rest() -> Data {
        var all = Data()
        while let more = next() { all += more }
        return all
    }

    /// What comes next; nil at the end.
    func next() -> Data? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? Data(bytes[..<count]) : nil
    }

    /// What comes next; nil at the end. The wait blocks a thread of its own, and none of the pool's.
    func coming() async -> Data? {
        let descriptor = descriptor
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var bytes = [UInt8](repeating: 0, count: 65_536)
                let count = read(descriptor, &bytes, bytes.count)
                continuation.resume(returning: count > 0 ? Data(bytes[..<count]) : nil)
            }
        }
    }
}
