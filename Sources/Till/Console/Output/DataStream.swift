import Model
import Failures
import Flow
import Foundation
import Synchronization

/// A descriptor to which data is written. Writing never fails; at the end `failure` tells whether everything was
/// written.
///
/// A reader that closed early ends the writing and is no failure, because it has what it wanted. After either, no more
/// is written.
final class DataStream: Sendable {
    private enum State {
        case open(hasBegun: Bool)
        case left
        case failed(Int32)
    }

    /// Writes all bytes, or returns the `errno` that stopped it.
    private let take: @Sendable ([UInt8]) -> Int32?
    private let state = Mutex(State.open(hasBegun: false))

    /// Waits for a moment until it is known whether what was written so far could be written.
    private let settling: @Sendable () -> Void

    /// - Parameters:
    ///   - settling: waits until it is known what became of the writing, where that is known later.
    ///   - take: writes all bytes, or returns the `errno` that stops it, now or at a later call.
    init(settling: @escaping @Sendable () -> Void = {}, _ take: @escaping @Sendable ([UInt8]) -> Int32?) {
        (self.settling, self.take) = (settling, take)
    }

    convenience init(_ descriptor: Int32) { self.init { Self.write($0, to: descriptor) } }

    var isOpen: Bool { state.withLock { if case .open = $0 { true } else { false } } }

    /// Whether nothing was written yet.
    var isUntouched: Bool { state.withLock { if case .open(hasBegun: false) = $0 { true } else { false } } }

    /// The failure `output.notWritten`; nil if the data was written, or if its reader has left.
    var failure: Failure? {
        guard case .failed(let code) = state.withLock({ $0 }) else { return nil }
        return .notWritten(Sentence("detail.standardOutput"), code)
    }

    /// After this, `failure` tells of everything that was written before. It waits a second at most.
    func settle() {
        settling()
        write([], begins: false)
    }

    func write(_ bytes: [UInt8]) { write(bytes, begins: true) }

    private func write(_ bytes: [UInt8], begins: Bool) {
        state.withLock { state in
            guard case .open(let hasBegun) = state else { return }
            state = .open(hasBegun: hasBegun || begins)
            guard let code = take(bytes) else { return }
            state = code == EPIPE ? .left : .failed(code)
        }
    }

    /// Writes all bytes, however few are taken at a time. Returns the `errno` that stopped it.
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

    /// Opens standard descriptors that the starter of the process had closed. Otherwise the next opened file, which is
    /// the database, would get their number, and output would be written into it.
    static func keepStandardPlaces() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Waits until the descriptor takes bytes: another process that shares it may have made it non-blocking.
    private static func waitForRoom(_ descriptor: Int32) {
        var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waited, 1, -1)
    }
}

extension Failure {
    /// The failure for a full disk, or for a device that does not take the data.
    static func notWritten(_ what: any CustomStringConvertible, _ code: Int32) -> Failure {
        let why = String(cString: strerror(code)).lowercased()
        return Failure(
            OutputFailure.notWritten, Sentence("failure.output.notWritten", ["what": what, "why": why]),
            remedy: Sentence("remedy.output.notWritten"), recovery: .askOperator)
    }
}
