import Foundation
import Glibc
import Synchronization

/// A process that a test started: its output as it arrives, how it ended, and a limit after which it is killed.
///
/// A thread of its own watches the process, so that waiting blocks no thread of the pool. Every wait ends: with what
/// was waited for, or with the end of the process, which the limit guarantees.
final class Child: Sendable {
    struct Unexpected: Error, CustomStringConvertible {
        let description: String
    }

    private struct Waiter {
        /// The text to wait for; nil waits for the end.
        let text: String?
        let resume: @Sendable (Result<Ending, Unexpected>) -> Void
    }

    private struct State {
        var output = Data()
        var errors = Data()
        var status: ExitStatus?
        var wasTooSlow = false
        var waiting: [Waiter] = []

        var ending: Ending {
            Ending(
                code: status?.code, signal: status?.signal, output: String(decoding: output, as: UTF8.self),
                errors: String(decoding: errors, as: UTF8.self))
        }
    }

    private let command: String
    let pid: pid_t
    /// The service that runs the command, and what ends it after the command; nil for a process that runs by itself.
    private let service = Mutex<(child: Child, end: @Sendable () async throws -> Ending?)?>(nil)
    private let state = Mutex(State())

    /// Starts the process. After `limit` seconds it is killed, and every wait for it fails with its output.
    init(_ executable: String, _ arguments: [String], environment: [String: String], limit: Int) throws {
        command = ([executable] + arguments).joined(separator: " ")
        let launch = Launch(executable: executable, arguments: arguments, environment: environment)
        let (pid, output, errors) = try launch.start()
        self.pid = pid
        Thread.detachNewThread { [self] in
            follow(output, errors, until: .now + .seconds(limit))
            let status = ExitStatus(waitingFor: pid)
            change { $0.status = status }
        }
    }

    /// From now on this process counts as the one that hands its command over to that service.
    func served(by child: Child, _ end: @escaping @Sendable () async throws -> Ending?) -> Child {
        service.withLock { $0 = (child, end) }
        return self
    }

    func send(_ signal: Int32) {
        // The process that dies in the middle of its work is the service.
        if signal == SIGKILL { service.withLock { $0?.child }?.send(SIGKILL) }
        state.withLock { if $0.status == nil { kill(pid, signal) } }
    }

    /// What happens while the process stands still, so that it takes no step meanwhile, however slow the machine is. Its times go on.
    func standsStill<Value>(during work: () async throws -> Value) async rethrows -> Value {
        send(SIGSTOP)
        defer { send(SIGCONT) }
        return try await work()
    }

    var hasEnded: Bool { state.withLock { $0.status != nil } }

    /// Returns the output once it contains `text`; throws when the process ends without it.
    ///
    /// - Parameter other: what stands still from that moment on, until `standsStill` has ended.
    @discardableResult
    func says(_ text: String, stopping other: Child? = nil) async throws -> String {
        try await wait(for: text, stopping: other).output
    }

    /// Waits for the end of the process. Throws when it had to be killed at its limit.
    @discardableResult
    func end() async throws -> Ending {
        let ending = try await wait(for: nil)
        let end = service.withLock { service in
            defer { service = nil }
            return service?.end
        }
        guard let served = try await end?() else { return ending }
        return Ending(
            code: served.signal == nil ? ending.code : nil, signal: served.signal ?? ending.signal,
            output: ending.output, errors: ending.errors + served.errors)
    }

    private func wait(for text: String?, stopping other: Child? = nil) async throws -> Ending {
        let result = await withCheckedContinuation { continuation in
            // The thread that reads stops the other at once; who waits may have to wait for a thread of the pool.
            change {
                $0.waiting.append(
                    Waiter(text: text) {
                        other?.send(SIGSTOP)
                        continuation.resume(returning: $0)
                    })
            }
        }
        return try result.get()
    }

    /// Changes the state and answers every waiter that it satisfies.
    private func change(_ change: (inout State) -> Void) {
        let told = state.withLock { state in
            change(&state)
            guard !state.waiting.isEmpty else { return [(Waiter, Result<Ending, Unexpected>)]() }
            let answers = state.waiting.map { ($0, answer(to: $0, in: state)) }
            state.waiting = answers.filter { $0.1 == nil }.map(\.0)
            return answers.compactMap { waiter, answer in answer.map { (waiter, $0) } }
        }
        for (waiter, answer) in told { waiter.resume(answer) }
    }

    /// Nil while the waiter has to keep waiting.
    private func answer(to waiter: Waiter, in state: State) -> Result<Ending, Unexpected>? {
        let ending = state.ending
        if let text = waiter.text, ending.output.contains(text) || ending.errors.contains(text) {
            return .success(ending)
        }
        guard state.status != nil else { return nil }
        if waiter.text == nil && !state.wasTooSlow { return .success(ending) }
        return .failure(Unexpected(description: "\(command)\n\(ending)\(state.wasTooSlow ? "\nkilled: too slow" : "")"))
    }

    // MARK: On its own thread

    /// Reads both pipes to their ends and closes them; kills the process when the time is over.
    private func follow(_ output: Int32, _ errors: Int32, until limit: ContinuousClock.Instant) {
        var open = [output, errors]
        while !open.isEmpty {
            let left = max(.zero, limit - .now).components
            var waited = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let timeout = Int32(left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000)
            let ready = poll(&waited, nfds_t(waited.count), timeout)
            if ready == 0 {
                state.withLock { $0.wasTooSlow = true }
                kill(pid, SIGKILL)
                break
            }
            for pipe in waited where pipe.revents != 0 {
                if !take(from: pipe.fd, isOutput: pipe.fd == output) { open.removeAll { $0 == pipe.fd } }
            }
        }
        close(output)
        close(errors)
    }

    /// Reads what is in the pipe; false at its end.
    private func take(from pipe: Int32, isOutput: Bool) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(pipe, &bytes, bytes.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        change { state in
            if isOutput { state.output += bytes[..<count] } else { state.errors += bytes[..<count] }
        }
        return true
    }
}

/// How a process ended, and all it wrote.
struct Ending: Sendable, CustomStringConvertible {
    /// Nil when a signal ended the process.
    let code: Int32?
    let signal: Int32?
    let output: String
    let errors: String

    var description: String {
        "exit \(code.map(String.init) ?? "-"), signal \(signal.map(String.init) ?? "-")\n\(output)\(errors)"
    }
}
