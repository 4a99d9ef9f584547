import Foundation

/// The tests' binary, run with one mutant on until the first failure.
struct TestProcess {
    enum Outcome: Hashable {
        case passed
        case failed(String)
        case crashed
        case timedOut
    }

    let tree: String
    var binary: String { tree + "/.build/debug/tillPackageTests.xctest" }

    func list() throws -> [String] {
        let output = try Shell.run([binary, "--testing-library", "swift-testing", "--list-tests"], in: tree)
        return output.text.split(separator: "\n").map(String.init)
    }

    /// `seconds` of the processor, and three times as many on the clock.
    func run(_ filter: String, environment: [String: String], seconds: Int) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "ulimit -t \(seconds); ulimit -c 0; exec \"$0\" \"$@\"", binary, "--testing-library", "swift-testing",
            "--filter",
            filter,
        ]
        process.currentDirectoryURL = URL(fileURLWithPath: tree)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            .merging(["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "16"]) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let stopped = read(pipe.fileHandleForReading, within: Double(seconds * 3))
        if let stopped {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            return stopped
        }
        process.waitUntilExit()
        if process.terminationReason == .uncaughtSignal {
            return process.terminationStatus == SIGXCPU || process.terminationStatus == SIGKILL ? .timedOut : .crashed
        }
        return process.terminationStatus == 0 ? .passed : .failed("exit \(process.terminationStatus)")
    }

    /// Nil at the end of the output.
    private func read(_ handle: FileHandle, within limit: Double) -> Outcome? {
        let watch = Stopwatch()
        var rest = ""
        while true {
            var descriptor = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
            if poll(&descriptor, 1, 500) == 0 {
                if watch.seconds > limit { return .timedOut }
                continue
            }
            let data = handle.availableData
            if data.isEmpty { return nil }
            rest += String(decoding: data, as: UTF8.self)
            let lines = rest.split(separator: "\n", omittingEmptySubsequences: false)
            for line in lines.dropLast() where line.contains(" recorded an issue") {
                return .failed(String(line.drop { $0 != "T" }.prefix(160)))
            }
            rest = lines.last.map(String.init) ?? ""
            if watch.seconds > limit { return .timedOut }
        }
    }
}
