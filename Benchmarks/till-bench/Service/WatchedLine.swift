import Flow
import Foundation
import Glibc
import Synchronization

/// A terminal's line with somebody who looks at it: passes bytes on in both directions, and knows when the till spoke, and
/// when the terminal told a result.
final class WatchedLine: Sendable {
    let port: UInt16
    private let listener: TCPSocket
    private let uptime: @Sendable () -> Uptime
    /// When the till sent something since `expect`.
    private let times = Mutex<[Uptime]>([])
    /// When the terminal last sent a status information (04 0F).
    private let told = Mutex<Uptime?>(nil)

    /// Begins to listen at a port of its own, and connects each caller with the terminal.
    ///
    /// - Parameter terminal: the terminal's port on this machine.
    init(to terminal: UInt16, uptime: @escaping @Sendable () -> Uptime) throws {
        self.uptime = uptime
        let (listener, port) = try TCPSocket.listening()
        (self.listener, self.port) = (listener, port)
        Thread.detachNewThread { [weak self] in
            while true {
                let accepted = accept(listener.descriptor, nil, nil)
                guard accepted >= 0, let self else { return }
                self.carry(TCPSocket(owning: accepted), to: terminal)
            }
        }
    }

    /// Forgets when the till spoke.
    func expect() { times.withLock { $0 = [] } }

    /// When the till first spoke after that time; nil if it has not.
    func firstByte(after time: Uptime) -> Uptime? { times.withLock { $0.first { $0 >= time } } }

    /// When the terminal last told a result; nil if it has told none.
    var result: Uptime? { told.withLock { $0 } }

    func stop() { listener.stop() }

    private func carry(_ till: TCPSocket, to port: UInt16) {
        guard let terminal = try? TCPSocket(port: port) else { return }
        till.sendAtOnce()
        Thread.detachNewThread { [weak self] in
            Self.copy(till, to: terminal) { _ in self?.noteByte() }
        }
        terminal.sendAtOnce()
        Thread.detachNewThread { [weak self] in
            Self.copy(terminal, to: till) { if $0.starts(with: [0x04, 0x0F]) { self?.noteResult() } }
        }
    }

    private func noteByte() {
        let now = uptime()
        times.withLock { $0.append(now) }
    }

    private func noteResult() {
        let now = uptime()
        told.withLock { $0 = now }
    }

    private static func copy(_ from: TCPSocket, to: TCPSocket, _ noticed: ([UInt8]) -> Void) {
        while true {
            let bytes = from.read()
            guard !bytes.isEmpty else { break }
            noticed(bytes)
            guard to.write(bytes) else { break }
        }
        from.stop()
        to.stop()
    }
}
