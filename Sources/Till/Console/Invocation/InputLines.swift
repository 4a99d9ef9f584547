import Foundation
import Glibc
import Synchronization

/// What the caller of a command types or sends: the command's standard input.
///
/// In a service a thread must not wait for ever for a caller who is gone, so waiting ends as well when `end` is called.
final class InputLines: Sendable {
    /// The longest line that is read; the rest of a longer one counts as the next.
    static let longestLine = 65_536

    let descriptor: Int32
    private let rest = Mutex<[UInt8]>([])

    private struct Ending {
        /// The ends of a pipe, which is readable once nobody waits any more.
        let read: Int32
        let write: Int32
        var isReading = false
        var isOver = false
        var isClosed = false
    }

    /// Nil for input that ends with the process.
    private let ending: Mutex<Ending?>

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        ending = Mutex(nil)
    }

    /// Input whose waiting `end` ends. The descriptor belongs to it, and is closed then. Nil if this process has no more
    /// descriptors; then it is closed at once.
    init?(owned descriptor: Int32) {
        self.descriptor = descriptor
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            close(descriptor)
            return nil
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        ending = Mutex(Ending(read: ends[0], write: ends[1]))
    }

    deinit {
        ending.withLock { ending in
            guard let ending else { return }
            if !ending.isClosed { close(descriptor) }
            for end in [ending.read, ending.write] { close(end) }
        }
    }

    /// Whether a person types here.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// From now on the input is at its end.
    func end() {
        ending.withLock { ending in
            guard var now = ending, !now.isOver else { return }
            now.isOver = true
            var byte: UInt8 = 0
            _ = Glibc.write(now.write, &byte, 1)
            if !now.isReading { closes(&now) }
            ending = now
        }
    }

    private func closes(_ ending: inout Ending) {
        close(descriptor)
        ending.isClosed = true
    }

    /// The next line without its end; nil at the end of the input.
    func line() -> String? {
        while true {
            let line = rest.withLock { rest -> [UInt8]? in
                guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
                    guard rest.count >= Self.longestLine else { return nil }
                    defer { rest = [] }
                    return rest
                }
                defer { rest.removeSubrange(...end) }
                return Array(rest[..<end])
            }
            if let line { return String(decoding: line, as: UTF8.self) }
            guard let more = try? next(), !more.isEmpty else { break }
            rest.withLock { $0 += more }
        }
        let last = rest.withLock { rest in
            defer { rest = [] }
            return rest
        }
        return last.isEmpty ? nil : String(decoding: last, as: UTF8.self)
    }

    /// Everything to the end, or to one byte beyond the limit.
    func bytes(upTo longest: Int) throws -> Data {
        var all = Data(
            rest.withLock { rest in
                defer { rest = [] }
                return rest
            })
        while all.count <= longest {
            let more = try next()
            guard !more.isEmpty else { break }
            all += more
        }
        return all.prefix(longest + 1)
    }

    /// What comes next; empty at the end.
    func next(upTo most: Int = 65_536) throws -> [UInt8] {
        let (canRead, wake) = ending.withLock { ending -> (Bool, Int32) in
            guard let now = ending else { return (true, -1) }
            ending?.isReading = !now.isOver
            return (!now.isOver, now.read)
        }
        guard canRead else { return [] }
        defer {
            ending.withLock { ending in
                guard var now = ending else { return }
                now.isReading = false
                if now.isOver, !now.isClosed { closes(&now) }
                ending = now
            }
        }
        return try read(upTo: most, wake)
    }

    /// Waits for bytes and reads at most this many; none at the end of the input, or once nobody waits any more.
    ///
    /// - Parameter wake: becomes readable when nobody waits any more; -1 for none.
    private func read(upTo most: Int, _ wake: Int32) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: most)
        while true {
            // A negative descriptor is left out.
            var waited = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
            ]
            let isWaitOver = poll(&waited, 2, -1) >= 0
            if isWaitOver, waited[1].revents != 0 { return [] }
            let count = isWaitOver ? Glibc.read(descriptor, &bytes, bytes.count) : -1
            if count >= 0 { return Array(bytes[..<count]) }
            let code = errno
            guard code == EINTR || code == EAGAIN else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
        }
    }
}
