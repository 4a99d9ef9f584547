import Dispatch
import Glibc
import Synchronization

/// Writes the output of a command that a service runs for another process. The command never waits when it writes: a
/// caller that does not read must not hold up the service.
final class OutputPump: Sendable {
    /// The most bytes that wait for the caller to read them.
    static let room = 16 * 1024 * 1024

    private struct State {
        var waiting = 0
        var failures: [Int32: Int32] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())
    /// The pump's own descriptors, and the queue of each. Those of one file have one queue, which keeps the order in it.
    private let outlets: [(descriptor: Int32, queue: DispatchQueue)]

    init(owned descriptors: [Int32]) {
        var outlets: [(descriptor: Int32, queue: DispatchQueue)] = []
        for descriptor in descriptors {
            let same = outlets.first { Self.areOneFile($0.descriptor, descriptor) }
            outlets.append((descriptor, same?.queue ?? DispatchQueue(label: "till.output")))
        }
        self.outlets = outlets
        // A descriptor that is open only for reading would never become ready.
        for descriptor in descriptors where fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDONLY {
            state.withLock { $0.failures[descriptor] = EBADF }
        }
    }

    deinit { for outlet in outlets where !state.withLock({ $0.isClosed }) { Glibc.close(outlet.descriptor) } }

    /// A stream to one of the pump's descriptors.
    func stream(_ place: Int) -> DataStream {
        let outlet = outlets[place]
        return DataStream(settling: { [self] in settle(outlet.queue) }) { [self] in
            write($0, to: outlet.descriptor, on: outlet.queue)
        }
    }

    /// Nothing is written any more: what waits is dropped, and the descriptors are closed.
    func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        guard isFirst else { return }
        // A write that is under way ends before.
        for outlet in outlets { outlet.queue.async { Glibc.close(outlet.descriptor) } }
    }

    /// Calls `then` on a queue of the pump, once everything that waits is written or dropped.
    func afterwards(_ then: @escaping @Sendable () -> Void) {
        let last = outlets.dropFirst().reduce(then) { next, outlet in { outlet.queue.async(execute: next) } }
        outlets.first?.queue.async(execute: last)
    }

    /// Waits for a moment until what was written so far has found its end.
    private func settle(_ queue: DispatchQueue) {
        let isDone = DispatchSemaphore(value: 0)
        queue.async { isDone.signal() }
        _ = isDone.wait(timeout: .now() + .seconds(1))
    }

    /// The `errno` that stopped the writing before, or does now.
    private func write(_ bytes: [UInt8], to descriptor: Int32, on queue: DispatchQueue) -> Int32? {
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
    private static let pause: Int32 = 100

    private static func areOneFile(_ one: Int32, _ other: Int32) -> Bool {
        var (first, second) = (stat(), stat())
        guard fstat(one, &first) == 0, fstat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino && first.st_rdev == second.st_rdev
    }
}
