import Flow
import Glibc

/// Runs a program with given input and waits for its end, on the caller's thread.
enum PipedProgram {
    enum Way: Hashable {
        case notStarted(errno: Int32)
        case exited(Int32)
        case killed(signal: Int32)
        /// The program was killed at the time limit.
        case tooSlow
        /// The program has ended, but its exit status is unknown: the parent process had SIGCHLD ignored.
        case unseen
    }

    struct End: Hashable {
        let way: Way
        /// Whether the program received its whole input including the end.
        let wasGivenAll: Bool
        /// The beginning of its output.
        let said: String

        fileprivate static func notStarted(_ code: Int32) -> End {
            End(way: .notStarted(errno: code), wasGivenAll: false, said: "")
        }
    }

    /// The most output that is kept; the rest is read and dropped.
    static let mostSaid = 2_000
    /// How often to check whether the program has ended, in milliseconds.
    private static let lookMilliseconds: Int32 = 20
    /// Descriptors below this number are closed in the child. Till's own close by themselves; those of libraries may not.
    private static let mostDescriptors: Int32 = 1024

    static func run(
        _ path: String, _ arguments: [String], input bytes: [UInt8], until limit: Uptime, uptime: () -> Uptime
    ) -> End {
        guard let input = Pipe(), let output = Pipe() else { return .notStarted(errno) }
        let (pid, failure) = start([path] + arguments, reading: input.out, writing: output.into)
        guard failure == 0 else { return .notStarted(failure) }
        return withoutBrokenPipes {
            var follower = Follower(pid: pid, input: input, output: output, rest: bytes[...])
            let way = follower.follow(until: limit, uptime, look: lookMilliseconds)
            return End(way: way, wasGivenAll: follower.hasAll, said: follower.text)
        }
    }

    /// Runs `body` with SIGPIPE blocked, so that writing to a program that has ended is an error and not the end of this
    /// process.
    private static func withoutBrokenPipes(_ body: () -> End) -> End {
        var broken = sigset_t()
        var before = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &broken, &before)
        defer {
            var atOnce = timespec()
            while sigtimedwait(&broken, nil, &atOnce) > 0 {}
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        return body()
    }

    /// Starts the program without a shell, with only three descriptors and default signals, in a process group of its own.
    /// So killing the group ends everything that it started, and Ctrl-C in this terminal does not reach it.
    private static func start(
        _ words: [String], reading input: Int32, writing output: Int32
    ) -> (pid_t, errno: Int32) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        // Closing a descriptor that is not open is harmless.
        for other in STDERR_FILENO + 1..<mostDescriptors { posix_spawn_file_actions_addclose(&actions, other) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var pid = pid_t()
        let failure = withStrings(words) { arguments in
            withStrings(surroundings) { posix_spawn(&pid, words[0], &actions, &attributes, arguments, $0) }
        }
        return (pid, failure)
    }

    /// The environment: only the user's identity, for mail programs that are configured in a home directory.
    private static var surroundings: [String] {
        let names = ["HOME", "USER", "LOGNAME"]
        let own = names.compactMap { name -> String? in getenv(name).map { "\(name)=\(String(cString: $0))" } }
        return ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"] + own
    }

    private static func withStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers)
    }
}

/// A pipe whose ends close on exec.
private final class Pipe {
    private(set) var out: Int32 = -1
    private(set) var into: Int32 = -1

    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (out, into) = (ends[0], ends[1])
    }

    deinit {
        closeOut()
        closeInto()
    }

    func closeOut() {
        if out >= 0 { close(out) }
        out = -1
    }

    func closeInto() {
        if into >= 0 { close(into) }
        into = -1
    }
}

/// Serves a running program: writes its input, reads its output, and waits for its end.
private struct Follower {
    private let pid: pid_t
    private let input: Pipe
    private let output: Pipe
    private var rest: ArraySlice<UInt8>
    private var said: [UInt8] = []
    /// Whether the whole input was written and the pipe closed.
    private(set) var hasAll = false

    init(pid: pid_t, input: Pipe, output: Pipe, rest: ArraySlice<UInt8>) {
        self.pid = pid
        self.input = input
        self.output = output
        self.rest = rest
        // The other ends belong to the program alone.
        input.closeOut()
        output.closeInto()
        for ours in [input.into, output.out] { _ = fcntl(ours, F_SETFL, O_NONBLOCK) }
    }

    /// The output on one line.
    var text: String {
        String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline).joined(separator: "; ")
    }

    mutating func follow(until limit: Uptime, _ uptime: () -> Uptime, look: Int32) -> PipedProgram.Way {
        while uptime() < limit {
            exchange(waiting: look)
            if let way = end(WNOHANG) { return way }
        }
        // The program is killed before its input ends, so that half a message never looks complete.
        kill(-pid, SIGKILL)
        _ = end(0)
        return .tooSlow
    }

    /// How the program ended; nil while it runs.
    private mutating func end(_ options: Int32) -> PipedProgram.Way? {
        var status: Int32 = 0
        var found = waitpid(pid, &status, options)
        while found < 0, errno == EINTR { found = waitpid(pid, &status, options) }
        guard found != 0 else { return nil }
        while hear() {}
        guard found > 0 else { return .unseen }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }

    private mutating func exchange(waiting milliseconds: Int32) {
        // poll(2) skips negative descriptors.
        var waited = [
            pollfd(fd: input.into, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: output.out, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&waited, nfds_t(waited.count), milliseconds) > 0 else { return }
        if waited[0].revents != 0 { give() }
        if waited[1].revents != 0 { _ = hear() }
    }

    private mutating func give() {
        let count = rest.withUnsafeBytes { write(input.into, $0.baseAddress, $0.count) }
        if count < 0 {
            // The program has closed its input.
            if errno != EAGAIN, errno != EINTR { input.closeInto() }
            return
        }
        rest = rest.dropFirst(count)
        guard rest.isEmpty else { return }
        input.closeInto()
        hasAll = true
    }

    /// Reads output. Returns false when there is none now, or none any more.
    private mutating func hear() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(output.out, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return false }
        guard count > 0 else {
            output.closeOut()
            return false
        }
        said += bytes[..<count].prefix(max(0, PipedProgram.mostSaid - said.count))
        return true
    }
}
