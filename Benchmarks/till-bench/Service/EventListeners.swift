import Flow
import Foundation
import Glibc
import Synchronization

/// Many who listen to the service's events, each on a connection of its own. One thread reads them all: a thread each would cost this
/// machine as much as the service.
final class EventListeners: Sendable {
    private let sockets: [TCPSocket]
    /// The awaited kind, and when it came to each.
    private let awaited: Mutex<(line: Data, heard: [Uptime?])>

    init(_ count: Int, _ service: MeasuredService, uptime: @escaping @Sendable () -> Uptime) throws {
        sockets = try (0..<count).map { number in
            let socket = try TCPSocket(port: service.port)
            let token = service.tokens[number % service.tokens.count]
            socket.write(HTTPCall.request("GET", "/v1/events", at: service.port, ["Authorization: Bearer \(token)"]))
            // The first chunk is the answer's head.
            _ = socket.read()
            return socket
        }
        awaited = Mutex((Data(), Array(repeating: nil, count: count)))
        let sockets = sockets
        Thread.detachNewThread { [weak self] in
            var bytes = [UInt8](repeating: 0, count: 65_536)
            var waiting = sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            while poll(&waiting, nfds_t(waiting.count), -1) > 0 {
                for place in waiting.indices where waiting[place].revents != 0 {
                    let count = recv(waiting[place].fd, &bytes, bytes.count, 0)
                    let now = uptime()
                    guard count > 0, let self else { return }
                    self.note(bytes.prefix(count), place, at: now)
                }
            }
        }
    }

    deinit { sockets.forEach { $0.stop() } }

    /// Waits anew for an event of this kind.
    func expect(_ kind: String) {
        awaited.withLock { $0 = (Data("event: \(kind)\n".utf8), Array(repeating: nil, count: sockets.count)) }
    }

    /// When the expected event came to each; nil where it has not.
    var heard: [Uptime?] { awaited.withLock { $0.heard } }

    private func note(_ bytes: ArraySlice<UInt8>, _ listener: Int, at now: Uptime) {
        awaited.withLock { awaited in
            guard awaited.heard[listener] == nil, Data(bytes).range(of: awaited.line) != nil else { return }
            awaited.heard[listener] = now
        }
    }
}
