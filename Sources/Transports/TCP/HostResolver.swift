import CTerminalLine
import Dispatch
import Glibc
import Synchronization

/// Resolves host names. The system's resolver cannot be interrupted and may take half a minute, so it runs on a queue of its
/// own, and the port's queue waits only as long as it wants.
final class HostResolver: Sendable {
    typealias Answer = Result<[SocketAddress], TCPError>

    private let queue = DispatchQueue(label: "till.names")
    private let look: @Sendable (TCPSettings) -> Answer

    init(_ look: @escaping @Sendable (TCPSettings) -> Answer = { SocketAddress.look($0) }) { self.look = look }

    /// Begins to resolve; the mailbox is signalled when the answer is there. An earlier query that hangs delays this one.
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

/// A socket address for system calls.
struct SocketAddress: Sendable {
    let family: Int32
    private let bytes: [UInt8]

    /// Calls `body` with a pointer to the address and its length.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>?, socklen_t) -> Result) -> Result {
        bytes.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count)) }
    }

    /// The addresses of a host, in the order in which to try them (RFC 6724).
    static func look(_ settings: TCPSettings) -> HostResolver.Answer { look(settings, flags: 0) }

    /// The addresses of a host that is written as an IP address, without a query; nil for a name.
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
