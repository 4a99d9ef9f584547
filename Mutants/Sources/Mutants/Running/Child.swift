import Foundation

/// A process in a group of its own, so that what it has started ends with it. `Process` does not say what one has cost.
struct Child {
    enum End {
        case exit(Int32)
        case signal(Int32)
    }

    private static let starting = NSLock()

    let output: Int32
    private let process: pid_t

    init(_ arguments: [String], environment: [String: String]) throws {
        var ends: [Int32] = [0, 0]
        // Another process, started at the same time, must not keep the pipe open.
        Self.starting.lock()
        defer { Self.starting.unlock() }
        guard pipe(&ends) == 0 else { throw Problem("no pipe: \(errno)") }
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
        var started: pid_t = 0
        let status = Self.withPointers(arguments) { argv in
            Self.withPointers(all) { posix_spawn(&started, arguments[0], &actions, &attributes, argv, $0) }
        }
        guard status == 0 else { throw Problem("\(arguments[0]) does not start: \(status)") }
        process = started
        output = ends[0]
    }

    /// How it ended, and what it has taken of the processor.
    func wait(killing: Bool) -> (End, seconds: Double) {
        if killing { kill(-process, SIGKILL) }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        kill(-process, SIGKILL)
        close(output)
        let signal = status & 0x7F
        let seconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        return (signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal), seconds)
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    private static func withPointers<T>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> T
    ) -> T {
        let pointers = texts.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        return body(pointers + [nil])
    }
}
