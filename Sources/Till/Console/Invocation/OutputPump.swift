import Dispatch
import Glibc
import Synchronization

/// Writes the output of a command that a service runs for another process. Whoever writes never waits: a caller that does not
/// read must not hold up the service.
final class OutputPump: Sendable {
    /// The most bytes that wait for the caller to read them.
    static let room = 16 * 1024 * 1024

    private struct State {
        var waiting = 0
        var failures: [Int32: Int32] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "till.output")
    /// The pump's own.
    private let descriptors: [Int32]

    init(owned descriptors: [Int32]) {
        self.descriptors = descriptors
        // One that is open for reading only would never become ready.
        for descriptor in descriptors where fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDONLY {
            state.withLock { $0.failures[descriptor] = EBADF }
        }
    }

    deinit { for descriptor in descriptors { Glibc.close(descriptor) } }

    /// A stream to one of the pump's descriptors.
    func stream(_ place: Int) -> DataStream { DataStream { [self] in write($0, to: descriptors[place]) } }

    /// Nothing is written any more; what waits is dropped.
    func close() { state.withLock { $0.isClosed = true } }

    /// Calls `then` on the pump's own queue, once everything that waits is written or dropped.
    func afterwards(_ then: @escaping @Sendable () -> Void) { queue.async(execute: then) }

    /// The `errno` that stopped the writing before, or does now.
    private func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        let refused = state.withLock { state -> Int32? in
            if state.isClosed { return EPIPE }
            if let failure = state.failures[descriptor] { return failure }
            guard state.waiting + bytes.count <= Self.room else { return ENOBUFS }
            state.waiting += bytes.count
            return nil
        }
        if let refused { return refused }
        queue.async { [self] in
            let code = put(bytes, to: descriptor)
            state.withLock { state in
                state.waiting -= bytes.count
                if let code { state.failures[descriptor] = code }
            }
        }
        return nil
    }

    /// Writes all bytes, but stops when the pump is closed.
    private func put(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard !state.withLock({ $0.isClosed }) else { return EPIPE }
            var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&waited, 1, Self.pause) > 0 else { continue }
            // A pipe that is ready takes this many bytes at once without blocking.
            let part = rest.prefix(Int(PIPE_BUF))
            let written = part.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if written == 0 || ![EINTR, EAGAIN].contains(errno) {
                return written == 0 ? EIO : errno
            }
        }
        return nil
    }

    /// How often a caller that does not read is looked at, in milliseconds.
    private static let pause: Int32 = 500
}
