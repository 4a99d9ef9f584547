import Glibc

/// Starts a process that inherits nothing but its two pipes: no other descriptor, no ignored or blocked signal.
///
/// With so many processes at once, Foundation's `Process` and dispatch sources on pipes crash or miss an end now and
/// then.
struct Launch {
    let executable: String
    let arguments: [String]
    let environment: [String: String]

    /// More descriptors than the tests have open at once.
    private static let mostDescriptors: Int32 = 1024

    /// Starts the process. Returns its id and the descriptors of its standard output and standard error.
    func start() throws -> (pid: pid_t, output: Int32, errors: Int32) {
        let output = try Self.pipe()
        let errors = try Self.pipe()
        defer {
            close(output.end)
            close(errors.end)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.end, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors.end, STDERR_FILENO)
        // Closing a descriptor that is not open is no error here.
        for other in STDERR_FILENO + 1..<Self.mostDescriptors { posix_spawn_file_actions_addclose(&actions, other) }
        var attributes = Self.freshSignals()
        defer { posix_spawnattr_destroy(&attributes) }
        var pid = pid_t()
        let failure = Self.withStrings([executable] + arguments) { arguments in
            Self.withStrings(environment.map { "\($0)=\($1)" }) { environment in
                posix_spawn(&pid, executable, &actions, &attributes, arguments, environment)
            }
        }
        guard failure == 0 else {
            close(output.beginning)
            close(errors.beginning)
            throw Child.Unexpected(description: "\(executable) cannot be started: errno \(failure)")
        }
        return (pid, output.beginning, errors.beginning)
    }

    private static func freshSignals() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return attributes
    }

    private static func pipe() throws -> (beginning: Int32, end: Int32) {
        var ends: [Int32] = [0, 0]
        guard Glibc.pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
            throw Child.Unexpected(description: "no pipe: errno \(errno)")
        }
        return (ends[0], ends[1])
    }

    private static func withStrings<Value>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Value
    ) -> Value {
        var pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return body(&pointers)
    }
}

/// What `waitpid` says of a process that has ended.
struct ExitStatus: Sendable {
    private let word: Int32

    /// Blocks the calling thread until the process ends.
    init(waitingFor pid: pid_t) {
        var word: Int32 = 0
        while waitpid(pid, &word, 0) < 0 && errno == EINTR {}
        self.word = word
    }

    var signal: Int32? { word & 0x7F == 0 ? nil : word & 0x7F }
    var code: Int32? { signal == nil ? word >> 8 & 0xFF : nil }
}
