import Glibc

/// Sends datagrams to Unix domain sockets.
struct DatagramSocket: Sendable {
    private let descriptor: Int32

    /// - Parameter patience: how long to wait for a busy receiver, in microseconds.
    init(patience: Int) {
        // The descriptor stays open for the life of the process.
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var patience = timeval(tv_sec: 0, tv_usec: patience)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    func send(_ datagram: [UInt8], to path: String) -> Bool {
        guard descriptor >= 0, var address = Self.address(path) else { return false }
        let sent = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                sendto(
                    descriptor, datagram, datagram.count, Int32(MSG_NOSIGNAL), address,
                    socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return sent == datagram.count
    }

    /// Nil for a path that is too long for a socket address.
    private static func address(_ path: String) -> sockaddr_un? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }
}
