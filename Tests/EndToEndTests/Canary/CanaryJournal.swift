import Foundation
import Glibc
import Synchronization

/// A socket that stands in for the system journal, and what was received on it. A thread of its own empties it, because
/// the system queues few datagrams.
final class CanaryJournal: Sendable {
    private struct State {
        var datagrams: [Data] = []
        var isOver = false
    }

    private let state = Mutex(State())

    init(_ path: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0 else { throw Child.Unexpected(description: "no socket at \(path): errno \(errno)") }
        Thread.detachNewThread { [self] in
            while !state.withLock({ $0.isOver }) { take(from: descriptor) }
            close(descriptor)
        }
    }

    private func take(from descriptor: Int32) {
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waited, 1, 50) > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 1 << 17)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count > 0 { state.withLock { $0.datagrams.append(Data(bytes[..<count])) } }
    }

    /// Returns the datagrams received so far as soon as `text` is among them.
    func datagrams(until text: String, in kiosk: Kiosk) async -> [Data] {
        let end = Data(text.utf8)
        await kiosk.until("no \(text) came to the journal") { [self] in
            state.withLock { $0.datagrams.contains { $0.firstRange(of: end) != nil } }
        }
        return state.withLock { state in
            state.isOver = true
            return state.datagrams
        }
    }
}
