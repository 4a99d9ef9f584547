import Foundation
import Glibc

/// The result of running another program.
struct ProgramRun {
    /// The time from starting it until its end is known.
    let nanoseconds: Int64
    /// The program's exit code.
    let status: Int32
}

/// Measures a program's peak memory.
///
/// The system counts from before the program is loaded, so a program never has less than the process that starts it. So it
/// is started by a new process of this program that has done nothing else.
extension ProgramRun {
    fileprivate static let measuring = "TILL_BENCH_PEAK"

    /// The task of this process when it was started only to start a program; never returns.
    static var toBeMeasured: (() -> Never)? {
        guard let file = getenv(measuring).map({ String(cString: $0) }) else { return nil }
        return {
            unsetenv(measuring)
            let arguments = Array(CommandLine.arguments.dropFirst())
            var usage = rusage()
            guard let status = ProgramRun.status(of: arguments, &usage) else { exit(127) }
            let line = "\(Int64(usage.ru_maxrss) * 1024)\n"
            guard let out = fopen(file, "w"), fputs(line, out) >= 0, fclose(out) == 0 else { exit(126) }
            exit(status)
        }
    }

    /// Runs a program to its end and drops its output. Nil when it does not start or is killed.
    fileprivate static func status(of program: [String], _ usage: inout rusage, _ more: [String] = []) -> Int32? {
        var status: Int32 = 0
        guard let child = spawn(program, output: "/dev/null", more), wait4(child, &status, 0, &usage) == child,
            status & 0x7F == 0
        else { return nil }
        return status >> 8 & 0xFF
    }

    /// Starts a program that goes on, and returns its process. The caller ends it and waits for it.
    ///
    /// - Parameters:
    ///   - log: the file for its output, new or continued.
    ///   - more: environment variables beside those of this process.
    static func start(_ program: [String], log: String, _ more: [String]) throws -> pid_t {
        guard let child = spawn(program, output: log, more) else {
            throw BenchmarkFailed(description: "\(program[0]) does not start")
        }
        return child
    }

    private static func spawn(_ program: [String], output: String, _ more: [String]) -> pid_t? {
        var argv = program.map { strdup($0) } + [nil]
        var variables = more.map { strdup($0) }
        var next = environ
        while let variable = next.pointee {
            variables.append(strdup(variable))
            next += 1
        }
        variables.append(nil)
        defer { (argv + variables).forEach { free($0) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        }
        // The threads here block signals; a shell that inherited that would never notice the end of its children.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var child: pid_t = 0
        return posix_spawn(&child, program[0], &actions, &attributes, &argv, &variables) == 0 ? child : nil
    }
}

extension Workplace {
    /// Runs a program to its end and drops its output. Throws unless it ends with 0 or an `accepted` code.
    func run(_ program: String, _ arguments: [String], accepted: Set<Int32> = [0]) throws -> ProgramRun {
        var usage = rusage()
        var status: Int32?
        let nanoseconds = stopwatch.nanoseconds { status = ProgramRun.status(of: [program] + arguments, &usage) }
        guard let status else { throw BenchmarkFailed(description: "\(program) does not start, or was killed") }
        guard accepted.contains(status) else {
            throw BenchmarkFailed(description: "\(program) \(arguments) ended with \(status)")
        }
        return ProgramRun(nanoseconds: nanoseconds, status: status)
    }

    /// The peak memory of a program in bytes. Throws unless it ends with 0 or an `accepted` code.
    func peakMemory(of program: String, _ arguments: [String], accepted: Set<Int32> = [0]) throws -> Int64 {
        let file = "\(folder)/\(environment.newID("peak"))"
        let this = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        var usage = rusage()
        let variable = ["\(ProgramRun.measuring)=\(file)"]
        guard let status = ProgramRun.status(of: [this, program] + arguments, &usage, variable),
            accepted.contains(status), let text = try? String(contentsOfFile: file, encoding: .utf8),
            let bytes = Int64(text.trimmingCharacters(in: .whitespacesAndNewlines))
        else { throw BenchmarkFailed(description: "the memory of \(program) \(arguments) cannot be measured") }
        return bytes
    }

    /// Drops a file from the page cache, so that the next use reads it from the disk.
    func forget(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        guard file >= 0, posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0 else {
            throw BenchmarkFailed(description: "\(path) stays in the system's cache")
        }
    }
}
