import Glibc

/// Sends datagrams to Unix domain sockets.
package struct DatagramSocket: Sendable {
    private let descriptor: Int32

    /// Opens a socket, which stays open for as long as the process lives.
    ///
    /// - Parameter patience: how long to wait for a busy receiver, in microseconds.
    package init(patience: Int) {
        // The descriptor stays open for the life of the process.
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var patience = timeval(tv_sec: 0, tv_usec: patience)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends a datagram, and returns whether the whole of it was sent.
    ///
    /// - Parameter path: a path, or `@` and a name in the abstract namespace.
    package func send(_ datagram: [UInt8], to path: String) -> Bool {
        guard descriptor >= 0, let (named, length) = Self.address(path) else { return false }
        var address = named
        let sent = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                sendto(descriptor, datagram, datagram.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
        return sent == datagram.count
    }

    /// Nil for a path that is too long for a socket address.
    private static func address(_ path: String) -> (sockaddr_un, length: socklen_t)? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        // A name in the abstract namespace begins with a zero byte, and ends where the address does.
        let isAbstract = name.first == UInt8(ascii: "@")
        if isAbstract { name[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = isAbstract ? MemoryLayout<sa_family_t>.size + name.count : MemoryLayout<sockaddr_un>.size
        return (address, socklen_t(length))
    }
}
