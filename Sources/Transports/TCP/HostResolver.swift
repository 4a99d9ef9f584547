import CTerminalLine
import Dispatch
import Glibc
import Synchronization

/// Finds the addresses of a host. The system's way of it cannot be interrupted and may take half a minute, so it runs on
/// a queue of its own: the port's waits no longer than it will.
final class HostResolver: Sendable {
    typealias Answer = Result<[SocketAddress], TCPError>

    private let queue = DispatchQueue(label: "till.names")
    private let look: @Sendable (TCPSettings) -> Answer

    init(_ look: @escaping @Sendable (TCPSettings) -> Answer = { SocketAddress.look($0) }) { self.look = look }

    /// Begins to look; the mailbox is rung when the answer is there. An earlier look that hangs is waited for first.
    func begin(_ settings: TCPSettings, for mailbox: LineMailbox) -> Pending {
        let pending = Pending()
        queue.async { [look] in
            let answer = look(settings)
            pending.settle(answer)
            mailbox.ring()
        }
        return pending
    }

    final class Pending: Sendable {
        private let settled = Mutex<Answer?>(nil)

        var answer: Answer? { settled.withLock { $0 } }
        fileprivate func settle(_ answer: Answer) { settled.withLock { $0 = answer } }
    }
}

/// An address as the system's calls take it.
struct SocketAddress: Sendable {
    let family: Int32
    private let bytes: [UInt8]

    /// Calls with a pointer to it and its length.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>?, socklen_t) -> Result) -> Result {
        bytes.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count)) }
    }

    /// Those of a host, in the order in which they should be tried (RFC 6724).
    static func look(_ settings: TCPSettings) -> HostResolver.Answer { look(settings, flags: 0) }

    /// The same for a host that is written as an address, which asks nobody; nil for a name.
    static func numeric(_ settings: TCPSettings) -> [SocketAddress]? {
        try? look(settings, flags: AI_NUMERICHOST).get()
    }

    private static func look(_ settings: TCPSettings, flags: Int32) -> HostResolver.Answer {
        var wish = addrinfo()
        wish.ai_flags = flags | AI_NUMERICSERV
        wish.ai_family = AF_UNSPEC
        wish.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let refused = getaddrinfo(settings.host, String(settings.port), &wish, &found)
        guard refused == 0 else {
            return .failure(.unknownHost(settings, reason: String(cString: gai_strerror(refused))))
        }
        defer { freeaddrinfo(found) }
        var addresses: [SocketAddress] = []
        var next = found
        while let info = next?.pointee {
            if let start = info.ai_addr {
                let bytes = UnsafeRawBufferPointer(start: start, count: Int(info.ai_addrlen))
                addresses.append(SocketAddress(family: info.ai_family, bytes: Array(bytes)))
            }
            next = info.ai_next
        }
        return .success(addresses)
    }
}
