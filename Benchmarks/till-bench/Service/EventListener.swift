import Flow
import Foundation
import Synchronization

/// Somebody who listens to the service's events on a connection and a thread of its own.
final class EventListener: Sendable {
    private let socket: TCPSocket
    /// The awaited kind, and when it came.
    private let awaited = Mutex<(kind: String, heard: Uptime?)>(("", nil))

    /// - Parameter token: the listener's own.
    init(_ service: MeasuredService, token: String, uptime: @escaping @Sendable () -> Uptime) throws {
        let socket = try TCPSocket(port: service.port)
        self.socket = socket
        socket.write(
            HTTPCall.request("GET", "/v1/events", at: service.port, ["Authorization: Bearer \(token)"]))
        // The first chunk is the answer's head.
        _ = socket.read()
        Thread.detachNewThread { [weak self] in
            while true {
                let bytes = socket.read()
                guard !bytes.isEmpty, let self else { return }
                self.note(String(decoding: bytes, as: UTF8.self), at: uptime())
            }
        }
    }

    deinit { socket.stop() }

    /// Waits anew for an event of this kind.
    func expect(_ kind: String) { awaited.withLock { $0 = (kind, nil) } }

    /// When the expected event came; nil if it has not.
    var heard: Uptime? { awaited.withLock { $0.heard } }

    private func note(_ text: String, at now: Uptime) {
        awaited.withLock { awaited in
            if awaited.heard == nil, text.contains("event: \(awaited.kind)\n") { awaited.heard = now }
        }
    }
}
