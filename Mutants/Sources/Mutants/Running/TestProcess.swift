import Foundation

/// The tests' binary, run with one mutant on until the first failure.
struct TestProcess {
    enum Outcome: Hashable {
        case passed
        case failed(String)
        case crashed
        case timedOut
        /// The process went beyond its limit of rounds.
        case endless
    }

    struct Run {
        let outcome: Outcome
        /// The seconds of processor time of the process and of those that it started.
        let seconds: Double
        let clockSeconds: Double
    }

    /// What a run may take before it counts as a hang.
    struct Limits {
        /// Calls of mutated code. This limit alone does not depend on how busy the machine is.
        var rounds: Int?
        let seconds: Int
        let clockSeconds: Double
    }

    let tree: String
    var binary: String { tree + "/.build/debug/tillPackageTests.xctest" }

    func list() throws -> [String] {
        let output = try Shell.run([binary, "--testing-library", "swift-testing", "--list-tests"], in: tree)
        return output.text.split(separator: "\n").map(String.init)
    }

    func run(_ filter: String, environment: [String: String], limits: Limits) throws -> Run {
        let watch = Stopwatch()
        var environment = environment
        environment["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"] = "16"
        if let rounds = limits.rounds { environment["TILL_MUTANT_ROUNDS"] = "\(rounds)" }
        let script = "cd \"$0\"; ulimit -t \(limits.seconds); ulimit -c 0; exec \"$@\""
        let child = try Child(
            [
                "/bin/sh", "-c", script, tree, binary, "--testing-library", "swift-testing", "--filter", filter,
            ], environment: environment)
        let stopped = read(child.output, until: limits.clockSeconds, watch)
        let (ended, seconds) = child.wait(killing: stopped != nil)
        return Run(outcome: stopped ?? Self.outcome(ended), seconds: seconds, clockSeconds: watch.seconds)
    }

    private static func outcome(_ ended: Child.End) -> Outcome {
        switch ended {
        case .exit(0): .passed
        case .exit(99): .endless
        case .exit(let status): .failed("exit \(status)")
        case .signal(SIGXCPU), .signal(SIGKILL): .timedOut
        case .signal: .crashed
        }
    }

    /// Nil at the end of the output.
    private func read(_ output: Int32, until limit: Double, _ watch: Stopwatch) -> Outcome? {
        var buffer = [UInt8](repeating: 0, count: 65536)
        var rest = ""
        while watch.seconds < limit {
            var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            if poll(&descriptor, 1, 200) <= 0 { continue }
            let count = Glibc.read(output, &buffer, buffer.count)
            if count <= 0 { return nil }
            rest += String(decoding: buffer[..<count], as: UTF8.self)
            let lines = rest.split(separator: "\n", omittingEmptySubsequences: false)
            for line in lines.dropLast() where line.contains(" recorded an issue") {
                return .failed(String(line.drop { $0 != "T" }.prefix(160)))
            }
            rest = lines.last.map(String.init) ?? ""
        }
        return .timedOut
    }
}
