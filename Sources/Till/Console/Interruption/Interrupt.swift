import Dispatch
import Glibc
import Synchronization

/// Turns Ctrl-C, SIGTERM and SIGHUP into requests. The process goes on until it has done what they ask for; only `kill
/// -9` ends it before.
///
/// From `init` to `stop()` no signal is lost and none ends the process. A dispatch source does not promise that: it
/// listens only some time after it was made, and earlier signals are lost. A SIGHUP that the starter of the process has
/// ignored, as `nohup` does, stays ignored.
final class Interrupt: Sendable {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    private static let over: UInt8 = 0
    /// The writing end of a pipe. Writing the signal's number to it is all that the signal handler may do.
    private static let bell = Atomic<Int32>(-1)

    private let request: Request
    private let end: Mutex<End>

    /// The closures are in structs, because a `Mutex` whose whole value is a closure wraps it once more at each access.
    private struct Wish {
        var work: @Sendable (Int32, Int) -> Void
        var times = 0
    }

    private struct End { var work: (@Sendable (_ isAtEnd: Bool) -> Void)? }

    private final class Request: Sendable {
        let current: Mutex<Wish>
        init(_ first: @escaping @Sendable (Int32, Int) -> Void) { current = Mutex(Wish(work: first)) }

        func make(_ signal: Int32) {
            let (work, times) = current.withLock { wish in
                wish.times += 1
                return (wish.work, wish.times)
            }
            work(signal, times)
        }
    }

    /// Catches the signals, and calls `request` for each, one call at a time, with the number of signals since the
    /// request was set.
    convenience init(_ request: @escaping @Sendable (Int) -> Void) {
        self.init(told: { _, times in request(times) })
    }

    /// Catches the signals, and calls `request` for each, one call at a time, with the signal and the number of signals
    /// since the request was set. In a service these are the signals of the command's caller.
    init(told request: @escaping @Sendable (Int32, Int) -> Void) {
        let request = Request(request)
        self.request = request
        if let served = Invocation.current.served {
            served.listen(request.make)
            end = Mutex(End { served.stopListening(isAtEnd: $0) })
            return
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            end = Mutex(End(work: nil))
            return
        }
        let (listener, bell) = (ends[0], ends[1])
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(bell, F_SETFL, O_NONBLOCK)
        Self.bell.store(bell, ordering: .sequentiallyConsistent)
        let signals = Self.signals.filter { $0 != SIGHUP || !Self.isIgnored($0) }
        for number in signals { signal(number, Self.ring) }
        DispatchQueue(label: "till.interrupt").async {
            while true {
                let signal = Self.next(listener)
                guard signal != Self.over else { return }
                request.make(Int32(signal))
            }
        }
        // The pipe stays open for as long as the process lives: a handler may still be running.
        end = Mutex(
            End { isAtEnd in
                for number in signals { signal(number, isAtEnd ? SIG_IGN : SIG_DFL) }
                Self.write(Self.over, to: bell)
            })
    }

    /// Sets what a signal asks for from now on.
    func asks(_ request: @escaping @Sendable (Int) -> Void) {
        self.request.current.withLock { $0 = Wish(work: { _, times in request(times) }) }
    }

    /// Ends the requests. The signals have their usual effect again, or are ignored at the end.
    ///
    /// - Parameter isAtEnd: whether everything was reported, so that a signal has nothing left to ask for. A process
    ///   that is ended after it has reported its exit code then ends with that code.
    func stop(isAtEnd: Bool = false) {
        let work = end.withLock { end in
            defer { end = End(work: nil) }
            return end.work
        }
        work?(isAtEnd)
    }

    /// Ends the process at once, whatever else it is doing.
    static func leave(_ exit: Exit) -> Never { _exit(exit.rawValue) }

    private static func isIgnored(_ number: Int32) -> Bool {
        var now = sigaction()
        guard sigaction(number, nil, &now) == 0 else { return false }
        return unsafeBitCast(now.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static let ring: @convention(c) (Int32) -> Void = { signal in
        let before = errno
        Interrupt.write(UInt8(truncatingIfNeeded: signal), to: Interrupt.bell.load(ordering: .sequentiallyConsistent))
        errno = before
    }

    private static func write(_ byte: UInt8, to bell: Int32) {
        var byte = byte
        _ = Glibc.write(bell, &byte, 1)
    }

    /// Waits for the next byte and blocks its thread.
    private static func next(_ listener: Int32) -> UInt8 {
        var byte = over
        var count = read(listener, &byte, 1)
        while count < 0 && errno == EINTR { count = read(listener, &byte, 1) }
        return count == 1 ? byte : over
    }
}
