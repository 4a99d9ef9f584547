import Dispatch
import Glibc
import Synchronization

/// Ctrl-C as a request. The process goes on until the truth is known; only `kill -9` ends it before.
///
/// From `init` to `stop()` no signal is lost and none ends the process. A dispatch source would not promise that: it
/// listens only some time after it was made, and what comes before is gone.
final class Interrupt: Sendable {
    private static let signals = [SIGINT, SIGTERM]
    private static let heard: UInt8 = 1
    private static let over: UInt8 = 0
    /// The end of a pipe that the handler writes to: all that a handler may do.
    private static let bell = Atomic<Int32>(-1)

    private let request: Request
    private let end: Mutex<(@Sendable () -> Void)?>

    private final class Request: Sendable {
        let current: Mutex<@Sendable () -> Void>
        init(_ first: @escaping @Sendable () -> Void) { current = Mutex(first) }
    }

    /// - Parameter request: called for each signal, one call at a time.
    init(_ request: @escaping @Sendable () -> Void) {
        let request = Request(request)
        self.request = request
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            end = Mutex(nil)
            return
        }
        let (listener, bell) = (ends[0], ends[1])
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(bell, F_SETFL, O_NONBLOCK)
        Self.bell.store(bell, ordering: .sequentiallyConsistent)
        for number in Self.signals { signal(number, Self.ring) }
        DispatchQueue(label: "till.interrupt").async {
            while Self.next(listener) == Self.heard { request.current.withLock { $0 }() }
        }
        // The pipe stays open for as long as the process lives: a handler may still be running.
        end = Mutex {
            for number in Self.signals { signal(number, SIG_DFL) }
            Self.write(Self.over, to: bell)
        }
    }

    /// What a signal asks for from now on.
    func asks(_ request: @escaping @Sendable () -> Void) { self.request.current.withLock { $0 = request } }

    func stop() {
        end.withLock { end in
            end?()
            end = nil
        }
    }

    private static let ring: @convention(c) (Int32) -> Void = { _ in
        let before = errno
        Interrupt.write(Interrupt.heard, to: Interrupt.bell.load(ordering: .sequentiallyConsistent))
        errno = before
    }

    private static func write(_ byte: UInt8, to bell: Int32) {
        var byte = byte
        _ = Glibc.write(bell, &byte, 1)
    }

    /// Waits for the next byte. Holds its thread.
    private static func next(_ listener: Int32) -> UInt8 {
        var byte = over
        var count = read(listener, &byte, 1)
        while count < 0 && errno == EINTR { count = read(listener, &byte, 1) }
        return count == 1 ? byte : over
    }
}
