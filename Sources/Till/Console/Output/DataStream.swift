import Failures
import Flow
import Foundation
import Synchronization

/// A descriptor that data is written to. Writing never fails; whoever writes asks at the end whether all of it arrived.
///
/// A reader that closed early ends the writing and is no failure: it has what it wanted. After either, no more is written.
final class DataStream: Sendable {
    private enum State {
        case open(hasBegun: Bool)
        case left
        case failed(Int32)
    }

    private let descriptor: Int32
    private let state = Mutex(State.open(hasBegun: false))

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    var isOpen: Bool { state.withLock { if case .open = $0 { true } else { false } } }

    /// Whether nothing was written yet.
    var isUntouched: Bool { state.withLock { if case .open(hasBegun: false) = $0 { true } else { false } } }

    /// `output.notWritten`.
    var failure: Failure? {
        guard case .failed(let code) = state.withLock({ $0 }) else { return nil }
        return .notWritten("Standard output", code)
    }

    func write(_ bytes: [UInt8]) {
        state.withLock { state in
            guard case .open = state else { return }
            state = .open(hasBegun: true)
            guard let code = Self.write(bytes, to: descriptor) else { return }
            state = code == EPIPE ? .left : .failed(code)
        }
    }

    /// Writes all of it, however little is taken at a time. Returns what stopped it, as `errno` has it.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
                continue
            }
            switch written < 0 ? errno : EIO {
            case EINTR: continue
            case EAGAIN: waitForRoom(descriptor)
            case let code: return code
            }
        }
        return nil
    }

    /// Keeps the place of standard descriptors that were closed by whoever started us: the next file that is opened, which
    /// is the database, would have it, and be written data into.
    static func keepStandardPlaces() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Who shares our standard output may have made it one that does not wait.
    private static func waitForRoom(_ descriptor: Int32) {
        var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waited, 1, -1)
    }
}

extension Failure {
    /// A disk that is full, or a device that does not take it.
    static func notWritten(_ what: String, _ code: Int32) -> Failure {
        let why = String(cString: strerror(code)).lowercased()
        return Failure(
            OutputFailure.notWritten, "\(what) could not be written: \(why).",
            remedy: "what is there of it is not whole; free space, or name another place", recovery: .askOperator)
    }
}
