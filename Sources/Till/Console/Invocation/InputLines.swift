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
    private let ending = Mutex<(read: Int32, write: Int32)?>(nil)

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Input whose waiting `end` ends. The descriptor belongs to it.
    convenience init(owned descriptor: Int32) {
        self.init(descriptor)
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        ending.withLock { $0 = (ends[0], ends[1]) }
    }

    deinit {
        if let ending = ending.withLock({ $0 }) {
            for own in [descriptor, ending.read, ending.write] { close(own) }
        }
    }

    /// Whether a person types here.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// From now on the input is at its end.
    func end() {
        var byte: UInt8 = 0
        if let ending = ending.withLock({ $0 }) { _ = Glibc.write(ending.write, &byte, 1) }
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
        var bytes = [UInt8](repeating: 0, count: most)
        while true {
            if let ending = ending.withLock({ $0 }) {
                var waited = [
                    pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: ending.read, events: Int16(POLLIN), revents: 0),
                ]
                if poll(&waited, 2, -1) < 0 { continue }
                if waited[1].revents != 0 { return [] }
            }
            let count = read(descriptor, &bytes, bytes.count)
            if count >= 0 { return Array(bytes[..<count]) }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Another process that shares the descriptor may have made it non-blocking.
                var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&waited, 1, -1)
            case let code: throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
            }
        }
    }
}
