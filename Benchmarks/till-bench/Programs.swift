import Foundation
import Glibc

/// What a run of another program took.
struct ProgramRun {
    /// From the request to start it until its end is known.
    let nanoseconds: Int64
    /// The most memory it had at once, in bytes. No less than this process has: the system counts from before the
    /// program is loaded.
    let peakMemory: Int64
}

extension Workplace {
    /// Runs a program, by its path, to its end, its output thrown away. Throws unless it ends well.
    func run(_ program: String, _ arguments: [String]) throws -> ProgramRun {
        var argv = ([program] + arguments).map { strdup($0) } + [nil]
        defer { argv.forEach { free($0) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for output in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
        }
        var usage = rusage()
        var status: Int32 = 0
        let nanoseconds = try stopwatch.nanoseconds {
            var child: pid_t = 0
            guard posix_spawn(&child, program, &actions, nil, &argv, environ) == 0,
                wait4(child, &status, 0, &usage) == child
            else { throw BenchmarkFailed(description: "\(program) does not start") }
        }
        guard status == 0 else { throw BenchmarkFailed(description: "\(program) \(arguments) ended with \(status)") }
        return ProgramRun(nanoseconds: nanoseconds, peakMemory: Int64(usage.ru_maxrss) * 1024)
    }

    /// Has the system forget what it has read of a file, so that the next use reads it from the disk.
    func forget(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        guard file >= 0, posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0 else {
            throw BenchmarkFailed(description: "\(path) stays in the system's cache")
        }
    }
}
