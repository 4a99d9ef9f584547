import Dispatch
import Foundation
import Glibc
import Synchronization

/// A process that a test started: its output as it comes, its end, and a limit after which it is killed.
///
/// Waiting holds no thread. Every wait ends: with what was waited for, or with the process, which the limit ends at the
/// latest.
final class Child: @unchecked Sendable {  // guards: everything mutable is touched on `queue` only
    struct Unexpected: Error, CustomStringConvertible {
        let description: String
    }

    private struct Waiter {
        /// Nil: the end.
        let text: String?
        let resume: @Sendable (Result<Void, Unexpected>) -> Void
    }

    /// Foundation closes what a child must not inherit by a list made before it is started: two at once would leak.
    private static let launching = Mutex(())

    private let queue = DispatchQueue(label: "child")
    private let process = Process()
    private let command: String
    private var outputBytes = Data()
    private var errorBytes = Data()
    private var openPipes = 0
    private var hasExited = false
    private var wasTooSlow = false
    private var waiting: [Waiter] = []

    /// - Parameter limit: seconds after which it is killed, and every wait for it fails with its output.
    init(
        _ executable: String, _ arguments: [String], environment: [String: String], in directory: String, limit: Int
    ) throws {
        command = ([executable] + arguments).joined(separator: " ")
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = URL(fileURLWithPath: directory)
        process.standardInput = FileHandle.nullDevice
        let output = try Self.pipe()
        let errors = try Self.pipe()
        process.standardOutput = output.end
        process.standardError = errors.end
        process.terminationHandler = { [self] _ in queue.async { self.exited() } }
        follow(output.beginning) { $0.outputBytes += $1 }
        follow(errors.beginning) { $0.errorBytes += $1 }
        try Self.launching.withLock { _ in try process.run() }
        try output.end.close()
        try errors.end.close()
        queue.asyncAfter(deadline: .now() + .seconds(limit)) { [weak self] in self?.tooSlow() }
    }

    var pid: pid_t { process.processIdentifier }

    func send(_ signal: Int32) {
        queue.sync { if !hasExited { kill(pid, signal) } }
    }

    /// Returns once `text` is in its output; throws when it ends without.
    func says(_ text: String) async throws { try await wait(for: text) }

    /// Its end. Throws when it had to be killed at its limit.
    @discardableResult
    func end() async throws -> Ending {
        try await wait(for: nil)
        return queue.sync { ending }
    }

    /// What it has written so far, both streams.
    var soFar: String { queue.sync { ending.output + ending.errors } }

    private var ending: Ending {
        let code = process.isRunning ? nil : process.terminationStatus
        let bySignal = !process.isRunning && process.terminationReason == .uncaughtSignal
        return Ending(
            code: bySignal ? nil : code, signal: bySignal ? code : nil,
            output: String(decoding: outputBytes, as: UTF8.self), errors: String(decoding: errorBytes, as: UTF8.self))
    }

    private func wait(for text: String?) async throws {
        let result = await withCheckedContinuation { continuation in
            queue.async {
                self.waiting.append(Waiter(text: text) { continuation.resume(returning: $0) })
                self.review()
            }
        }
        try result.get()
    }

    // MARK: On the queue

    private func review() {
        let isOver = hasExited && openPipes == 0
        let ending = ending
        let failure = Unexpected(description: "\(command)\n\(ending)\(wasTooSlow ? "\nkilled: too slow" : "")")
        waiting.removeAll { waiter in
            if let text = waiter.text, ending.output.contains(text) || ending.errors.contains(text) {
                waiter.resume(.success(()))
            } else if isOver {
                waiter.resume(waiter.text == nil && !wasTooSlow ? .success(()) : .failure(failure))
            } else {
                return false
            }
            return true
        }
    }

    private func exited() {
        hasExited = true
        review()
    }

    private func tooSlow() {
        guard !hasExited else { return }
        wasTooSlow = true
        kill(pid, SIGKILL)
    }

    // MARK: Output

    /// Neither end is inherited by another child.
    private static func pipe() throws -> (beginning: Int32, end: FileHandle) {
        var ends: [Int32] = [0, 0]
        try launching.withLock { _ in
            guard Glibc.pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
                throw Unexpected(description: "no pipe: errno \(errno)")
            }
        }
        return (ends[0], FileHandle(fileDescriptor: ends[1], closeOnDealloc: true))
    }

    private func follow(_ descriptor: Int32, _ take: @escaping @Sendable (Child, Data) -> Void) {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [self] in
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &bytes, bytes.count)
            if count > 0 { take(self, Data(bytes[..<count])) } else { source.cancel() }
            review()
        }
        source.setCancelHandler { [self] in
            close(descriptor)
            openPipes -= 1
            review()
        }
        openPipes += 1
        source.resume()
    }
}

/// How a process ended and all it wrote.
struct Ending: Sendable, CustomStringConvertible {
    /// Nil where a signal ended it.
    let code: Int32?
    let signal: Int32?
    let output: String
    let errors: String

    var description: String {
        "exit \(code.map(String.init) ?? "-"), signal \(signal.map(String.init) ?? "-")\n\(output)\(errors)"
    }
}
