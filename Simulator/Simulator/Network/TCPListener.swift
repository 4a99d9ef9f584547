import Failures
import Flow
import Glibc

/// A listening socket of the simulator, on an IPv4 or IPv6 address.
struct TCPListener {
    /// The longest queue of waiting connections: a terminal talks to one till, and a second till waits until the first
    /// one hangs up.
    private static let longestQueue: Int32 = 1

    let descriptor: Int32
    let port: UInt16

    /// Listens on an address, at any free port for 0. Throws `simulator.network` if it is no address or cannot be
    /// listened on.
    static func open(_ host: String, _ port: UInt16) throws(Failure) -> TCPListener {
        var wish = addrinfo()
        wish.ai_flags = AI_NUMERICHOST | AI_PASSIVE
        wish.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &wish, &found) == 0, let info = found?.pointee else {
            throw Failure(
                SimulatorFailure.network, "\(host) is no address to listen on",
                remedy: "choose 127.0.0.1, ::1 or 0.0.0.0",
                recovery: .askOperator)
        }
        defer { freeaddrinfo(found) }
        let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(info.ai_family, flags, 0)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard descriptor >= 0, bind(descriptor, info.ai_addr, info.ai_addrlen) == 0,
            listen(descriptor, longestQueue) == 0
        else {
            let error = errno
            if descriptor >= 0 { _ = Glibc.close(descriptor) }
            throw .simulator(.network, "Nobody can listen on \(host):\(port)", errno: error)
        }
        return TCPListener(descriptor: descriptor, port: boundPort(descriptor) ?? port)
    }

    private static func boundPort(_ descriptor: Int32) -> UInt16? {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let known = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        guard known == 0 else { return nil }
        // The port follows the family in both kinds of address.
        return withUnsafeBytes(of: &address) { UInt16($0[2]) << 8 | UInt16($0[3]) }
    }

    /// The next waiting connection as a non-blocking socket without delay; nil when none waits.
    func accept() -> Int32? {
        let connection = Glibc.accept(descriptor, nil, nil)
        guard connection >= 0 else { return nil }
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        var yes: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        return connection
    }

    func close() { _ = Glibc.close(descriptor) }

    /// Closes a connection so that the other side sees a reset.
    static func reset(_ connection: Int32) {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        _ = Glibc.close(connection)
    }
}
